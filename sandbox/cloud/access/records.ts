import { iso } from '../../../src/platform/lib/clock.ts';
import type { World } from '../operation.ts';
import { findRole } from '../story/roles.ts';
import type { ScheduleRow } from '../tables.ts';
import type { ListedSchedule } from './schedules.ts';
import { findPlace, roleDefinitionId } from './scope.ts';

type Collection = 'roleEligibilitySchedules' | 'roleEligibilityScheduleInstances' | 'roleEligibilityScheduleRequests';

/** Fully qualified id of a record. @param scope path of its place */
export const recordId = (world: World, scope: string, collection: Collection, name: string): string =>
  `${scope}/providers/${world.namespace}.Authorization/${collection}/${name}`;

/** The properties that schedules, instances and requests share (docs/sources.md, Roles). */
export const commonProperties = (
  world: World,
  row: Pick<ScheduleRow, 'scope' | 'role' | 'principal' | 'created_at' | 'condition' | 'condition_version'>,
): Record<string, unknown> => {
  const place = findPlace(world, row.scope);
  const principal = world.directory.find(row.principal);
  const definition = roleDefinitionId(world, place, row.role);
  return {
    scope: row.scope,
    roleDefinitionId: definition,
    principalId: row.principal,
    principalType: principal?.type ?? 'User',
    condition: row.condition,
    conditionVersion: row.condition_version,
    createdOn: iso(row.created_at),
    expandedProperties: {
      scope: { id: row.scope, displayName: place.name, type: place.kind },
      roleDefinition: { id: definition, displayName: findRole(row.role)?.name, type: 'BuiltInRole' },
      principal: {
        id: row.principal,
        displayName: principal?.name,
        type: principal?.type ?? 'User',
        ...(principal?.email === undefined ? {} : { email: principal.email }),
      },
    },
  };
};

const window = (world: World, row: ListedSchedule): Record<string, unknown> => ({
  status: row.starts_at > world.clock.now() ? 'Granted' : 'Provisioned',
  memberType: row.memberType,
  startDateTime: iso(row.starts_at),
  endDateTime: row.ends_at === null ? null : iso(row.ends_at),
});

export const scheduleRecord = (world: World, row: ListedSchedule): unknown => ({
  id: recordId(world, row.scope, 'roleEligibilitySchedules', row.name),
  name: row.name,
  type: `${world.namespace}.Authorization/roleEligibilitySchedules`,
  properties: {
    ...commonProperties(world, row),
    ...window(world, row),
    updatedOn: iso(row.created_at),
    roleEligibilityScheduleRequestId: recordId(world, row.scope, 'roleEligibilityScheduleRequests', row.request_name),
  },
});

export const instanceRecord = (world: World, row: ListedSchedule): unknown => ({
  id: recordId(world, row.scope, 'roleEligibilityScheduleInstances', row.instance_name),
  name: row.instance_name,
  type: `${world.namespace}.Authorization/roleEligibilityScheduleInstances`,
  properties: {
    ...commonProperties(world, row),
    ...window(world, row),
    roleEligibilityScheduleId: recordId(world, row.scope, 'roleEligibilitySchedules', row.name),
  },
});
