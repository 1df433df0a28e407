import type { Updateable } from 'kysely';
import { z } from 'zod';
import { iso } from '#platform/lib/clock.ts';
import { rowCount } from '#platform/storage/claim.ts';
import type { Db, Migrations, Trx } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';

/** One use of break-glass with its review. Times are ISO text. */
interface BreakGlassTable {
  change_id: string;
  /** The account that used it. */
  person_id: string;
  /** The person while a review of theirs is open, else null: unique, so that two uses at once are one. */
  open_person: string | null;
  state: string;
  version: number;
  /** The approvers who were skipped, as JSON: object ids, names, and how each is told. */
  skipped_json: string;
  used_at: string;
  due_at: string;
  /** How many reminders are due or past. */
  reminders: number;
  overdue_at: string | null;
  reviewer_id: string | null;
  reviewer_name: string | null;
  review_reason: string | null;
  reviewed_at: string | null;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    break_glass: BreakGlassTable;
  }
}

export const breakGlassMigrations: Migrations = {
  'access-004-break-glass': async (db) => {
    await createTable(db, 'break_glass', {
      key: 'change_id',
      texts: ['person_id', 'state', 'skipped_json', 'used_at', 'due_at'],
      numbers: ['version', 'reminders'],
      optional: ['open_person', 'overdue_at', 'reviewer_id', 'reviewer_name', 'review_reason', 'reviewed_at'],
      unique: ['open_person'],
    }).execute();
    await createIndex(db, 'break_glass_state', 'break_glass', ['state']);
  },
};

/** The subject of a review's cards in the outbox. */
export const REVIEW = 'breakGlass';
export const reviewSubject = (change: string): string => `${REVIEW}:${change}`;

/** `used`: being granted; `due`: granted, the review is open; `void`: nothing was granted, so there is nothing to review. */
const states = ['used', 'due', 'justified', 'notJustified', 'void'] as const;

export interface Use {
  readonly change: string;
  /** Directory object id of the account. */
  readonly person: string;
  readonly state: (typeof states)[number];
  readonly version: number;
  readonly skipped: readonly Skipped[];
  /** Milliseconds since 1970, as all times here. */
  readonly usedAt: number;
  readonly dueAt: number;
  readonly reminders: number;
  readonly overdueAt: number | undefined;
  readonly review: Review | undefined;
}

interface Review {
  readonly by: { readonly objectId: string; readonly name: string };
  readonly reason: string;
  readonly at: number;
}

/** An approver who was skipped. `mention`: told in a reply under the card; `chat`: with the card in their own chat. */
export interface Skipped {
  readonly objectId: string;
  readonly name: string;
  readonly way: 'mention' | 'chat';
}

const skippedJson = z.array(
  z.object({ objectId: z.string(), name: z.string(), way: z.enum(['mention', 'chat']).default('chat') }),
);

const toUse = (row: BreakGlassTable): Use => ({
  change: row.change_id,
  person: row.person_id,
  state: z.enum(states).parse(row.state),
  version: row.version,
  skipped: skippedJson.parse(JSON.parse(row.skipped_json)),
  usedAt: Date.parse(row.used_at),
  dueAt: Date.parse(row.due_at),
  reminders: row.reminders,
  overdueAt: row.overdue_at === null ? undefined : Date.parse(row.overdue_at),
  review:
    row.reviewed_at === null
      ? undefined
      : {
          by: { objectId: row.reviewer_id ?? '', name: row.reviewer_name ?? '' },
          reason: row.review_reason ?? '',
          at: Date.parse(row.reviewed_at),
        },
});

/**
 * Stores a use.
 * @param identity of the person over all of their accounts
 * @returns false if a use of theirs is not reviewed yet
 */
