import { z } from 'zod';
import { iso } from '#platform/lib/clock.ts';
import { affectsOne, insertNew } from '#platform/storage/claim.ts';
import type { Db, Migrations, Trx } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';
import { asTextKey, type TextKey } from '#platform/texts/texts.ts';

/** One person's access in a review. */
interface ReviewItemTable {
  id: string;
  review_id: string;
  /** From 0. */
  position: number;
  access_json: string;
  state: string;
  decided_by: string | null;
  decided_by_name: string | null;
  decided_language: string | null;
  reason: string | null;
  decided_at: string | null;
  /** Why it was not asked about or could not be removed: a text and its values. */
  problem_json: string | null;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    access_review_items: ReviewItemTable;
  }
}

export const reviewItemMigrations: Migrations = {
  'access-reviews-002': async (db) => {
    await createTable(db, 'access_review_items', {
      key: 'id',
      texts: ['review_id', 'access_json', 'state'],
      numbers: ['position'],
      optional: ['decided_by', 'decided_by_name', 'decided_language', 'reason', 'decided_at', 'problem_json'],
    }).execute();
    await createIndex(db, 'access_review_items_review', 'access_review_items', ['review_id', 'position']);
  },
};

/** What somebody had when the review began; moments in milliseconds since 1970. */
const access = z.object({
  /** At the vendor. */
  id: z.string(),
  person: z.object({ objectId: z.string(), name: z.string() }),
  role: z.object({ key: z.string(), title: z.string(), id: z.string() }),
  place: z.object({ key: z.string(), title: z.string(), scope: z.string() }),
  start: z.number().optional(),
  end: z.number().optional(),
  held: z.enum(['direct', 'group', 'inherited']),
  through: z.string(),
  condition: z.string().optional(),
  /** The change that granted it, if it was one of ours. */
  grant: z.string().nullable(),
});
export type ReviewedAccess = z.infer<typeof access>;

const problem = z.object({ text: z.string().transform(asTextKey), values: z.record(z.string(), z.string()) });
export interface Problem {
  readonly text: TextKey;
  readonly values: Readonly<Record<string, string>>;
}

/** `notAsked`: it is not reviewed here; its problem says why. */
const states = ['open', 'keep', 'remove', 'unanswered', 'notAsked'] as const;
type ItemState = (typeof states)[number];

export interface ReviewItem {
  readonly id: string;
  readonly review: string;
  readonly position: number;
  readonly access: ReviewedAccess;
  readonly state: ItemState;
  readonly answer: ItemAnswer | undefined;
  readonly problem: Problem | undefined;
}

interface ItemAnswer {
  readonly by: { readonly objectId: string; readonly name: string; readonly language: string };
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

const toItem = (row: ReviewItemTable): ReviewItem => ({
  id: row.id,
  review: row.review_id,
  position: row.position,
  access: access.parse(JSON.parse(row.access_json)),
  state: z.enum(states).parse(row.state),
  answer:
    row.decided_at === null
      ? undefined
      : {
          by: { objectId: row.decided_by ?? '', name: row.decided_by_name ?? '', language: row.decided_language ?? '' },
          reason: row.reason ?? '',
          at: Date.parse(row.decided_at),
        },
  problem: row.problem_json === null ? undefined : problem.parse(JSON.parse(row.problem_json)),
});

/** A few rows in one statement: SQLite limits its values. */
const AT_ONCE = 50;

export const insertItems = async (trx: Trx, items: readonly ReviewItem[]): Promise<void> => {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    const rows = items.slice(from, from + AT_ONCE).map((item) => ({
      ...{ id: item.id, review_id: item.review, position: item.position, state: item.state },
      access_json: JSON.stringify(item.access),
      problem_json: item.problem ? JSON.stringify(item.problem) : null,
    }));
    await trx.insertInto('access_review_items').values(rows).execute();
  }
};

/** In their order. */
export const itemsOf = async (db: Db, review: string): Promise<readonly ReviewItem[]> => {
  const rows = await db
    .selectFrom('access_review_items')
    .selectAll()
    .where('review_id', '=', review)
    .orderBy('position')
    .execute();
  return rows.map(toItem);
};

export const findItem = async (db: Db, id: string): Promise<ReviewItem | undefined> => {
  const row = await db.selectFrom('access_review_items').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toItem(row);
};

/** Answers for one person's access. @returns undefined where somebody has, or the review has ended */
export const answerItem = async (
  trx: Trx,
  id: string,
  state: 'keep' | 'remove',
  { by, reason, at }: ItemAnswer,
): Promise<ReviewItem | undefined> => {
  const row = await trx
    .updateTable('access_review_items')
    .set({
      ...{ state, reason, decided_at: iso(at) },
      ...{ decided_by: by.objectId, decided_by_name: by.name, decided_language: by.language },
    })
    .where('id', '=', id)
    .where('state', '=', 'open')
    .returningAll()
    .executeTakeFirst();
  return row && toItem(row);
};

/** Nobody answers for the rest any more. @returns the rest */
export const endOpenItems = async (trx: Trx, review: string): Promise<readonly ReviewItem[]> => {
  const rows = await trx
    .updateTable('access_review_items')
    .set({ state: 'unanswered' })
    .where('review_id', '=', review)
    .where('state', '=', 'open')
    .returningAll()
    .execute();
  return rows.map(toItem).toSorted((a, b) => a.position - b.position);
};

/** It could not be removed, and why. @returns false where that is known already */
export const noteProblem = async (trx: Trx, id: string, why: Problem): Promise<boolean> => {
  const row = await trx
    .updateTable('access_review_items')
    .set({ problem_json: JSON.stringify(why) })
    .where('id', '=', id)
    .where('problem_json', 'is', null)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
};

/** When the next review of each place begins by itself, in milliseconds since 1970, by the place's key. */
export const plannedReviews = async (db: Db): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.selectFrom('access_review_plans').selectAll().where('next_at', '>', '').execute();
  return new Map(rows.map(({ place, next_at }) => [place, Date.parse(next_at)]));
};

/** Plans the first review of a place; one that is planned stays as it is. */
export const planFirst = async (db: Db, place: string, at: number): Promise<void> => {
  await insertNew(db.insertInto('access_review_plans').values({ place, next_at: iso(at) }));
};

/** Plans the next one. @returns false where another process did */
export const planNext = (trx: Trx, place: string, from: number, to: number): Promise<boolean> =>
  affectsOne(
    trx
      .updateTable('access_review_plans')
      .set({ next_at: iso(to) })
      .where('place', '=', place)
      .where('next_at', '=', iso(from)),
  );

/** Nothing is planned for these places any more. */
export const dropPlans = async (db: Db, places: readonly string[]): Promise<void> => {
  if (places.length === 0) return;
  await db.deleteFrom('access_review_plans').where('place', 'in', places).execute();
};
