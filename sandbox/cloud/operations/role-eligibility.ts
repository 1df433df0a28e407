import { createEligibilityRequest } from '../access/create-request.ts';
import { instanceRecord, scheduleRecord } from '../access/records.ts';
import { type ListedSchedule, listSchedules, scheduleFilter } from '../access/schedules.ts';
import { findPlace } from '../access/scope.ts';
import { cancelEligibilityRequest, getEligibilityRequest } from '../access/stored-request.ts';
import { parseFilter } from '../odata.ts';
import type { Call, SandboxOperation } from '../operation.ts';
import { page, queryValue } from '../paging.ts';

const versions = ['2020-10-01'];

/** Role eligibilities and the request that changes them (spec/1, endpoints 1 and 2). */
export const roleEligibility = {
  listEligibilitySchedules: {
    method: 'GET',
    path: '{scope}/providers/{ns}.Authorization/roleEligibilitySchedules',
    versions,
    action: '{ns}.Authorization/roleAssignments/read',
    handle: async (call) => page(call, await listed(call), (row) => scheduleRecord(call.world, row)),
  },
  listEligibilityScheduleInstances: {
    method: 'GET',
    path: '{scope}/providers/{ns}.Authorization/roleEligibilityScheduleInstances',
    versions,
    action: '{ns}.Authorization/roleAssignments/read',
    handle: async (call) => {
      const now = call.world.clock.now();
      const active = (await listed(call)).filter((row) => row.starts_at <= now);
      return page(call, active, (row) => instanceRecord(call.world, row));
    },
  },
  createEligibilityRequest: {
    method: 'PUT',
    path: '{scope}/providers/{ns}.Authorization/roleEligibilityScheduleRequests/{name}',
    versions,
    action: '{ns}.Authorization/roleAssignments/write',
    handle: createEligibilityRequest,
  },
  getEligibilityRequest: {
    method: 'GET',
    path: '{scope}/providers/{ns}.Authorization/roleEligibilityScheduleRequests/{name}',
    versions,
    action: '{ns}.Authorization/roleAssignments/read',
    handle: getEligibilityRequest,
  },
  cancelEligibilityRequest: {
    method: 'POST',
    path: '{scope}/providers/{ns}.Authorization/roleEligibilityScheduleRequests/{name}/cancel',
    versions,
    action: '{ns}.Authorization/roleAssignments/write',
    handle: cancelEligibilityRequest,
  },
} as const satisfies Record<string, SandboxOperation>;

const listed = (call: Call): Promise<readonly ListedSchedule[]> => {
  const { faults } = call.world;
  return listSchedules(call.world, {
    place: findPlace(call.world, call.params['scope'] ?? ''),
    terms: parseFilter(queryValue(call.query, '$filter'), scheduleFilter),
    caller: call.caller.principalId,
    lagMs: faults.take('list-lag', call.operation)?.ms ?? call.world.listLagMs,
    inheritedAtScope: faults.take('at-scope-inherited', call.operation) !== undefined,
  });
};
