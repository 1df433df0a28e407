import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Services } from '#features/feature.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { ReviewItem } from './item-store.ts';
import { reviewersOfAll } from './reviewers.ts';
import { type AccessReview, cardsOf, setCard } from './store.ts';

/** The subjects of the outbox: a reviewer's card, and the report. */
export const ACCESS_REVIEW = 'accessReview';
export const ACCESS_REPORT = 'accessReviewReport';

/** @param card of one reviewer, as `<review>.<person>` */
export const reviewCardSubject = (card: string): string => `${ACCESS_REVIEW}:${card}`;
export const cardOf = (review: string, person: string): string => `${review}.${person.toLowerCase()}`;
export const reportSubject = (review: string): string => `${ACCESS_REPORT}:${review}`;

/** @returns review and person of a card; undefined for what is none */
export const partsOf = (card: string): { readonly review: string; readonly person: string } | undefined => {
  const [, review, person] = /^([\w-]{1,60})\.([0-9a-f-]{36})$/.exec(card) ?? [];
  return review === undefined || person === undefined ? undefined : { review, person };
};

/** Every card of it is drawn again. */
export const touchCards = async (
  { outbox }: { readonly outbox: Pick<Outbox, 'touch'> },
  trx: Trx,
  { id, version }: Pick<AccessReview, 'id' | 'version'>,
): Promise<void> => {
  for (const person of (await cardsOf(trx, id)).keys()) {
    await outbox.touch(trx, reviewCardSubject(cardOf(id, person)), version);
  }
  await outbox.touch(trx, reportSubject(id), version);
};

/**
 * Brings everybody who has something to answer their card, in their own chat; also those who became reviewers since.
 * @param variant `review`, or a reminder's
 * @returns how many
 */
export const deliverCards = async (
  { outbox, policy }: Pick<Services, 'outbox' | 'policy'>,
  trx: Trx,
  review: AccessReview,
  items: readonly ReviewItem[],
  variant: string,
): Promise<number> => {
  const current = policy.current();
  const open = items.filter(({ state }) => state === 'open');
  const reviewers = reviewersOfAll(current, review.place.key, open);
  const cards = await cardsOf(trx, review.id);
  for (const { objectId } of reviewers) {
    const person = objectId.toLowerCase();
    if (!cards.has(person)) await setCard(trx, review.id, person, 0);
    await outbox.deliver(trx, {
      ...{ subject: reviewCardSubject(cardOf(review.id, person)), variant, to: { person } },
      ...{ language: review.language, version: review.version, needsAnswer: true },
    });
  }
  return reviewers.length;
};
