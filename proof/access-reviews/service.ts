import type { VendorClient } from '../../src/cloud/client.ts';
import { VendorError } from '../../src/cloud/errors/errors.ts';
import { getEligibilityRequest, listEligibilitySchedules } from '../../src/cloud/operations/role-eligibility.ts';
import type { Expiration } from '../../src/cloud/operations/role-eligibility-request.ts';
import { parseScope, type Scope, sameScope, scopeContains, scopePath } from '../../src/cloud/request/path.ts';
import { profileOf } from '../../src/cloud/services/profile.ts';
import { type Clock, DAY, iso, MINUTE } from '../../src/platform/lib/clock.ts';
import { clientOf } from '../../test/engine/changes/simple-kind.ts';
import type { Try } from './plan.ts';

/** One assignment as the service has it; times in milliseconds since 1970. */
export interface Assignment {
  readonly id: string;
  /** GUID of the request that made it. */
  readonly name: string;
  readonly person: string;
  readonly role: string;
  readonly scope: string;
  readonly end: number;
  readonly made: number;
  /** When somebody ended it. */
  over: number | undefined;
  /** The GUID of the request that did; absent where it was done outside Steward. */
  endedBy: string | undefined;
}

export interface Service {
  readonly client: VendorClient;
  readonly assignments: Assignment[];
  /** A new world. */
  begin(how: { readonly lagMinutes: number }): void;
  /** What the next changes do; then everything arrives. */
  plan(tries: readonly Try[]): void;
  /** Somebody else makes an assignment. */
  make(what: Pick<Assignment, 'person' | 'role' | 'scope' | 'end'>): Assignment;
}

interface Sent {
  readonly type: 'AdminAssign' | 'AdminRemove';
  readonly name: string;
  readonly scope: Scope;
  readonly principalId: string;
  readonly roleDefinitionId: string;
  readonly start: number;
  readonly expiration: Expiration;
}

const MINIMUM_MS = 5 * MINUTE;
const pathOf = (scope: Scope): string => scopePath(scope, profileOf('Vendor'));

/** A service with many people: strict; its lists lag, and changes fail as the plan says. */
export const createService = (clock: Clock): Service => {
  const assignments: Assignment[] = [];
  const removals = new Set<string>();
  let lag = 0;
  let tries: Try[] = [];
  let count = 0;

  const refuse = (status: number, vendorCode: string): never => {
    throw new VendorError({ code: 'Vendor.Refused', text: 'vendor.error.unknown', arrived: 'yes', status, vendorCode });
  };
  const stands = ({ end, over }: Assignment): boolean => end > clock.now() && over === undefined;
  const add = (what: Pick<Assignment, 'name' | 'person' | 'role' | 'scope' | 'end'>): Assignment => {
    count += 1;
    const made = { ...what, id: `schedule-${count}`, made: clock.now(), over: undefined, endedBy: undefined };
    assignments.push(made);
    return made;
  };
  const standing = ({ principalId, roleDefinitionId, scope }: Sent): Assignment | undefined =>
    assignments.find(
      (one) =>
        stands(one) && one.person === principalId && one.role === roleDefinitionId && one.scope === pathOf(scope),
    );

  const stateOf = (name: string): unknown => {
    if (removals.has(name)) return { status: 'Revoked' };
    const one = assignments.find((each) => each.name === name);
    if (!one) return refuse(404, 'RoleAssignmentRequestNotFound');
    return { status: 'Provisioned', scheduleInfo: { startDateTime: iso(one.made) }, createdOn: iso(one.made) };
  };

  const take = (sent: Sent): unknown => {
    const { name, type, principalId, roleDefinitionId, scope, expiration, start } = sent;
    if (removals.has(name) || assignments.some((one) => one.name === name)) {
      throw new VendorError({
        ...{ code: 'Vendor.Refused', text: 'vendor.error.requestNameReused', arrived: 'yes' },
        ...{ status: 409, vendorCode: 'Conflict' },
      });
    }
    const there = standing(sent);
    if (type === 'AdminAssign') {
      if (there) return refuse(400, 'RoleAssignmentExists');
      const end =
        expiration.type === 'AfterDateTime'
          ? expiration.end
          : start + ('days' in expiration ? expiration.days : 0) * DAY;
      add({ name, person: principalId, role: roleDefinitionId, scope: pathOf(scope), end });
      return stateOf(name);
    }
    if (!there) return refuse(400, 'RoleAssignmentDoesNotExist');
    if (clock.now() - there.made < MINIMUM_MS) return refuse(400, 'ActiveDurationTooShort');
    [there.over, there.endedBy] = [clock.now(), name];
    removals.add(name);
    return { status: 'Revoked' };
  };

  const client = clientOf({
    freeze: (operation, input) => ({
      ...{ operation: operation.id, method: 'PUT', path: '/x', query: '', body: JSON.stringify(input) },
    }),
    callFrozen: async ({ body }, options) => {
      await options?.beforeTry?.(1, false);
      const sent = JSON.parse(body ?? '{}') as Sent;
      const does = tries.shift() ?? 'ok';
      const trouble = (arrived: 'no' | 'maybe'): never => {
        throw new VendorError({ code: 'Http.Away', text: 'http.error.lost', arrived, retryable: true });
      };
      if (does === 'away') return trouble('no');
      if (does === 'lostBefore') return trouble('maybe');
      if (does !== 'lostAfter') return take(sent);
      try {
        take(sent);
      } catch (error) {
        if (!(error instanceof VendorError)) throw error;
      }
      return trouble('maybe');
    },
    call: async (operation, input) => {
      if (operation.id !== getEligibilityRequest.id) throw new Error(`nothing calls ${operation.id}`);
      return stateOf((input as { name: string }).name) as never;
    },
    list: (operation, input) => {
      if (operation.id !== listEligibilitySchedules.id) throw new Error(`nothing lists ${operation.id}`);
      const { scope, filter } = input as { scope: Scope; filter: { principalId?: string; atScope?: boolean } };
      const now = clock.now();
      const isListed = ({ made, end, over, scope: path, person }: Assignment): boolean => {
        const at = parseScope(path);
        const seen = made + lag <= now && end > now && (over === undefined || over + lag > now);
        if (!at || !seen || (filter.principalId !== undefined && filter.principalId !== person)) return false;
        return scopeContains(at, scope) || (!filter.atScope && scopeContains(scope, at));
      };
      return listed(assignments.filter(isListed), scope) as never;
    },
  });

  return {
    ...{ client, assignments },
    begin(how) {
      [lag, tries] = [how.lagMinutes * MINUTE, []];
      assignments.length = 0;
      removals.clear();
    },
    plan: (next) => {
      tries = [...next];
    },
    make: (what) => add({ ...what, name: '' }),
  };
};

async function* listed(assignments: readonly Assignment[], asked: Scope) {
  for (const { id, name, person, role, scope, made, end } of assignments) {
    const at = parseScope(scope);
    const isAbove = at !== undefined && !sameScope(at, asked) && scopeContains(at, asked);
    yield {
      ...{ id, scope, principalId: person, roleDefinitionId: role, status: 'Provisioned' },
      ...{
        memberType: isAbove ? 'Inherited' : 'Direct',
        startDateTime: iso(made),
        endDateTime: iso(end),
        createdOn: iso(made),
      },
      roleEligibilityScheduleRequestId: `/x/${name}`,
    };
  }
}
