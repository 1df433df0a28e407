import type { Person } from '#engine/changes/change.ts';
import type { Services } from '#features/feature.ts';
import { AppError } from '#platform/lib/errors.ts';
import { clean } from '#platform/lib/text.ts';
import type { PolicySource } from '#policy/file/group-members.ts';
import { notAllowed } from '#policy/policy.ts';
import { reviewEntryOf } from '../policy.ts';
import { touchCards } from './cards.ts';
import { answerItem, findItem, itemsOf, type ReviewItem } from './item-store.ts';
import { endReviewIn } from './outcome.ts';
import { scheduleRemoval } from './removal-job.ts';
import { mayReviewAccess, namesOfReviewers } from './reviewers.ts';
import { type AccessReview, findReview, raiseReview } from './store.ts';

interface Answering {
  readonly item: string;
  readonly person: Person;
  readonly says: 'keep' | 'remove';
  readonly reason: string;
}

/**
 * Answers for one person's access, by one conditional update. Reviewers are those of the current policy and the present
 * members of its groups, never the person themself. The same press again changes nothing. The last answer ends the review.
 * @throws AppError where this person may not, where a reason is missing, where it has ended, or somebody else came first
 */
export const answerFor = async (services: Services, answering: Answering): Promise<AccessReview> => {
  const { database, audit, clock, jobs } = services;
  const { item: id, person, says } = answering;
  const now = await withReviewersNow(services, id);
  return database.transaction(async (trx) => {
    const item = await findItem(trx, id);
    const review = item && (await findReview(trx, item.review));
    if (!item || !review || item.state === 'notAsked') throw refused('unknown');
    const current = now.current();
    if (!mayReviewAccess(current, review.place.key, item.access, person.objectId)) {
      throw notAllowed('access.reviews.refused.notReviewer', current, (objectId) =>
        mayReviewAccess(current, review.place.key, item.access, objectId),
      );
    }
    if (item.state !== 'open') return alreadyAnswered(item, review, answering);
    const reason = clean(answering.reason);
    const wanted = says === 'remove' || reviewEntryOf(current, review.place.key).reasonToKeep;
    if (wanted && reason === '') throw refused('reasonMissing');
    if (clock.now() >= review.endsAt) throw refused('ended');
    const raised = await raiseReview(trx, review.id, 'open');
    const answer = { by: person, reason, at: clock.now() };
    const answered = raised && (await answerItem(trx, id, says, answer));
    if (!answered) return alreadyAnswered((await findItem(trx, id)) ?? item, review, answering);
    const { access } = item;
    await audit.append(trx, {
      target: review.id,
      actor: person.objectId,
      event: says === 'keep' ? 'access kept' : 'access to be removed',
      detail: { item: id, person: access.person.objectId, role: access.role.id, place: access.place.scope, reason },
    });
    if (says === 'remove') await scheduleRemoval(jobs, trx, id, clock.now());
    const ended = (await itemsOf(trx, review.id)).some(({ state }) => state === 'open')
      ? undefined
      : await endReviewIn(services, trx, review.id);
    if (!ended) await touchCards(services, trx, raised);
    return ended ?? raised;
  });
};

/** The policy with this moment's members of the directory groups that may review this row. */
const withReviewersNow = async ({ database, policy }: Services, id: string): Promise<PolicySource> => {
  const current = policy.current();
  if (current.directoryGroups.size === 0) return policy;
  const item = await findItem(database.db, id);
  const review = item && (await findReview(database.db, item.review));
  return item && review ? policy.readNow(namesOfReviewers(current, review.place.key, item.access)) : policy;
};

const alreadyAnswered = (item: ReviewItem, review: AccessReview, { person, says }: Answering): AccessReview => {
  if (!item.answer) throw refused('ended');
  const { by } = item.answer;
  if (by.objectId.toLowerCase() === person.objectId.toLowerCase() && item.state === says) return review;
  throw refused('answered', { by: by.name, who: item.access.person.name, state: item.state });
};

const refused = (
  text: 'unknown' | 'reasonMissing' | 'ended' | 'answered',
  values: Readonly<Record<string, string>> = {},
): AppError => new AppError({ code: 'Access.NotReviewed', text: `access.reviews.refused.${text}`, values });
