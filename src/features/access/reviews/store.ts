import type { Updateable } from 'kysely';
import { z } from 'zod';
import { iso } from '#platform/lib/clock.ts';
import { rowCount } from '#platform/storage/claim.ts';
import type { Db, Migrations, Trx } from '#platform/storage/database.ts';
import { createIndex, createTable } from '#platform/storage/schema.ts';

/** One review of a place. Times are ISO text. */
interface ReviewTable {
  id: string;
  state: string;
  version: number;
  place_json: string;
  /** The place's scope while the review is open, else null: unique, so that two at once are one. */
  open_place: string | null;
  /** Null for a review that began by itself. */
  asked_by: string | null;
  asked_by_name: string | null;
  /** Where the report is posted; null: nowhere. */
  report_to: string | null;
  language: string;
  unanswered: string;
  started_at: string;
  ends_at: string;
  /** How many reminders were sent. */
  reminders: number;
  ended_at: string | null;
}

/** The card of one reviewer. */
interface ReviewCardTable {
  review_id: string;
  person_id: string;
  /** Which page it shows, from 0. */
  page: number;
}

/** When the next review of a place begins by itself. */
interface ReviewPlanTable {
  place: string;
  next_at: string;
}

declare module '#platform/storage/database.ts' {
  interface Tables {
    access_reviews: ReviewTable;
    access_review_cards: ReviewCardTable;
    access_review_plans: ReviewPlanTable;
  }
}

export const accessReviewMigrations: Migrations = {
  'access-reviews-001': async (db) => {
    await createTable(db, 'access_reviews', {
      key: 'id',
      texts: ['state', 'place_json', 'language', 'unanswered', 'started_at', 'ends_at'],
      numbers: ['version', 'reminders'],
      optional: ['open_place', 'asked_by', 'asked_by_name', 'report_to', 'ended_at'],
      unique: ['open_place'],
    }).execute();
    await createTable(db, 'access_review_cards', { texts: ['review_id', 'person_id'], numbers: ['page'] })
      .addPrimaryKeyConstraint('access_review_cards_key', ['review_id', 'person_id'])
      .execute();
    await createTable(db, 'access_review_plans', { key: 'place', texts: ['next_at'] }).execute();
    await createIndex(db, 'access_review_plans_next', 'access_review_plans', ['next_at']);
  },
};

const place = z.object({ key: z.string(), title: z.string(), scope: z.string() });

export interface AccessReview {
  readonly id: string;
  readonly place: z.infer<typeof place>;
  readonly state: 'open' | 'ended';
  readonly version: number;
  /** Absent for a review that began by itself. */
  readonly askedBy: { readonly objectId: string; readonly name: string } | undefined;
  /** The conversation that gets the report, by its id. */
  readonly reportTo: string | undefined;
  readonly language: string;
  readonly unanswered: 'keep' | 'remove';
  /** Milliseconds since 1970, as all times here. */
  readonly startedAt: number;
  readonly endsAt: number;
  readonly reminders: number;
  readonly endedAt: number | undefined;
}

const toReview = (row: ReviewTable): AccessReview => ({
  id: row.id,
  place: place.parse(JSON.parse(row.place_json)),
  state: z.enum(['open', 'ended']).parse(row.state),
  version: row.version,
  askedBy: row.asked_by === null ? undefined : { objectId: row.asked_by, name: row.asked_by_name ?? '' },
  reportTo: row.report_to ?? undefined,
  language: row.language,
  unanswered: row.unanswered === 'remove' ? 'remove' : 'keep',
  startedAt: Date.parse(row.started_at),
  endsAt: Date.parse(row.ends_at),
  reminders: row.reminders,
  endedAt: row.ended_at === null ? undefined : Date.parse(row.ended_at),
});

type NewReview = Omit<AccessReview, 'state' | 'version' | 'reminders' | 'endedAt'>;

/** @returns false where a review of the same place is under way */
export const insertReview = async (trx: Trx, review: NewReview): Promise<boolean> =>
  rowCount(
    await trx
      .insertInto('access_reviews')
      .values({
        id: review.id,
        state: 'open',
        version: 1,
        place_json: JSON.stringify(review.place),
        open_place: review.place.scope.toLowerCase(),
        asked_by: review.askedBy?.objectId ?? null,
        asked_by_name: review.askedBy?.name ?? null,
        report_to: review.reportTo ?? null,
        language: review.language,
        unanswered: review.unanswered,
        started_at: iso(review.startedAt),
        ends_at: iso(review.endsAt),
        reminders: 0,
      })
      .onConflict((conflict) => conflict.column('open_place').doNothing())
      .executeTakeFirst(),
  ) === 1;

export const findReview = async (db: Db, id: string): Promise<AccessReview | undefined> => {
  const row = await db.selectFrom('access_reviews').selectAll().where('id', '=', id).executeTakeFirst();
  return row && toReview(row);
};

/** The review of this place that is under way. @param scope of the place */
export const findOpenReview = async (db: Db, scope: string): Promise<AccessReview | undefined> => {
  const open = db.selectFrom('access_reviews').selectAll().where('open_place', '=', scope.toLowerCase());
  const row = await open.executeTakeFirst();
  return row && toReview(row);
};

/** Raises the version, so that every card of it is drawn again. @returns undefined where there is none such */
const stepReview = async (
  trx: Trx,
  id: string,
  only: { readonly state?: 'open'; readonly reminders?: number },
  step: Updateable<ReviewTable> = {},
): Promise<AccessReview | undefined> => {
  const row = await trx
    .updateTable('access_reviews')
    .set((eb) => ({ ...step, version: eb('version', '+', 1) }))
    .where((eb) => eb.and({ id, ...only }))
    .returningAll()
    .executeTakeFirst();
  return row && toReview(row);
};

/** Draws every card of it again. @param state of a review that must be open still @returns undefined where there is none */
export const raiseReview = (trx: Trx, id: string, state?: 'open'): Promise<AccessReview | undefined> =>
  stepReview(trx, id, state ? { state } : {});

/** @returns undefined if it has ended already */
export const closeReview = (trx: Trx, id: string, now: number): Promise<AccessReview | undefined> =>
  stepReview(trx, id, { state: 'open' }, { state: 'ended', open_place: null, ended_at: iso(now) });

/** Records the number of reminders sent so far. @returns undefined if another process came first, or it has ended */
export const countReviewReminder = (
  trx: Trx,
  { id, reminders }: Pick<AccessReview, 'id' | 'reminders'>,
  to: number,
): Promise<AccessReview | undefined> => stepReview(trx, id, { state: 'open', reminders }, { reminders: to });

/** Who has a card of it, and which page it shows. */
export const cardsOf = async (db: Db, review: string): Promise<ReadonlyMap<string, number>> => {
  const rows = await db.selectFrom('access_review_cards').selectAll().where('review_id', '=', review).execute();
  return new Map(rows.map(({ person_id, page }) => [person_id, page]));
};

/** This person has a card of it, which shows this page. */
export const setCard = async (db: Db, review: string, person: string, page: number): Promise<void> => {
  await db
    .insertInto('access_review_cards')
    .values({ review_id: review, person_id: person, page })
    .onConflict((conflict) => conflict.columns(['review_id', 'person_id']).doUpdateSet({ page }))
    .execute();
};
