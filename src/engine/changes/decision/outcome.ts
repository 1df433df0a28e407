import { AppError, type TextKey, type TextName, type TextValues } from '#platform/lib/errors.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Unconfirmed } from '#teams/fresh-sign-in/confirmation.ts';
import type { Change, Person } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { findChange } from '../repository.ts';
import type { Deciding } from './decide.ts';
import { expire } from './end-undecided.ts';
import { namesFor } from './rules.ts';

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

/** A decision after the deadline expires the request, or another could still come first. @returns undefined if another update came first */
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

/** More simultaneous decisions on one change would be a fault. */
const MAX_TRIES = 20;

/** Another update came first: whatever the transaction wrote is undone. */
class Outrun extends Error {}

/** Does what a person asks of one change in a transaction, again after each concurrent update (`act`: undefined). @throws AppError Change.Busy */
export const withChange = async (
  { database }: Pick<ChangesCore, 'database'>,
  id: string,
  act: (trx: Trx, change: Change) => Promise<DecisionResult | undefined>,
): Promise<DecisionResult> => {
  for (let tries = 0; tries < MAX_TRIES; tries += 1) {
    const result = await database
      .transaction(async (trx): Promise<DecisionResult> => {
        const change = await findChange(trx, id);
        if (!change) return { change, refused: refuse('unknown') };
        const done = await act(trx, change);
        if (!done) throw new Outrun();
        return done;
      })
      .catch((error: unknown) => {
        if (error instanceof Outrun) return undefined;
        throw error;
      });
    if (result) return result;
  }
  throw new AppError({ code: 'Change.Busy', text: 'changes.refused.busy', retryable: true });
};

/** The same for a right that a person uses, with the current members of the directory's groups, which `act`'s engine knows. */
export const withChangeNow = async (
  core: ChangesCore,
  id: string,
  act: (now: ChangesCore, trx: Trx, change: Change) => Promise<DecisionResult | undefined>,
): Promise<DecisionResult> => {
  const now = await withCurrentMembers(core, async () => {
    const change = await findChange(core.database.db, id);
    return change ? [change] : [];
  });
  return withChange(core, id, (trx, change) => act(now, trx, change));
};

type Concerned = readonly Pick<Change, 'kind' | 'terms'>[];

/** The engine with the current members of the directory's groups that `concerned` depends on; an unreadable group has none. */
export const withCurrentMembers = async (
  core: ChangesCore,
  concerned: () => Concerned | Promise<Concerned>,
): Promise<ChangesCore> => {
  const policy = core.policy.current();
  if (policy.directoryGroups.size === 0) return core;
  const names = (await concerned()).flatMap(({ kind, terms }) =>
    namesFor(policy, { kind, facets: core.kindOf(kind).facets(terms) }),
  );
  const { current } = await core.policy.readNow(names);
  return { ...core, policy: { ...core.policy, current } };
};
