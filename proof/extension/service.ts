import type { VendorClient } from '../../src/cloud/client.ts';
import { VendorError } from '../../src/cloud/errors/errors.ts';
import {
  cancelEligibilityRequest,
  getEligibilityRequest,
  listEligibilitySchedules,
} from '../../src/cloud/operations/role-eligibility.ts';
import type { Expiration } from '../../src/cloud/operations/role-eligibility-request.ts';
import { type Clock, DAY, iso, MINUTE } from '../../src/platform/lib/clock.ts';
import { clientOf } from '../../test/engine/changes/simple-kind.ts';
import type { Schedule, Try } from './plan.ts';

/** One assignment as the service has it; times in milliseconds since 1970. */
export interface Assignment {
  readonly name: string;
  readonly start: number;
  readonly end: number;
  /** When it was made: it is in force from its start, and not before this. */
  readonly made: number;
  /** When a removal or a cancellation ended it. */
  over: number | undefined;
  cancelled: boolean;
}

export interface Service {
  readonly client: VendorClient;
  readonly assignments: Assignment[];
  /** The kinds of calls that arrived. */
  readonly verbs: string[];
  /** How many calls failed in any way. */
  troubles: number;
  begin(how: Pick<Schedule, 'adjacent' | 'lagMinutes' | 'tries'>): void;
}

interface Sent {
  readonly type: 'AdminAssign' | 'AdminRemove' | undefined;
  readonly name: string;
  readonly roleDefinitionId: string;
  readonly start: number;
  readonly expiration: Expiration;
}

const ROLE = 'acdd72a7-3385-48ef-bd42-f606fba81ae7';
const SCOPE = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
/** So long an assignment must have been in force before it can be removed. */
const MINIMUM_MS = 5 * MINUTE;

/** A service with one person, role and place: strict, or taking what follows; its lists lag, and calls fail as the schedule says. */
export const createService = (clock: Clock): Service => {
  const removals = new Set<string>();
  let adjacent = false;
  let lag = 0;
  let tries: Try[] = [];
  const { assignments, verbs }: Pick<Service, 'assignments' | 'verbs'> = { assignments: [], verbs: [] };

  const refuse = (status: number, vendorCode: string): never => {
    throw new VendorError({ code: 'Vendor.Refused', text: 'vendor.error.unknown', arrived: 'yes', status, vendorCode });
  };
  const stands = ({ end, over }: Assignment): boolean => end > clock.now() && over === undefined;

  const assign = ({ name, start, expiration }: Sent): unknown => {
    const end =
      expiration.type === 'AfterDateTime' ? expiration.end : start + ('days' in expiration ? expiration.days : 0) * DAY;
    if (end <= clock.now()) return refuse(400, 'InvalidRequestContent');
    if (assignments.some((one) => stands(one) && (!adjacent || (one.start < end && start < one.end))))
      return refuse(400, 'RoleAssignmentExists');
    assignments.push({ name, start, end, made: clock.now(), over: undefined, cancelled: false });
    return stateOf(name);
  };

  const remove = (name: string): unknown => {
    const one = assignments.find((each) => stands(each) && each.start <= clock.now());
    if (!one) return refuse(400, 'RoleAssignmentDoesNotExist');
    if (clock.now() - Math.max(one.start, one.made) < MINIMUM_MS) return refuse(400, 'ActiveDurationTooShort');
    one.over = clock.now();
    removals.add(name);
    return { status: 'Revoked' };
  };

  const cancel = (name: string): unknown => {
    const one = assignments.find((each) => each.name === name);
    if (!one || !stands(one) || one.start <= clock.now()) return refuse(400, 'InvalidRequestStatus');
    one.over = clock.now();
    one.cancelled = true;
    return {};
  };

  const stateOf = (name: string): unknown => {
    if (removals.has(name)) return { status: 'Revoked' };
    const one = assignments.find((each) => each.name === name);
    if (!one) return refuse(404, 'RoleAssignmentRequestNotFound');
    if (one.cancelled) return { status: 'Canceled' };
    const info = { scheduleInfo: { startDateTime: iso(one.start) }, createdOn: iso(one.made) };
    return { status: one.start > clock.now() ? 'Granted' : 'Provisioned', ...info };
  };

  const take = (operation: string, sent: Sent): unknown => {
    verbs.push(sent.type ?? operation);
    if (sent.type === undefined) return cancel(sent.name);
    if (removals.has(sent.name) || assignments.some(({ name }) => name === sent.name)) {
      throw new VendorError({
        ...{ code: 'Vendor.Refused', text: 'vendor.error.requestNameReused', arrived: 'yes' },
        ...{ status: 409, vendorCode: 'Conflict' },
      });
    }
    return sent.type === 'AdminAssign' ? assign(sent) : remove(sent.name);
  };

  const client = clientOf({
    freeze: (operation, input) => ({
      ...{ operation: operation.id, method: 'PUT', path: '/x', query: '', body: JSON.stringify(input) },
    }),
    callFrozen: async ({ operation, body }, options) => {
      await options?.beforeTry?.(1, false);
      const sent = JSON.parse(body ?? '{}') as Sent;
      const does = tries.shift() ?? 'ok';
      const trouble = (arrived: 'no' | 'maybe'): never => {
        service.troubles += 1;
        throw new VendorError({ code: 'Http.Away', text: 'http.error.lost', arrived, retryable: true });
      };
      if (does === 'away') return trouble('no');
      if (does === 'lostBefore') return trouble('maybe');
      if (does !== 'lostAfter') return take(operation, sent);
      try {
        take(operation, sent);
      } catch (error) {
        if (!(error instanceof VendorError)) throw error;
      }
      return trouble('maybe');
    },
    call: async (operation, input) => {
      if (operation.id !== getEligibilityRequest.id) throw new Error(`nothing calls ${operation.id}`);
      return stateOf((input as { name: string }).name) as never;
    },
    list: (operation) => {
      if (operation.id !== listEligibilitySchedules.id) throw new Error(`nothing lists ${operation.id}`);
      const now = clock.now();
      const seen = assignments.filter(
        ({ made, end, over }) => made + lag <= now && end > now && (over === undefined || over + lag > now),
      );
      return listed(seen, now) as never;
    },
  });

  const service: Service = {
    ...{ client, assignments, verbs, troubles: 0 },
    begin(how) {
      [adjacent, lag, tries] = [how.adjacent, how.lagMinutes * MINUTE, [...how.tries]];
      assignments.length = 0;
      verbs.length = 0;
      removals.clear();
      service.troubles = 0;
    },
  };
  return service;
};

/** The ways in which a service may be changed. */
export const ALLOWED: ReadonlySet<string> = new Set(['AdminAssign', 'AdminRemove', cancelEligibilityRequest.id]);

async function* listed(assignments: readonly Assignment[], now: number) {
  for (const { name, start, end, made } of assignments) {
    yield {
      ...{
        scope: SCOPE,
        roleDefinitionId: ROLE,
        memberType: 'Direct',
        status: start > now ? 'Granted' : 'Provisioned',
      },
      ...{ startDateTime: iso(start), endDateTime: iso(end), createdOn: iso(made) },
      roleEligibilityScheduleRequestId: `/x/${name}`,
    };
  }
}
