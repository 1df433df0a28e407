import { type AppToken, createAppToken } from '#cloud/services/auth.ts';
import type { VendorSettings } from '#platform/config/vendor-settings.ts';
import type { Base } from '#platform/jobs/jobs.ts';
import { createLru } from '#platform/lib/cache.ts';
import { steady, withTimeout } from '#platform/lib/clock.ts';
import { createGraph, type DirectoryAccess, type DirectoryTrouble, DirectoryUnread, type Graph } from './graph.ts';

/** A person of the tenant's directory. */
export interface DirectoryPerson {
  /** In lower case. */
  readonly objectId: string;
  /** As the directory shows it; absent where Steward may not read names. */
  readonly name?: string | undefined;
  /** The user principal name, in lower case; a guest's contains `#ext#`. */
  readonly account?: string | undefined;
  readonly email?: string | undefined;
}

/** What the newest read of a group found: everybody in it, or why that is unknown. */
export type Membership = { readonly people: readonly DirectoryPerson[] } | { readonly trouble: DirectoryTrouble };

/** Whose membership counts: of a read that began after `since`, or one that is not older than `maxAgeMs`. */
export type Freshness = { readonly since: number } | { readonly maxAgeMs: number };

/** Who is in the groups of the tenant's directory. A group is read whole or not at all, and a failed read takes the earlier one's place. */
export interface Directory {
  /** By the newest read that is fresh enough; undefined without one. */
  membership(group: string, freshness: Freshness): Membership | undefined;
  /** Reads these groups now; never rejects. @returns a number for `since`: every read of this call began after it */
  read(groups: readonly string[], deadlineMs: number): Promise<number>;
}

interface DirectoryDeps extends Pick<Base, 'clock' | 'ids' | 'log'> {
  readonly graph: Graph;
}

interface Reading {
  /** The order in which the reads began. */
  readonly began: number;
  readonly at: number;
  readonly membership: Membership;
}

export const createDirectory = ({ graph, ids, log, ...deps }: DirectoryDeps): Directory => {
  const clock = steady(deps.clock);
  const newest = new Map<string, Reading>();
  let reads = 0;

  const keep = (group: string, reading: Reading): void => {
    // An older read that took longer knows less.
    if ((newest.get(group)?.began ?? 0) < reading.began) newest.set(group, reading);
  };

  const readOne = async (group: string, began: number, deadlineMs: number): Promise<void> => {
    const at = clock.now();
    const correlation = ids.guid();
    const late = (): Membership => ({ trouble: 'away' });
    const reading = graph.members(group, { deadlineMs, correlation }).then(
      (people): Membership => ({ people }),
      (error: unknown): Membership => {
        const unread = error instanceof DirectoryUnread ? error : new DirectoryUnread('away', { cause: error });
        log.warn('directory.unread', { correlation, code: unread.code, reason: unread.graphCode, error: unread });
        return { trouble: unread.trouble };
      },
    );
    keep(group, { began, at, membership: await withTimeout(reading, deadlineMs, late) });
  };

  return {
    membership(group, freshness) {
      const reading = newest.get(group);
      if (!reading) return undefined;
      const isFresh =
        'since' in freshness ? reading.began > freshness.since : clock.now() - reading.at <= freshness.maxAgeMs;
      return isFresh ? reading.membership : undefined;
    },
    async read(groups, deadlineMs) {
      const since = reads;
      reads += 1;
      const began = reads;
      await Promise.all([...new Set(groups)].map((group) => readOne(group, began, deadlineMs)));
      return since;
    },
  };
};

interface AccessDeps extends Pick<Base, 'http' | 'clock'> {
  readonly vendor: Pick<VendorSettings, 'management'>;
  /** Address of Microsoft Graph. */
  readonly graphUrl?: string | undefined;
}

/** Scopes whose tokens are kept: Graph has one. */
const MOST = 4;

/** Microsoft Graph by the identity that Steward has in the cloud; undefined where its address or that identity is not set up. */
export const openGraph = (deps: AccessDeps): Graph | undefined => {
  const access = accessOf(deps);
  return access && createGraph({ http: deps.http, access, now: steady(deps.clock).now });
};

const accessOf = ({ http, vendor, graphUrl, clock }: AccessDeps): DirectoryAccess | undefined => {
  const { management } = vendor;
  if (!management || graphUrl === undefined) return undefined;
  const tokens = createLru<AppToken>(MOST);
  const tokenOf = (scope: string): AppToken =>
    tokens(scope, () => createAppToken({ http, settings: management, clock }, scope));
  return {
    baseUrl: graphUrl,
    tokenFor: (scope, correlation) => tokenOf(scope).get(correlation),
    dropToken: (scope, token) => tokenOf(scope).drop(token),
  };
};
