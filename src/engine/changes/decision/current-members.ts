import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { namesFor } from './rules.ts';

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
