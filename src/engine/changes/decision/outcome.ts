import type { TextKey, TextName, TextValues } from '#platform/lib/errors.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Unconfirmed } from '#teams/fresh-sign-in/confirmation.ts';
import type { Change, Person } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import type { Deciding } from './decide.ts';
import { expire } from './end-undecided.ts';

/** Why nothing happened, as a text. */
export interface DecisionRefusal {
  readonly text: TextKey;
  readonly values: TextValues;
  readonly signIn?: Unconfirmed;
}

/** The result of a decision; `change` is its current state, for the card. */
export type DecisionResult =
  | { readonly change: Change; readonly refused?: undefined }
  | { readonly change: Change | undefined; readonly refused: DecisionRefusal };

/** @param text below `changes.refused` */
export const refuse = (text: TextName<'changes.refused'>, values: TextValues = {}): DecisionRefusal => ({
  text: `changes.refused.${text}`,
  values,
});

/** The outcome: who ended it and when, if a person did, and what can be done now. @param mine for the requester */
export const alreadyEnded = (
  { state, requester }: Change,
  last: { person: { name: string }; at: number } | undefined,
  mine: boolean,
): DecisionRefusal => {
  const values = { state, mine, asker: requester.name };
  return last && state !== 'expired'
    ? refuse('decided', { ...values, who: last.person.name, when: new Date(last.at) })
    : refuse('ended', values);
};

/** Used only by `refuseTooLate`. */
export const tooLate = refuse('tooLate');

/**
 * A decision after the deadline expires the request and is refused for that reason: without this update, another decision
 * could still come first.
 * @returns undefined if another update came first
 */
export const refuseTooLate = async (
  core: ChangesCore,
  trx: Trx,
  change: Change,
): Promise<DecisionResult | undefined> => {
  const expired = await expire(core, trx, change);
  return expired && { change: expired, refused: tooLate };
};

/** Refusals that are worth an audit entry. */
const AUDITED: ReadonlySet<string> = new Set([
  'changes.refused.own',
  'changes.refused.notDecider',
  'changes.refused.notAskable',
  'changes.refused.notYours',
  'changes.refused.notForYou',
  'changes.refused.notYourSignIn',
  'signin.refused.otherPerson',
  'signin.refused.tokenUsed',
]);

/** A press that was judged: whose, where, and what they wanted. */
interface CheckedPress {
  readonly person: Pick<Person, 'objectId'>;
  readonly verdict: Deciding['verdict'] | 'accept' | 'cancel' | 'claim' | 'signIn';
  readonly conversation?: string;
}

/** Audits attempts to decide, accept, withdraw or claim without permission; repeats are counted. */
export const noteRefusal = async (
  core: ChangesCore,
  judged: CheckedPress,
  { change, refused }: DecisionResult,
): Promise<void> => {
  if (!change || !refused || !AUDITED.has(refused.text)) return;
  const { person, verdict, conversation = '' } = judged;
  await core.audit.refused({
    ...{ target: change.id, actor: person.objectId, conversation },
    reason: refused.text,
    detail: { verdict },
  });
};
