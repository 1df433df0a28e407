import type { VendorClient } from '../../src/cloud/client.ts';
import { VendorError } from '../../src/cloud/errors/errors.ts';
import { getEligibilityRequest, listEligibilitySchedules } from '../../src/cloud/operations/role-eligibility.ts';
import { clientOf } from '../../test/engine/changes/simple-kind.ts';
import type { Try } from './plan.ts';
import { PLACE } from './world.ts';

interface Grant {
  readonly name: string;
  readonly principalId: string;
  readonly roleDefinitionId: string;
}

export interface Vendor {
  readonly client: VendorClient;
  /** What the next tries do; after the last of them the vendor takes every call. */
  tries: Try[];
  /** Before the next call leaves. */
  beforeCall: (() => void)[];
  /** Told of each call in the moment in which it leaves. */
  leaving: () => void;
  /** How many calls of this run took effect, and how many answers were lost. */
  effects: number;
  lost: number;
  /** Forgets what it holds and what it was to do. */
  begin(tries: readonly Try[]): void;
}

/** A vendor that holds grants, and fails as its script says. */
export const createVendor = (): Vendor => {
  const grants: Grant[] = [];
  const take = (grant: Grant): void => {
    vendor.effects += 1;
    if (!grants.some(({ name }) => name === grant.name)) grants.push(grant);
  };
  const fault = (arrived: 'no' | 'maybe'): VendorError => {
    if (arrived === 'maybe') vendor.lost += 1;
    return new VendorError({ code: 'Http.Away', text: 'http.error.lost', arrived, retryable: true });
  };
  const client = clientOf({
    freeze: (operation, input) => ({
      operation: operation.id,
      method: 'PUT',
      path: '/x',
      query: '',
      body: JSON.stringify(input),
    }),
    callFrozen: async ({ body }, options) => {
      vendor.beforeCall.shift()?.();
      await options?.beforeTry?.(1, false);
      vendor.leaving();
      const grant = JSON.parse(body ?? '{}') as Grant;
      const does = vendor.tries.shift() ?? 'ok';
      if (does === 'away') throw fault('no');
      if (does === 'lostBefore') throw fault('maybe');
      take(grant);
      if (does === 'lostAfter') throw fault('maybe');
      return { status: 'Provisioned' };
    },
    call: async (operation, input) => {
      if (operation.id !== getEligibilityRequest.id) throw new Error(`a grant does not call ${operation.id}`);
      const { name } = input as { name: string };
      if (grants.some((grant) => grant.name === name)) return { status: 'Provisioned' } as never;
      throw new VendorError({ code: 'Vendor.NotFound', text: 'vendor.error.notFound', arrived: 'yes', status: 404 });
    },
    list: (operation, input) => {
      if (operation.id !== listEligibilitySchedules.id) throw new Error(`a grant does not call ${operation.id}`);
      const { filter } = input as { filter: { principalId: string } };
      return found(grants.filter(({ principalId }) => principalId === filter.principalId)) as never;
    },
  });
  const vendor: Vendor = {
    client,
    tries: [],
    beforeCall: [],
    leaving: () => {},
    effects: 0,
    lost: 0,
    begin(tries) {
      grants.length = 0;
      Object.assign(vendor, { tries: [...tries], beforeCall: [], effects: 0, lost: 0 });
    },
  };
  return vendor;
};

async function* found(grants: readonly Grant[]) {
  for (const { name, roleDefinitionId } of grants) {
    yield { scope: PLACE, roleDefinitionId, memberType: 'Direct', roleEligibilityScheduleRequestId: `/x/${name}` };
  }
}
