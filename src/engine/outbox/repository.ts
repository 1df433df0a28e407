import { sql } from 'kysely';
import { iso } from '#platform/lib/clock.ts';
import type { TextKey, TextValues } from '#platform/lib/errors.ts';
import type { Ids } from '#platform/lib/ids.ts';
import { claimDue, lockInOrder, rowCount, SKEW_MS } from '#platform/storage/claim.ts';
import type { Db } from '#platform/storage/database.ts';
import { prepared } from '#platform/storage/prepared.ts';
import type { Setback } from './setback.ts';
import type { DeliveryRow } from './tables.ts';

/**
 * The target of a copy: a conversation, a person's personal chat, or the thread under another subject's first copy, of this variant.
 * `copy` names an additional copy of the same variant in the same conversation.
 */
export type Target =
  | { readonly conversation: string; readonly copy?: string }
  | { readonly person: string }
  | { readonly under: string; readonly variant?: string };

/** The order when many are due: critical first, then answers that people wait for, then proactive messages. */
export const priorities = { critical: 0, asked: 1, unasked: 2 } as const;
export type DeliveryPriority = keyof typeof priorities;

/** A message that is already posted. */
export interface PostedAs {
  readonly conversationId: string;
  readonly activityId: string;
}

export interface NewDelivery {
  readonly subject: string;
  readonly variant: string;
  readonly to: Target;
  /** BCP 47 tag of the reader or the conversation. */
  readonly language: string;
  readonly version: number;
  /** `asked` when absent. */
  readonly priority?: DeliveryPriority;
  /** Its reader has to do something: in a personal chat it rings. */
  readonly needsAnswer?: boolean;
  /** Milliseconds since 1970; at once when absent. The earliest goes first. */
  readonly dueAt?: number;
  /** Set if the copy is posted already, such as the card that a person pressed or that a newer one replaces. */
  readonly postedAs?: PostedAs;
}

/** How long one send may hold its row; after that it counts as crashed. A claim counts as an attempt. */
export const LEASE_MS = 60_000;

/** Longer than a client takes to show the answer to a press. */
export const HOLD_MS = 700;

/** Adds a copy, due at once. If one with the same subject, variant and target exists, that one is updated instead. */
export const insertDelivery = async (db: Db, ids: Ids, now: number, delivery: NewDelivery): Promise<void> => {
  const at = iso(now);
  // A posted copy without a row and a time of its own was just pressed: the answer to the press comes first.
  const hold = delivery.postedAs && delivery.dueAt === undefined ? iso(now + HOLD_MS) : null;
  const inserted = await db
    .insertInto('deliveries')
    .values({
      id: ids.ordered(),
      subject: delivery.subject,
      face: delivery.variant,
      ...targetColumns(delivery.to),
      language: delivery.language,
      priority: priorities[delivery.priority ?? 'asked'],
      needs_answer: delivery.needsAnswer ? 1 : 0,
      wanted_version: delivery.version,
      shown_version: 0,
      conversation_id:
        delivery.postedAs?.conversationId ?? ('conversation' in delivery.to ? delivery.to.conversation : null),
      activity_id: delivery.postedAs?.activityId ?? null,
      state: 'ready',
      due_at: hold ?? iso(delivery.dueAt ?? now),
      set_at: at,
      attempts: 0,
      refusals: 0,
      hold_until: hold,
      unclear: 0,
      lease_until: null,
      lease_owner: null,
      last_error: null,
      created_at: at,
    })
    .onConflict((conflict) => conflict.columns(['subject', 'face', 'target_kind', 'target']).doNothing())
    .executeTakeFirst();
  // A worker may have claimed a new row by now: only an existing row needs an update.
  if (rowCount(inserted) === 0) await touchSubject(db, now, delivery.subject, delivery.version);
};

const targetColumns = (to: Target): Pick<DeliveryRow, 'target_kind' | 'target'> => {
  if ('person' in to) return { target_kind: 'person', target: to.person.toLowerCase() };
  if ('under' in to) {
    return { target_kind: 'under', target: to.variant === undefined ? to.under : `${to.under}#${to.variant}` };
  }
  return {
    target_kind: 'conversation',
    target: to.copy === undefined ? to.conversation : `${to.conversation}#${to.copy}`,
  };
};

/** Sets the least version for every live copy of the subject; waiting edits merge into the newest. */
export const touchSubject = async (db: Db, now: number, subject: string, version: number): Promise<void> => {
  await db
    .updateTable('deliveries')
    .set((eb) => ({
      wanted_version: eb.case().when('wanted_version', '<', version).then(version).else(eb.ref('wanted_version')).end(),
      state: 'ready' as const,
      due_at: eb
        .case()
        .when(eb.and([eb('hold_until', '>', iso(now)), eb('hold_until', '<=', iso(now + HOLD_MS + SKEW_MS))]))
        .then(eb.fn.coalesce('hold_until', eb.val(iso(now))))
        .else(iso(now))
        .end(),
      set_at: iso(now),
    }))
    .where('id', 'in', (eb) =>
      lockInOrder(
        db,
        eb
          .selectFrom('deliveries')
          .select('id')
          .where('subject', '=', subject)
          .where('state', '!=', 'dead')
          .where('shown_version', '<', version),
      ),
    )
    .execute();
};

