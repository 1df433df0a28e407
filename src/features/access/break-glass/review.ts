import { redrawCards } from '#engine/changes/card/posted-card.ts';
import type { Person } from '#engine/changes/change.ts';
import type { Services } from '#features/feature.ts';
import { AppError } from '#platform/lib/errors.ts';
import { clean } from '#platform/lib/text.ts';
import { notAllowed } from '#policy/policy.ts';
import { breakGlassOf } from '../policy.ts';
import { genuineEvents, mayReview } from './rights.ts';
import { endReview, findUse, reviewSubject, type Use } from './store.ts';

export interface Reviewing {
  readonly change: string;
  readonly person: Person;
  readonly result: 'justified' | 'notJustified';
  readonly reason: string;
}

/**
 * Ends the review of a use: by one conditional update, for reviewers by the current policy and the present members of its groups
 * lets, never for the person themself.
 * The same press again changes nothing.
 * @throws AppError where this person may not, where no review is due, or somebody else came first
 */
export const reviewUse = async (
  { database, outbox, audit, policy, clock }: Pick<Services, 'database' | 'outbox' | 'audit' | 'policy' | 'clock'>,
  { change, person, result, reason }: Reviewing,
): Promise<Use> => {
  const now = await policy.readNow(breakGlassOf(policy.current())?.review.by ?? []);
  return database.transaction(async (trx) => {
    const use = await findUse(trx, change);
    if (!use) throw refused('unknown');
    // Whose use it is, the audit says: nobody becomes the reviewer of their own by an edit of the row.
    const asked = (await genuineEvents(audit, trx, change)).find(({ event }) => event === 'asked');
    if (asked && asked.actor.toLowerCase() !== use.person.toLowerCase())
      throw new AppError({ code: 'Change.Altered', text: 'changes.refused.altered' });
    const current = now.current();
    if (!mayReview(current, use, person.objectId)) {
      throw notAllowed('access.breakGlass.refused.notReviewer', current, (objectId) =>
        mayReview(current, use, objectId),
      );
    }
    const said = clean(reason);
    if (result === 'notJustified' && said === '') throw refused('reasonMissing');
    const review = { by: { objectId: person.objectId, name: person.name }, reason: said, at: clock.now() };
    const ended = await endReview(trx, change, result, review);
    if (!ended) return alreadyEnded((await findUse(trx, change)) ?? use, person, result);
    await outbox.touch(trx, reviewSubject(change), ended.version);
    await redrawCards(outbox, trx, change);
    await audit.append(trx, {
      target: change,
      actor: person.objectId,
      event: result === 'justified' ? 'found justified' : 'found not justified',
      detail: { reason: said },
    });
    return ended;
  });
};

const alreadyEnded = (use: Use, person: Person, result: Reviewing['result']): Use => {
  const { review, state } = use;
  if (review?.by.objectId === person.objectId && state === result) return use;
  if (!review) throw refused('nothingDue');
  throw refused('reviewed', { by: review.by.name, at: new Date(review.at) });
};

const refused = (
  text: 'unknown' | 'reasonMissing' | 'nothingDue' | 'reviewed',
  values: Readonly<Record<string, string | Date>> = {},
): AppError => new AppError({ code: 'Change.NotReviewed', text: `access.breakGlass.refused.${text}`, values });
