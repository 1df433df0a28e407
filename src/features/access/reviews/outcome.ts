import type { Change, ChangeState } from '#engine/changes/change.ts';
import { listChangesBySource } from '#engine/changes/repository.ts';
import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Services } from '#features/feature.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import { escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Db, Trx } from '#platform/storage/database.ts';
import type { Words } from '#platform/texts/texts.ts';
import { reportSubject, touchCards } from './cards.ts';
import { endOpenItems, findItem, itemsOf, type ReviewItem } from './item-store.ts';
import { removalSource, scheduleRemoval } from './removal-job.ts';
import { type AccessReview, closeReview, raiseReview } from './store.ts';

/** What has become of one person's access, in the order in which a report lists it. */
export const outcomes = [
  'notRemoved',
  'unclear',
  'waiting',
  'removing',
  'removed',
  'unanswered',
  'open',
  'kept',
  'notAsked',
] as const;
export type Outcome = (typeof outcomes)[number];

/** A row of a review with what became of it. */
export interface ReviewRow {
  readonly item: ReviewItem;
  readonly outcome: Outcome;
  /** The removal that the review asked for. */
  readonly removal: Change | undefined;
}

const ofRemoval: Readonly<Record<ChangeState, Outcome>> = {
  ...{ waiting: 'waiting', approved: 'removing', doing: 'removing', done: 'removed', unconfirmed: 'unclear' },
  ...{ denied: 'notRemoved', cancelled: 'notRemoved', expired: 'notRemoved', failed: 'notRemoved' },
};

const outcomeOf = (
  { state, problem }: ReviewItem,
  { unanswered }: Pick<AccessReview, 'unanswered'>,
  removal: Change | undefined,
): Outcome => {
  if (state === 'open' || state === 'notAsked') return state;
  if (state === 'keep') return 'kept';
  if (state === 'unanswered' && unanswered === 'keep') return 'unanswered';
  if (removal) return ofRemoval[removal.state];
  return problem ? 'notRemoved' : 'removing';
};

/** Each row with what became of it, in the order of the rows. */
export const withOutcomes = async (
  db: Db,
  review: Pick<AccessReview, 'unanswered'>,
  items: readonly ReviewItem[],
): Promise<readonly ReviewRow[]> => {
  const asked = items.filter(({ state }) => state === 'remove' || state === 'unanswered');
  const removals = await listChangesBySource(
    db,
    asked.map(({ id }) => removalSource(id)),
  );
  const bySource = new Map(removals.map((change) => [change.source, change] as const));
  return items.map((item) => {
    const removal = bySource.get(removalSource(item.id));
    return { item, outcome: outcomeOf(item, review, removal), removal };
  });
};

/** Why it was not removed or not asked about; empty where nothing stands in the way. */
export const whyNot = ({ item, outcome, removal }: ReviewRow, words: Words): Markdown => {
  if (outcome === 'notAsked' && item.problem) return words.markdown(item.problem.text, item.problem.values);
  if (outcome !== 'notRemoved') return '' as Markdown;
  if (removal?.failure) return words.markdown(removal.failure.text, removal.failure.values);
  if (removal) return escapeMarkdown(words.plain(`changes.stateName.${removal.state}`));
  return item.problem ? words.markdown(item.problem.text, item.problem.values) : ('' as Markdown);
};

type Ending = Pick<Services, 'audit' | 'clock' | 'jobs' | 'outbox'>;

/**
 * Ends a review: access without an answer stays or goes, as the policy says, and the report is posted. The first caller does it, once.
 * @returns undefined if it has ended already
 */
export const endReviewIn = async (services: Ending, trx: Trx, id: string): Promise<AccessReview | undefined> => {
  const { audit, clock, jobs, outbox } = services;
  const review = await closeReview(trx, id, clock.now());
  if (!review) return undefined;
  const left = await endOpenItems(trx, id);
  if (review.unanswered === 'remove') {
    for (const item of left) await scheduleRemoval(jobs, trx, item.id, clock.now());
  }
  const items = await itemsOf(trx, id);
  const count = (state: string): number => items.filter((item) => item.state === state).length;
  await audit.append(trx, {
    target: id,
    actor: STEWARD,
    event: 'access review ended',
    detail: {
      ...{ kept: count('keep'), removed: count('remove'), notAsked: count('notAsked') },
      unanswered: left.map(({ id: item, access: { person, role, place } }) => ({
        ...{ item, person: person.objectId, role: role.id, place: place.scope, becomes: review.unanswered },
      })),
    },
  });
  await touchCards(services, trx, review);
  if (review.reportTo !== undefined) {
    await outbox.deliver(trx, {
      ...{ subject: reportSubject(id), variant: 'report', to: { conversation: review.reportTo } },
      ...{ language: review.language, version: review.version },
    });
  }
  return review;
};

/** A removal that a review decided took a step: the review's cards and its report show it. @param item of the review */
export const followRemoval = async (
  trx: Trx,
  item: string | undefined,
  { outbox }: { readonly outbox: Pick<Outbox, 'touch'> },
): Promise<void> => {
  const found = item === undefined ? undefined : await findItem(trx, item);
  const review = found && (await raiseReview(trx, found.review));
  if (review) await touchCards({ outbox }, trx, review);
};
