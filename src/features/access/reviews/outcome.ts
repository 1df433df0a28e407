import type { Change, ChangeState } from '#engine/changes/change.ts';
import { listChangesBySource } from '#engine/changes/repository.ts';
import { escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Db } from '#platform/storage/database.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { ReviewItem } from './item-store.ts';
import { removalSource } from './removal-job.ts';
import type { AccessReview } from './store.ts';

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
