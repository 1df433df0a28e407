import type { VendorClient } from '../../src/cloud/client.ts';
import { VendorError } from '../../src/cloud/errors/errors.ts';
import {
  cancelEligibilityRequest,
  getEligibilityRequest,
  listEligibilitySchedules,
  listRoleManagementPolicyAssignments,
} from '../../src/cloud/operations/role-eligibility.ts';
import type { Expiration } from '../../src/cloud/operations/role-eligibility-request.ts';
import { parseScope, type Scope, sameScope, scopeContains } from '../../src/cloud/request/path.ts';
import { scopePathOf } from '../../src/features/access/requestable.ts';
import { type Clock, DAY, iso, MINUTE } from '../../src/platform/lib/clock.ts';
import { clientOf } from '../../test/engine/changes/simple-kind.ts';

/** What one call does: arrives; is refused before it arrives; loses the answer after or before it took effect; is refused for good. */
export type Try = 'ok' | 'away' | 'lostAfter' | 'lostBefore' | 'refused';

/** One assignment as the service has it; times in milliseconds since 1970. */
export interface Assignment {
  readonly id: string;
  /** GUID of the request that made it; empty where somebody else did. */
  readonly name: string;
  readonly person: string;
  readonly role: string;
  readonly scope: string;
  readonly start: number;
  readonly end: number;
  /** When it was made: it is in force from its start, and not before this. */
  readonly made: number;
  /** When a removal or a cancellation ended it. */
  over: number | undefined;
  /** The GUID of the removal that did; absent where it was cancelled or ended outside Steward. */
  endedBy: string | undefined;
}

type Identity = Pick<Assignment, 'person' | 'role' | 'scope'>;

interface World {
  /** How far its lists lag behind; not at all when absent. */
  readonly lagMinutes?: number;
  /** Whether it takes what begins where the first assignment ends; it does not when absent. */
  readonly adjacent?: boolean;
  /** What the next calls do; then everything arrives. */
  readonly tries?: readonly Try[];
}

export interface AccessService {
  readonly client: VendorClient;
  readonly assignments: Assignment[];
  /** The kinds of calls that arrived. */
  readonly verbs: string[];
  /** How many calls failed in any way, and of how many the answer was lost. */
  troubles: number;
  lost: number;
  /** Runs before the next call leaves. */
  readonly beforeCall: (() => void)[];
  /** Runs in the moment in which a call leaves. */
  leaving: () => void;
  /** A new world. */
  begin(world?: World): void;
  /** What the next calls do; then everything arrives. */
  plan(tries: readonly Try[]): void;
  /** What stands of this person, role and place. */
  standing(what: Identity): Assignment | undefined;
  /** Somebody else makes an assignment. */
  make(what: Identity & Pick<Assignment, 'end'>): Assignment;
}

interface Sent {
  /** Absent where a request is cancelled. */
  readonly type: 'AdminAssign' | 'AdminRemove' | undefined;
  readonly name: string;
  readonly scope: Scope;
  readonly principalId: string;
  readonly roleDefinitionId: string;
  readonly start: number;
  readonly expiration: Expiration;
}

/** So long an assignment must have been in force before it can be removed. */
const MINIMUM_MS = 5 * MINUTE;

/** What the service says no with. */
export const refusal = (
  status: number,
  vendorCode: string,
  text: 'unknown' | 'requestNameReused' = 'unknown',
): VendorError =>
  new VendorError({ code: 'Vendor.Refused', text: `vendor.error.${text}`, arrived: 'yes', status, vendorCode });

/**
 * The service that keeps assignments: strict, its lists lag, and changes fail as a plan says.
 * @param does what becomes of a call, by the GUID of its request, in place of the planned tries
 */
