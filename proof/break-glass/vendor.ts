import type { VendorClient } from '../../src/cloud/client.ts';
import { VendorError } from '../../src/cloud/errors/errors.ts';
import { getEligibilityRequest, listEligibilitySchedules } from '../../src/cloud/operations/role-eligibility.ts';
import type { Scope } from '../../src/cloud/request/path.ts';
import { scopePathOf } from '../../src/features/access/requestable.ts';
import { type Clock, iso } from '../../src/platform/lib/clock.ts';
import { clientOf } from '../../test/engine/changes/simple-kind.ts';
import type { VendorAnswer } from './plan.ts';
import { ROLE } from './world.ts';

/** One assignment as the vendor has it; times in milliseconds since 1970. */
export interface Assignment {
  readonly guid: string;
  readonly principal: string;
  readonly scope: string;
  readonly start: number;
  readonly end: number;
}

export interface Vendor {
  readonly client: VendorClient;
  readonly assignments: Assignment[];
  /** What the first attempts of the requests that come now meet. */
  meet: VendorAnswer;
}

interface Sent {
  readonly name: string;
  readonly principalId: string;
  readonly scope: Scope;
  readonly start: number;
  readonly expiration: { readonly end: number };
}

/** A vendor that keeps what arrives, and fails as the schedule says. */
export const createVendor = (clock: Clock): Vendor => {
  const assignments: Assignment[] = [];
  /** By GUID: a request meets its trouble once, a refusal always. */
  const met = new Map<string, VendorAnswer>();
  const trouble = (arrived: 'no' | 'maybe'): never => {
    throw new VendorError({ code: 'Http.Away', text: 'http.error.lost', arrived, retryable: true });
  };
  const refuse = (status: number, vendorCode: string): never => {
    throw new VendorError({ code: 'Vendor.Refused', text: 'vendor.error.unknown', arrived: 'yes', status, vendorCode });
  };
  const stateOf = (guid: string): unknown => {
    const one = assignments.find((each) => each.guid === guid);
    return one ? { status: 'Provisioned' } : refuse(404, 'RoleAssignmentRequestNotFound');
  };
  const take = ({ name, principalId, scope, start, expiration }: Sent): unknown => {
    if (assignments.some(({ guid }) => guid === name)) {
      throw new VendorError({
        ...{ code: 'Vendor.Refused', text: 'vendor.error.requestNameReused', arrived: 'yes' },
        ...{ status: 409, vendorCode: 'Conflict' },
      });
    }
    assignments.push({
      guid: name,
      principal: principalId,
      scope: scopePathOf({ scope }),
      start,
      end: expiration.end,
    });
    return { status: 'Provisioned' };
  };

  const vendor: Vendor = {
    assignments,
    meet: 'ok',
    client: clientOf({
      freeze: (operation, input) => ({
        ...{ operation: operation.id, method: 'PUT', path: '/x', query: '', body: JSON.stringify(input) },
      }),
      callFrozen: async ({ body }, options) => {
        await options?.beforeTry?.(1, false);
        const sent = JSON.parse(body ?? '{}') as Sent;
        const first = met.get(sent.name) === undefined;
        const does = met.get(sent.name) ?? vendor.meet;
        met.set(sent.name, does);
        if (does === 'refused') return refuse(400, 'RoleAssignmentRequestPolicyValidationFailed');
        if (!first || does === 'ok') return take(sent);
        if (does === 'away') return trouble('no');
        if (does === 'lostAfter') take(sent);
        return trouble('maybe');
      },
      call: async (operation, input) => {
        if (operation.id !== getEligibilityRequest.id) throw new Error(`nothing calls ${operation.id}`);
        return stateOf((input as { name: string }).name) as never;
      },
      list: (operation, input) => listed(operation.id, input) as never,
    }),
  };

  async function* listed(operation: string, input: unknown) {
    if (operation !== listEligibilitySchedules.id) return;
    const { filter } = input as { filter: { principalId: string } };
    for (const { guid, principal, scope, start, end } of assignments) {
      if (principal !== filter.principalId || end <= clock.now()) continue;
      yield {
        ...{ scope, roleDefinitionId: ROLE },
        ...{ memberType: 'Direct', status: 'Provisioned', startDateTime: iso(start), endDateTime: iso(end) },
        ...{ createdOn: iso(start), roleEligibilityScheduleRequestId: `/x/${guid}` },
      };
    }
  }
  return vendor;
};