const byPriority = { column: 'priority', values: Object.values(priorities) } as const;

export const claimDeliveries = (db: Db, now: number, limit: number, owner: string): Promise<DeliveryRow[]> =>
  claimDue(db, 'deliveries', { now, leaseMs: LEASE_MS, limit, owner, first: byPriority, count: 'attempts' });

/** The version shown in each conversation. */
export interface Shown {
  readonly version: number;
  readonly conversationId: string;
  /** Empty where Teams did not say it: the next version is posted as a new message. */
  readonly activityId: string;
}

/** The result of a send or an edit; if a newer version is wanted meanwhile, the row stays ready. */
export const recordShown = async (db: Db, row: DeliveryRow, shown: Shown): Promise<void> => {
  const { version, conversationId, activityId } = shown;
  if (row.lease_owner !== null)
    await setShown(db, row.id, row.lease_owner, version, conversationId, activityId || null);
};

const setShown = prepared(
  (db, id: string, leaseOwner: string, version: number, conversation_id: string, activity_id: string | null) =>
    db
      .updateTable('deliveries')
      .set((eb) => ({
        shown_version: version,
        conversation_id,
        activity_id,
        attempts: 0,
        refusals: 0,
        lease_until: null,
        lease_owner: null,
        last_error: null,
        state: eb
          .case()
          .when('wanted_version', '>', version)
          .then('ready' as const)
          .else('shown' as const)
          .end(),
      }))
      .where('id', '=', id)
      .where('lease_owner', '=', leaseOwner)
      .compile(),
);

/** @returns false when another process has the lease by now */
export const recordSetback = async (db: Db, now: number, row: DeliveryRow, setback: Setback): Promise<boolean> => {
  const result = await db
    .updateTable('deliveries')
    .set({
      unclear: row.unclear + (setback.unclear ? 1 : 0),
      last_error: setback.code,
      lease_until: null,
      lease_owner: null,
      ...(setback.again === undefined ? { state: 'dead' as const } : { due_at: iso(setback.again), set_at: iso(now) }),
      ...(setback.untried ? { attempts: row.attempts - 1 } : {}),
      ...(setback.repost ? { activity_id: null, refusals: 0 } : { refusals: setback.refusals ?? row.refusals }),
    })
    .where('id', '=', row.id)
    .where('lease_owner', '=', row.lease_owner)
    .executeTakeFirst();
  return rowCount(result) === 1;
};

/** The deliveries that wait after this code, oldest first. */
export const findWaiting = (db: Db, code: string): Promise<DeliveryRow[]> =>
  db
    .selectFrom('deliveries')
    .selectAll()
    .where('state', '=', sql.lit('ready'))
    .where('last_error', '=', code)
    .orderBy('created_at')
    .execute();

/** Makes deliveries due now and resets their attempts. */
export const bringForward = async (db: Db, now: number, ids: readonly string[]): Promise<void> => {
  await db
    .updateTable('deliveries')
    .set({ due_at: iso(now), set_at: iso(now), attempts: 0, refusals: 0 })
    .where('id', 'in', (eb) =>
      lockInOrder(
        db,
        eb
          .selectFrom('deliveries')
          .select('id')
          // Not `=`: SQLite would then scan all ready rows instead of these.
          .where('state', 'not in', ['shown', 'dead'])
          .where('id', 'in', ['', ...ids]),
      ),
    )
    .execute();
};

/** The batch size: a database limits the values of a statement. */
const FORGOTTEN_AT_ONCE = 500;

export const forgetSubjects = async (db: Db, subjects: readonly string[]): Promise<void> => {
  for (let from = 0; from < subjects.length; from += FORGOTTEN_AT_ONCE) {
    const some = subjects.slice(from, from + FORGOTTEN_AT_ONCE);
    await db.deleteFrom('deliveries').where('subject', 'in', some).execute();
  }
};

/** The positions of a subject's copies, newest last; copies not posted yet are left out. */
export const findCopies = (db: Db, subject: string): Promise<DeliveryRow[]> =>
  db.selectFrom('deliveries').selectAll().where('subject', '=', subject).orderBy('created_at').execute();

/** The copies under whose first one a reply is posted. @param target of a delivery of the kind `under` */
export const findRoots = async (db: Db, target: string): Promise<DeliveryRow[]> => {
  const [subject = '', variant] = target.split('#', 2);
  const copies = await findCopies(db, subject);
  return variant === undefined ? copies : copies.filter((copy) => copy.face === variant);
};

/** Copies of this variant that are not posted yet, nor being sent, are not posted any more. */
export const withdrawUnposted = async (db: Db, subject: string, variant: string): Promise<void> => {
  await db
    .deleteFrom('deliveries')
    .where('subject', '=', subject)
    .where('face', '=', variant)
    .where('activity_id', 'is', null)
    .where('shown_version', '=', 0)
    .where('lease_owner', 'is', null)
    .execute();
};

export const insertNotice = async (
  db: Db,
  id: string,
  now: number,
  key: TextKey,
  values: TextValues,
): Promise<void> => {
  await db
    .insertInto('notices')
    .values({ id, text_key: key, value_json: JSON.stringify(values), created_at: iso(now) })
    .execute();
};

export const findNotice = (db: Db, id: string) =>
  db.selectFrom('notices').selectAll().where('id', '=', id).executeTakeFirst();
