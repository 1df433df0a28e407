import { createHash } from 'node:crypto';
import { createLru, memoByObject } from '#platform/lib/cache.ts';
import { type Clock, SECOND, steady } from '#platform/lib/clock.ts';
import type { MembersOf } from '#policy/model/policy-base.ts';
import { readEvery } from '#policy/model/sections.ts';
import type { Policy } from '#policy/policy.ts';
import type { Directory, DirectoryPerson, Freshness } from '#teams/directory/directory.ts';

/** A policy file in force. */
interface PolicyInForce {
  readonly policy: Policy;
  readonly policyWith: (membersOf: MembersOf) => Policy;
}

/** Gives the policy of the moment; what it gives never changes. */
export interface PolicySource {
  current(): Policy;
}

/** The policy in force with the members of the directory groups that it names. Without such a group nothing is ever read. */
interface GroupMembers extends PolicySource {
  /** Reads those of these names that are groups of the directory, for a right that is used now (policy-store.ts). */
  readNow(names: readonly string[]): Promise<PolicySource>;
  /** Another file comes into force, once its groups are read. */
  replace(inForce: PolicyInForce): Promise<void>;
  /** Reads all groups now, and from then on at intervals. Resolves after the first read. */
  start(): Promise<void>;
  stop(): void;
}

interface GroupMembersDeps {
  /** Absent where Steward knows no directory: its groups stay unread. */
  readonly directory: Directory | undefined;
  readonly clock: Clock;
  /** Called when people joined or left groups, or a group became readable or unreadable. @param groups their names */
  readonly changed: (policy: Policy, groups: ReadonlySet<string>) => void;
}

/** The presser waits for it. */
const DECISION_MS = 4 * SECOND;
/** At the start and at intervals nobody waits, but at the start the port is not open yet. */
const FIRST_MS = 5 * SECOND;
const BACKGROUND_MS = 30 * SECOND;
const FIRST_RETRY_MS = 15 * SECOND;
/** How often it is looked whether what was read is too old. */
const CHECK_EVERY_MS = SECOND;
/** Policies that are kept: with the members of the last reads. */
const MOST = 4;

export const createGroupMembers = (first: PolicyInForce, deps: GroupMembersDeps): GroupMembers => {
  const { directory, changed } = deps;
  const clock = steady(deps.clock);
  let inForce = first;
  let policies = createLru<Policy>(MOST);
  let cached: { readonly policy: Policy; readonly until: number } | undefined;
  let announced: ReadonlyMap<string, string> | undefined;
  let timer: NodeJS.Timeout | undefined;
  let isRunning = false;
  let dueAt = Number.POSITIVE_INFINITY;
  let retryMs = FIRST_RETRY_MS;

  const groups = (): ReadonlyMap<string, string> => inForce.policy.directoryGroups;
  const ids = (): readonly string[] => [...new Set(groups().values())];
  /** Twice as old as it usually gets: then it counts as unread. */
  const cache = (): Freshness => ({ maxAgeMs: 2 * readEvery(inForce.policy) + BACKGROUND_MS });
  const peopleIn = (group: string, freshness: Freshness): readonly DirectoryPerson[] | undefined => {
    const membership = directory?.membership(group, freshness);
    return membership && 'people' in membership ? membership.people : undefined;
  };

  /** The same people give the same policy. */
  const policyOf = (membersOf: MembersOf): Policy => {
    if (groups().size === 0) return inForce.policy;
    const members = new Map(ids().map((id) => [id, membersOf(id)]));
    const key = [...members.values()].map(fingerprint).join('\n');
    return policies(key, () => inForce.policyWith((id) => members.get(id)));
  };

  const current = (): Policy => {
    if (groups().size === 0) return inForce.policy;
    const now = clock.now();
    if (!cached || now >= cached.until) {
      const freshness = cache();
      cached = { policy: policyOf((id) => peopleIn(id, freshness)), until: now + CHECK_EVERY_MS };
    }
    return cached.policy;
  };

  /** Tells whose members are others than they were told last. */
  const announce = (): void => {
    cached = undefined;
    const now = new Map([...groups()].map(([name, id]) => [name, fingerprint(peopleIn(id, cache()))]));
    const before = announced;
    announced = now;
    // At first only what cannot be read is news: the cards name the members.
    const others = [...now].filter(([name, people]) => (before ? before.get(name) !== people : people === UNREAD));
    if (others.length > 0) changed(current(), new Set(others.map(([name]) => name)));
  };

  const hasTrouble = (): boolean => ids().some((id) => peopleIn(id, cache()) === undefined);

  const cancelWake = (): void => {
    clearTimeout(timer);
    dueAt = Number.POSITIVE_INFINITY;
  };

  /** An earlier wake-up stays. */
  const wakeIn = (ms: number): void => {
    const at = clock.now() + ms;
    if (!isRunning || !directory || groups().size === 0 || at >= dueAt) return;
    clearTimeout(timer);
    dueAt = at;
    timer = setTimeout(() => void readAll(BACKGROUND_MS), ms).unref();
  };

  const readAll = async (deadlineMs: number): Promise<void> => {
    cancelWake();
    await directory?.read(ids(), deadlineMs);
    announce();
    const every = readEvery(inForce.policy);
    wakeIn(hasTrouble() ? Math.min(retryMs, every) : every);
    retryMs = hasTrouble() ? retryMs * 2 : FIRST_RETRY_MS;
  };

  return {
    current,
    async readNow(names) {
      const asked = names.flatMap((name) => groups().get(name) ?? []);
      if (!directory || asked.length === 0) return { current };
      const then = inForce;
      const since = await directory.read(asked, DECISION_MS);
      announce();
      if (hasTrouble()) wakeIn(FIRST_RETRY_MS);
      const read = new Set(asked);
      return {
        current: () => {
          // Of another file nobody knows whether the groups that now count are among those that were read.
          const others: Freshness = inForce === then ? cache() : { since };
          return policyOf((id) => peopleIn(id, read.has(id) ? { since } : others));
        },
      };
    },
    async replace(next) {
      const named = [...next.policy.directoryGroups.values()];
      if (isRunning && named.length > 0) await directory?.read(named, FIRST_MS);
      inForce = next;
      policies = createLru(MOST);
      cached = undefined;
      announced = undefined;
      cancelWake();
      if (groups().size === 0) return;
      announce();
      wakeIn(hasTrouble() ? FIRST_RETRY_MS : readEvery(inForce.policy));
    },
    async start() {
      isRunning = true;
      if (directory && groups().size > 0) await readAll(FIRST_MS);
    },
    stop() {
      isRunning = false;
      cancelWake();
    },
  };
};

const fingerprintOf = memoByObject((people: readonly DirectoryPerson[]): string => {
  const rows = people.map(({ objectId, name, account, email }) => JSON.stringify([objectId, name, account, email]));
  return createHash('sha256').update(rows.toSorted().join('\n')).digest('base64');
});

/** Equal for the same people, and for unknown ones. */
const fingerprint = (people: readonly DirectoryPerson[] | undefined): string =>
  people ? fingerprintOf(people) : UNREAD;

const UNREAD = 'unread';
