import type { Thing } from '../outbox/offer.ts';
import { type Change, type Decision, subjectOf } from './change.ts';
import type { Description } from './change-kind.ts';

/** What other features may offer to do with a change: people wrote why it is wanted, and why it was decided as it was. */
export const thingOf = (change: Change, { reason }: Description, decisions: readonly Decision[]): Thing => ({
  subject: subjectOf(change.id),
  subscriptions: [],
  called: change.ref,
  texts: [reason, ...decisions.map((decision) => decision.reason)].filter((text) => text !== ''),
});
