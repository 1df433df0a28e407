import type { Services } from '#features/feature.ts';
import { STEWARD } from '#platform/audit/chain.ts';
import type { Trx } from '#platform/storage/database.ts';
import { reportSubject, touchCards } from './cards.ts';
import { endOpenItems, itemsOf } from './item-store.ts';
import { scheduleRemoval } from './removal-job.ts';
import { type AccessReview, closeReview } from './store.ts';

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
