import type { Change } from '../change.ts';
import type { ChangeKind } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { namesFor } from './rules.ts';

/**
 * The engine for one right that is used now: whoever may request or decide this by a group of the directory is read from there
 * first, and a group that cannot be read has nobody. Without such a group it is the same engine, and nothing is read.
 */
export const withMembersNow = async (core: ChangesCore, kind: ChangeKind, terms: unknown): Promise<ChangesCore> => {
  const policy = core.policy.current();
  if (policy.directoryGroups.size === 0) return core;
  const { current } = await core.policy.readNow(namesFor(policy, { kind: kind.name, facets: kind.facets(terms) }));
  return { ...core, policy: { ...core.policy, current } };
};

/** The same for a stored change; an unknown one needs nothing. */
export const withMembersOf = async (core: ChangesCore, change: Change | undefined): Promise<ChangesCore> =>
  change ? withMembersNow(core, core.kindOf(change.kind), change.terms) : core;