export const createAccessService = (clock: Clock, does?: (name: string) => Try): AccessService => {
  const { assignments, verbs }: Pick<AccessService, 'assignments' | 'verbs'> = { assignments: [], verbs: [] };
  const removals = new Set<string>();
  let [lag, isAdjacent, count] = [0, false, 0];
  let tries: Try[] = [];

  const stands = ({ end, over }: Assignment): boolean => end > clock.now() && over === undefined;
  const isOf = (one: Assignment, { person, role, scope }: Identity): boolean =>
    one.person === person && one.role === role && one.scope === scope;
  const identityOf = ({ principalId: person, roleDefinitionId: role, scope }: Sent): Identity => ({
    ...{ person, role, scope: scopePathOf({ scope }) },
  });
  const named = (name: string): Assignment | undefined => assignments.find((one) => one.name === name);
  const add = (what: Identity & Pick<Assignment, 'name' | 'start' | 'end'>): Assignment => {
    count += 1;
    const made = { ...what, id: `schedule-${count}`, made: clock.now(), over: undefined, endedBy: undefined };
    assignments.push(made);
    return made;
  };

  const stateOf = (name: string): unknown => {
    if (removals.has(name)) return { status: 'Revoked' };
    const one = named(name);
    if (!one) throw refusal(404, 'RoleAssignmentRequestNotFound');
    if (one.over !== undefined && one.endedBy === undefined) return { status: 'Canceled' };
    const status = one.start > clock.now() ? 'Granted' : 'Provisioned';
    return { status, scheduleInfo: { startDateTime: iso(one.start) }, createdOn: iso(one.made) };
  };

  const assign = (sent: Sent): unknown => {
    const { name, start, expiration } = sent;
    const end =
      expiration.type === 'AfterDateTime' ? expiration.end : start + ('days' in expiration ? expiration.days : 0) * DAY;
    if (end <= clock.now()) throw refusal(400, 'InvalidRequestContent');
    const own = assignments.filter((one) => stands(one) && isOf(one, identityOf(sent)));
    if (own.some((one) => !isAdjacent || (one.start < end && start < one.end)))
      throw refusal(400, 'RoleAssignmentExists');
    add({ ...identityOf(sent), name, start, end });
    return stateOf(name);
  };

  const remove = (sent: Sent): unknown => {
    const one = assignments.find((each) => stands(each) && each.start <= clock.now() && isOf(each, identityOf(sent)));
    if (!one) throw refusal(400, 'RoleAssignmentDoesNotExist');
    if (clock.now() - Math.max(one.start, one.made) < MINIMUM_MS) throw refusal(400, 'ActiveDurationTooShort');
    [one.over, one.endedBy] = [clock.now(), sent.name];
    removals.add(sent.name);
    return { status: 'Revoked' };
  };

  const cancel = (name: string): unknown => {
    const one = named(name);
    if (!one || !stands(one) || one.start <= clock.now()) throw refusal(400, 'InvalidRequestStatus');
    one.over = clock.now();
    return {};
  };

  const take = (operation: string, sent: Sent): unknown => {
    verbs.push(sent.type ?? operation);
    if (sent.type === undefined) return cancel(sent.name);
    if (removals.has(sent.name) || named(sent.name)) throw refusal(409, 'Conflict', 'requestNameReused');
    return sent.type === 'AdminAssign' ? assign(sent) : remove(sent);
  };

  const trouble = (arrived: 'no' | 'maybe'): VendorError => {
    service.troubles += 1;
    if (arrived === 'maybe') service.lost += 1;
    return new VendorError({ code: 'Http.Away', text: 'http.error.lost', arrived, retryable: true });
  };

  const client = clientOf({
    freeze: (operation, input) => ({
      ...{ operation: operation.id, method: 'PUT', path: '/x', query: '', body: JSON.stringify(input) },
    }),
    callFrozen: async ({ operation, body }, options) => {
      service.beforeCall.shift()?.();
      await options?.beforeTry?.(1, false);
      service.leaving();
      const sent = JSON.parse(body ?? '{}') as Sent;
      const next = does?.(sent.name) ?? tries.shift() ?? 'ok';
      if (next === 'refused') throw refusal(400, 'RoleAssignmentRequestPolicyValidationFailed');
      if (next === 'away') throw trouble('no');
      if (next === 'lostBefore') throw trouble('maybe');
      if (next === 'ok') return take(operation, sent);
      try {
        take(operation, sent);
      } catch (error) {
        if (!(error instanceof VendorError)) throw error;
      }
      throw trouble('maybe');
    },
    call: async (operation, input) => {
      if (operation.id !== getEligibilityRequest.id) throw new Error(`nothing calls ${operation.id}`);
      return stateOf((input as { name: string }).name) as never;
    },
    list: (operation, input) => {
      const { scope, filter } = input as { scope: Scope; filter: { principalId?: string; atScope?: boolean } };
      // Its rules for roles it tells nobody.
      if (operation.id === listRoleManagementPolicyAssignments.id) return listed([], scope, clock.now()) as never;
      if (operation.id !== listEligibilitySchedules.id) throw new Error(`nothing lists ${operation.id}`);
      const now = clock.now();
      const isListed = ({ made, end, over, scope: path, person }: Assignment): boolean => {
        const at = parseScope(path);
        const seen = made + lag <= now && end > now && (over === undefined || over + lag > now);
        if (!at || !seen || (filter.principalId !== undefined && filter.principalId !== person)) return false;
        return scopeContains(at, scope) || (!filter.atScope && scopeContains(scope, at));
      };
      return listed(assignments.filter(isListed), scope, now) as never;
    },
  });

  const service: AccessService = {
    ...{ client, assignments, verbs, troubles: 0, lost: 0, beforeCall: [], leaving: () => {} },
    begin(world = {}) {
      [lag, isAdjacent, tries] = [(world.lagMinutes ?? 0) * MINUTE, world.adjacent === true, [...(world.tries ?? [])]];
      for (const list of [assignments, verbs, service.beforeCall]) list.length = 0;
      removals.clear();
      Object.assign(service, { troubles: 0, lost: 0, leaving: () => {} });
    },
    plan: (next) => {
      tries = [...next];
    },
    standing: (what) => assignments.find((one) => stands(one) && isOf(one, what)),
    make: (what) => add({ ...what, name: '', start: clock.now() }),
  };
  return service;
};

/** The ways in which the service may be changed. */
export const ALLOWED: ReadonlySet<string> = new Set(['AdminAssign', 'AdminRemove', cancelEligibilityRequest.id]);

async function* listed(assignments: readonly Assignment[], asked: Scope, now: number) {
  for (const { id, name, person, role, scope, start, made, end } of assignments) {
    const at = parseScope(scope);
    const isAbove = at !== undefined && !sameScope(at, asked) && scopeContains(at, asked);
    yield {
      ...{ id, scope, principalId: person, roleDefinitionId: role, memberType: isAbove ? 'Inherited' : 'Direct' },
      ...{ status: start > now ? 'Granted' : 'Provisioned', startDateTime: iso(start), endDateTime: iso(end) },
      ...{ createdOn: iso(made), roleEligibilityScheduleRequestId: `/x/${name}` },
    };
  }
}