export const insertUse = async (
  trx: Trx,
  use: Pick<Use, 'change' | 'person' | 'skipped' | 'usedAt' | 'dueAt'>,
  identity: string,
): Promise<boolean> =>
  rowCount(
    await trx
      .insertInto('break_glass')
      .values({
        change_id: use.change,
        person_id: use.person,
        open_person: identity,
        state: 'used',
        version: 1,
        skipped_json: JSON.stringify(use.skipped),
        used_at: iso(use.usedAt),
        due_at: iso(use.dueAt),
        reminders: 0,
      })
      .onConflict((conflict) => conflict.column('open_person').doNothing())
      .executeTakeFirst(),
  ) === 1;

export const findUse = async (db: Db, change: string): Promise<Use | undefined> => {
  const row = await db.selectFrom('break_glass').selectAll().where('change_id', '=', change).executeTakeFirst();
  return row && toUse(row);
};

/** The uses of everybody that are not reviewed yet: never many, for each person has one at most. */
export const openUses = async (db: Db): Promise<readonly Use[]> =>
  (await db.selectFrom('break_glass').selectAll().where('state', 'in', ['used', 'due']).execute()).map(toUse);

/** These people cannot be mentioned: they get the card in their own chat. @returns the use as it is then; undefined if there is none */
export const moveToOwnChat = async (
  trx: Trx,
  change: string,
  isMoved: (person: Skipped) => boolean,
): Promise<Use | undefined> => {
  const use = await findUse(trx, change);
  if (!use) return undefined;
  const skipped = use.skipped.map((person) => (isMoved(person) ? { ...person, way: 'chat' as const } : person));
  const row = await trx
    .updateTable('break_glass')
    .set({ skipped_json: JSON.stringify(skipped) })
    .where('change_id', '=', change)
    .returningAll()
    .executeTakeFirst();
  return row && toUse(row);
};

/** The next step of a use in one of these states. @returns the use as it is then; undefined where it is in another state */
const stepUse = async (
  trx: Trx,
  change: string,
  from: readonly Use['state'][],
  step: Updateable<BreakGlassTable>,
): Promise<Use | undefined> => {
  const row = await trx
    .updateTable('break_glass')
    .set((eb) => ({ ...step, version: eb('version', '+', 1) }))
    .where('change_id', '=', change)
    .where('state', 'in', from)
    .returningAll()
    .executeTakeFirst();
  return row && toUse(row);
};

/** It was granted, or may have been: the review is due. @returns the use as it is then; undefined if that was so already */
export const openReview = (trx: Trx, change: string, dueAt: number): Promise<Use | undefined> =>
  stepUse(trx, change, ['used'], { state: 'due', due_at: iso(dueAt) });

/** Nothing was granted. @returns the use as it is then; undefined if its review has ended already */
export const voidUse = (trx: Trx, change: string): Promise<Use | undefined> =>
  stepUse(trx, change, ['used', 'due'], { state: 'void', open_person: null });

/** The end of a review. @returns undefined if somebody else came first */
export const endReview = (
  trx: Trx,
  change: string,
  state: 'justified' | 'notJustified',
  { by, reason, at }: Review,
): Promise<Use | undefined> =>
  stepUse(trx, change, ['due'], {
    ...{ state, open_person: null, reviewed_at: iso(at) },
    ...{ reviewer_id: by.objectId, reviewer_name: by.name, review_reason: reason },
  });

/** Records the number of reminders that are past now. @returns undefined if another process or a review came first */
export const countReminder = async (
  trx: Trx,
  { change, reminders }: Pick<Use, 'change' | 'reminders'>,
  to: number,
  overdueAt: number | undefined,
): Promise<Use | undefined> => {
  const row = await trx
    .updateTable('break_glass')
    .set((eb) => ({
      ...{ reminders: to, version: eb('version', '+', 1) },
      ...(overdueAt === undefined ? {} : { overdue_at: iso(overdueAt) }),
    }))
    .where('change_id', '=', change)
    .where('state', '=', 'due')
    .where('reminders', '=', reminders)
    .returningAll()
    .executeTakeFirst();
  return row && toUse(row);
};
