import type { Outbox } from '#engine/outbox/outbox.ts';
import type { Trx } from '#platform/storage/database.ts';
import { touchCards } from './cards.ts';
import { findItem } from './item-store.ts';
import { raiseReview } from './store.ts';

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
