import {
  type EligibilityFilter,
  listEligibilityScheduleInstances,
  listEligibilitySchedules,
} from '../../api/operations/role-eligibility.ts';
import { roleGuid } from '../../api/operations/role-eligibility-request.ts';
import type {
  EligibilitySchedule,
  EligibilityScheduleInstance,
} from '../../api/operations/role-eligibility-schemas.ts';
import { parseScope, type Scope, sameScope, scopeContains, scopeKey, scopePath } from '../../api/request/path.ts';
import { profileOf } from '../../api/services/profile.ts';
import { oneLine } from '../../lib/text.ts';
import type { Services } from '../feature.ts';
import { namesOf, outermost } from './requestable.ts';
import { createdAt } from './schedules.ts';
import { withUnlisted } from './unlisted-grants.ts';

/** One eligibility at the vendor, with the policy's names where it has them. */
export interface Assignment {
  readonly id: string;
  readonly person: { readonly objectId: string; readonly name: string };
  readonly role: { readonly key: string; readonly title: string; readonly id: string };
  readonly place: { readonly key: string; readonly title: string; readonly scope: string };
  /** Milliseconds since 1970; undefined: no end. */
  readonly start: number | undefined;
  readonly end: number | undefined;
  /** Only direct assignments can be removed here; the others are removed at their group or parent scope. */
  readonly held: 'direct' | 'group' | 'inherited';
  readonly through: string;
  /** The vendor's limit on what the role allows, in its own language; Steward grants without one. */
  readonly condition?: string;
}

/** @param scopes each is read with everything below it @throws VendorError */
const read = async (
  services: Services,
  scopes: readonly Scope[],
  filter: EligibilityFilter,
  endBy: number,
  operation: typeof listEligibilitySchedules | typeof listEligibilityScheduleInstances = listEligibilitySchedules,
): Promise<Assignment[]> => {
  const found = new Map<string, { readonly assignment: Assignment; readonly created: number }>();
  const readOne = async (scope: Scope): Promise<void> => {
    for await (const schedule of services.vendor.list(operation, { scope, filter }, { endBy })) {
      found.set(schedule.id.toLowerCase(), {
        assignment: toAssignment(services, schedule),
        created: createdAt(schedule),
      });
    }
  };
  await Promise.all(scopes.map(readOne));
  const inForce = operation === listEligibilityScheduleInstances;
  const all = await withUnlisted(services, [...found.values()], { scopes, person: filter.assignedTo, inForce });
  return all.toSorted((a, b) => a.place.title.localeCompare(b.place.title) || a.role.title.localeCompare(b.role.title));
};

/** What a person is eligible for, directly and through groups. */
export const assignmentsOf = (services: Services, objectId: string, answerBy: number): Promise<Assignment[]> =>
  read(
    services,
    outermost(services.policy.current()).map(({ scope }) => scope),
    { assignedTo: objectId },
    answerBy,
  );

/**
 * Everyone eligible at a place, inherited assignments included. `atScope` would omit those, so the whole scope is read
 * and assignments below it are dropped.
 * @param inForce only assignments in effect now, not those that start later
 */
export const assignmentsAt = async (
  services: Services,
  scope: Scope,
  answerBy: number,
  inForce = false,
): Promise<Assignment[]> => {
  const operation = inForce ? listEligibilityScheduleInstances : listEligibilitySchedules;
  const all = await read(services, [scope], {}, answerBy, operation);
  return all.filter(({ place }) => {
    const at = parseScope(place.scope);
    return at !== undefined && (sameScope(at, scope) || !scopeContains(scope, at));
  });
};

/** The vendor's names are unbounded; a page of them must fit on a card. */
const LONGEST = 80;
const LONGEST_CONDITION = 300;

const toAssignment = (services: Services, schedule: EligibilitySchedule | EligibilityScheduleInstance): Assignment => {
  const { expandedProperties: expanded } = schedule;
  const at = parseScope(schedule.scope);
  const policy = services.policy.current();
  const shown = oneLine(expanded?.scope?.displayName ?? schedule.scope.split('/').at(-1) ?? schedule.scope, LONGEST);
  const names = namesOf(policy, schedule.roleDefinitionId, { key: at ? scopeKey(at) : '', shown });
  const id = roleGuid(schedule.roleDefinitionId) ?? '';
  const group = schedule.principalType === 'Group' || schedule.memberType === 'Group';
  const given = expanded?.principal?.displayName;
  // Groups have display names of their own; one that matches a person's name is not shown as that person.
  const isPlain = group && given !== undefined && policy.findPeople(given).length === 0;
  const principal = isPlain ? oneLine(given, LONGEST) : policy.nameOf(schedule.principalId, given ?? '');
  return {
    id: schedule.id,
    person: { objectId: schedule.principalId.toLowerCase(), name: principal },
    role: {
      key: names.role?.key ?? '',
      title: names.role?.title ?? oneLine(expanded?.roleDefinition?.displayName ?? id, LONGEST),
      id,
    },
    place: { ...names.place, scope: at ? scopePath(at, profileOf('Vendor')) : schedule.scope },
    start: moment(schedule.startDateTime),
    end: moment(schedule.endDateTime),
    held: group ? 'group' : schedule.memberType === 'Inherited' ? 'inherited' : 'direct',
    through: group ? principal : shown,
    ...(schedule.condition ? { condition: oneLine(schedule.condition, LONGEST_CONDITION) } : {}),
  };
};

const moment = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));
