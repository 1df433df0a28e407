import { getEligibilityRequest } from '../../src/cloud/operations/role-eligibility.ts';
import { clientOf } from '../../test/engine/changes/simple-kind.ts';
import { refusal } from '../lib/access-service.ts';

/** A call that took effect: its GUID, and when it was about to leave and left, by the proof's own count. */
export interface Call {
  readonly name: string;
  readonly begun: number;
  readonly left: number;
}

/** A service that grants everything, after some turns of the event loop. */
export const createService = (tick: () => number) => {
  const calls: Call[] = [];
  let slow = 0;
  const pause = async (): Promise<void> => {
    for (let turns = 0; turns < slow; turns += 1) await new Promise(setImmediate);
  };
  const client = clientOf({
    freeze: (operation, input) => ({
      ...{ operation: operation.id, method: 'PUT', path: '/x', query: '', body: JSON.stringify(input) },
    }),
    callFrozen: async ({ body }, options) => {
      await pause();
      const begun = tick();
      await options?.beforeTry?.(1, false);
      const { name } = JSON.parse(body ?? '{}') as { name: string };
      calls.push({ name, begun, left: tick() });
      await pause();
      return { status: 'Provisioned' };
    },
    call: async (operation, input) => {
      if (operation.id !== getEligibilityRequest.id) throw new Error(`a grant does not call ${operation.id}`);
      const { name } = input as { name: string };
      if (!calls.some((one) => one.name === name)) throw refusal(404, 'RoleAssignmentRequestNotFound');
      return { status: 'Provisioned' } as never;
    },
    list: () => none() as never,
  });
  return {
    client,
    calls,
    begin(turns: number): void {
      calls.length = 0;
      slow = turns;
    },
  };
};

async function* none() {}
