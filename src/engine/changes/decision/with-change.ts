import { AppError } from '#platform/lib/errors.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { findChange } from '../repository.ts';
import { type DecisionResult, refuse } from './outcome.ts';
import { namesFor } from './rules.ts';

/** More simultaneous decisions on one change would be a fault. */
const MAX_TRIES = 20;

/** Another update came first: whatever the transaction wrote is undone. */
class Outrun extends Error {}

/**
 * Does what a person asks of one change in a transaction, and again on its new state whenever another update came first.
 * @param act undefined if another update came first: it is rolled back then
 * @throws AppError Change.Busy after too many tries
 */
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

/**
 * The same for a right that a person uses: with the members of the directory's groups at this moment.
 * @param act gets the engine that knows them
 */
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

/**
 * The engine for rights that are used now: the members of directory groups that may request or decide these are read from there
 * first, and a group that cannot be read has no members.
 * @param concerned is asked only where the policy names such a group; without one it is the same engine, and nothing is read
 */
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
