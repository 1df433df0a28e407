import type { CardSubject } from '../../outbox/card-button.ts';
import { type Change, type Decision, subjectOf } from '../change.ts';
import type { Description } from '../change-kind.ts';

/** What other features may offer to do with a change: people wrote why it is wanted, and why it was decided as it was. */
export const cardSubjectOf = (
  change: Change,
  { reason }: Description,
  decisions: readonly Decision[],
): CardSubject => ({
  subject: subjectOf(change.id),
  subscriptions: [],
  called: change.ref,
  texts: [reason, ...decisions.map((decision) => decision.reason)].filter((text) => text !== ''),
});
