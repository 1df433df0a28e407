import { VendorError } from '#cloud/errors/errors.ts';
import {
  type EligibilityFilter,
  listEligibilityScheduleInstances,
  listEligibilitySchedules,
} from '#cloud/operations/role-eligibility.ts';
import { roleGuid } from '#cloud/operations/role-eligibility-request.ts';
import type { EligibilitySchedule, EligibilityScheduleInstance } from '#cloud/operations/role-eligibility-schemas.ts';
import { parseScope, type Scope, sameScope, scopeContains, scopeKey, scopePath } from '#cloud/request/path.ts';
import { profileOf } from '#cloud/services/profile.ts';
import type { Services } from '#features/feature.ts';
import { escapeMarkdown, oneLine } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Policy, PolicyPlace } from '#policy/policy.ts';
import type { Fact } from '#teams/cards/view.ts';
import { nothingKnown, PATIENCE_MS, RETRY_MS } from './limits.ts';
import { namesOf, outermost } from './requestable.ts';
import { createdAt, requestOf } from './schedules.ts';
import { withUnlisted } from './unlisted-grants.ts';

/** What limits an assignment that somebody gave elsewhere. */
export const conditionFact = (condition: string | undefined, words: Words): readonly Fact[] =>
  condition === undefined ? [] : [{ title: words.plain('access.label.condition'), value: escapeMarkdown(condition) }];

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
  /** The GUID of the request that made it, in lower case; absent where the list does not name it. */
  readonly request?: string;
}

type Operation = typeof listEligibilitySchedules | typeof listEligibilityScheduleInstances;

/** An assignment in the vendor's list, with the moment in which it was made. */
interface Listed {
  readonly assignment: Assignment;
  readonly created: number;
}

/** @param scopes each is read with everything below it @throws VendorError */
const read = async (
  services: Services,
  scopes: readonly Scope[],
  filter: EligibilityFilter,
  endBy: number,
  operation: Operation = listEligibilitySchedules,
): Promise<Assignment[]> => {
  const found = await readListed(services, scopes, filter, endBy, operation);
  const inForce = operation === listEligibilityScheduleInstances;
  const all = await withUnlisted(services, found, { scopes, person: filter.assignedTo, inForce });
  return inOrder(all);
};

const readListed = async (
  services: Services,
  scopes: readonly Scope[],
  filter: EligibilityFilter,
  endBy: number,
  operation: Operation,
): Promise<readonly Listed[]> => {
  const found = new Map<string, Listed>();
  const readOne = async (scope: Scope): Promise<void> => {
    for await (const schedule of services.vendor.list(operation, { scope, filter }, { endBy })) {
      found.set(schedule.id.toLowerCase(), {
        assignment: toAssignment(services.policy.current(), schedule),
        created: createdAt(schedule),
      });
    }
  };
  await Promise.all(scopes.map(readOne));
  return [...found.values()];
};

/** A list that may have ended early: what was read until then, and why there is no more. */
interface WholeList {
  readonly assignments: readonly Assignment[];
  readonly error?: VendorError;
}

/**
 * A list for a file: every eligibility with its whole texts, however long that takes.
 * @param place undefined: everywhere, of one person
 * @throws VendorError where nothing could be read
 */
export const wholeList = async (
  services: Services,
  place: PolicyPlace | undefined,
  { person, when }: { readonly person?: string | undefined; readonly when: 'ever' | 'now' },
  correlation: string,
): Promise<WholeList> => {
  const policy = services.policy.current();
  const scopes = place ? [place.scope] : outermost(policy).map(({ scope }) => scope);
  const filter = person === undefined ? {} : { assignedTo: person };
  const found = new Map<string, Listed>();
  const errors: VendorError[] = [];
  for (const scope of scopes) {
    try {
      // Schedules also for what is in force now: instances do not name the request that made them.
      for await (const one of services.vendor.list(listEligibilitySchedules, { scope, filter }, { correlation })) {
        const assignment = toAssignment(policy, one, wholeText);
        found.set(one.id.toLowerCase(), { assignment, created: createdAt(one) });
      }
    } catch (error) {
      if (!(error instanceof VendorError)) throw error;
      errors.push(error);
    }
  }
  const [error] = errors;
  if (error && found.size === 0) throw error;
  const all = await withUnlisted(services, [...found.values()], { scopes, person, inForce: when === 'now' });
  const now = services.clock.now();
  const wanted = all.filter((one) => (!place || holdsAt(place.scope, one)) && (when === 'ever' || isInForce(one, now)));
  return { assignments: inOrder(wanted), ...(error ? { error } : {}) };
};

const isInForce = ({ start, end }: Assignment, now: number): boolean =>
  (start === undefined || start <= now) && (end === undefined || end > now);

const inOrder = (assignments: readonly Assignment[]): Assignment[] =>
  assignments.toSorted(
    (a, b) => a.place.title.localeCompare(b.place.title) || a.role.title.localeCompare(b.role.title),
  );

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
 * @param person what this person (a directory object id) is eligible for there, through groups too
 */
export const assignmentsAt = async (
  services: Services,
  scope: Scope,
  answerBy: number,
  { inForce = false, person }: { readonly inForce?: boolean; readonly person?: string | undefined } = {},
): Promise<Assignment[]> => {
  const operation = inForce ? listEligibilityScheduleInstances : listEligibilitySchedules;
  const filter = person === undefined ? {} : { assignedTo: person };
  const all = await read(services, [scope], filter, answerBy, operation);
  return all.filter((one) => holdsAt(scope, one));
};

/** Everyone eligible at a place and below it, inherited assignments included. */
export const assignmentsIn = (services: Services, scope: Scope, endBy: number): Promise<Assignment[]> =>
  read(services, [scope], {}, endBy);

/** Not what is below the scope. */
const holdsAt = (scope: Scope, { place }: Assignment): boolean => {
  const at = parseScope(place.scope);
  return at !== undefined && (sameScope(at, scope) || !scopeContains(scope, at));
};

/**
 * What a person is eligible for at a place, inherited and through groups too, for a form that must not wait: the vendor's list
 * may be 20 s old, what Steward granted and removed since is right.
 * @returns undefined where the list cannot be read in time
 */
export const assignmentsOfAt = async (
  services: Services,
  objectId: string,
  { key, scope }: PolicyPlace,
  answerBy: number,
): Promise<readonly Assignment[] | undefined> => {
  const endBy = Math.min(answerBy, services.clock.now() + PATIENCE_MS);
  const filter = { assignedTo: objectId };
  const listed = await services.cache.get(`held ${objectId} ${key}`, RETRY_MS, () =>
    readListed(services, [scope], filter, endBy, listEligibilitySchedules).catch(nothingKnown),
  );
  if (!listed) return undefined;
  const all = await withUnlisted(services, listed, { scopes: [scope], person: objectId, inForce: false });
  return all.filter((one) => holdsAt(scope, one));
};

/** The vendor's names are unbounded; a page of them must fit on a card. */
const LONGEST = 80;
const LONGEST_CONDITION = 300;

/** In a file. */
const wholeText = (text: string): string => text;

/** An eligibility with the names that the policy has for it. @param shorten the vendor's texts, to this number of characters */
export const toAssignment = (
  policy: Policy,
  schedule: EligibilitySchedule | EligibilityScheduleInstance,
  shorten: (text: string, most: number) => string = oneLine,
): Assignment => {
  const { expandedProperties: expanded } = schedule;
  const at = parseScope(schedule.scope);
  const shown = shorten(expanded?.scope?.displayName ?? schedule.scope.split('/').at(-1) ?? schedule.scope, LONGEST);
  const names = namesOf(policy, schedule.roleDefinitionId, { key: at ? scopeKey(at) : '', shown });
  const id = roleGuid(schedule.roleDefinitionId) ?? '';
  const group = schedule.principalType === 'Group' || schedule.memberType === 'Group';
  const given = expanded?.principal?.displayName;
  // Groups have display names of their own; one that matches a person's name is not shown as that person.
  const isPlain = group && given !== undefined && policy.findPeople(given).length === 0;
  const principal = isPlain ? shorten(given, LONGEST) : policy.nameOf(schedule.principalId, given ?? '');
  const request = 'roleEligibilityScheduleRequestId' in schedule ? requestOf(schedule) : '';
  return {
    id: schedule.id,
    person: { objectId: schedule.principalId.toLowerCase(), name: principal },
    role: {
      key: names.role?.key ?? '',
      title: names.role?.title ?? shorten(expanded?.roleDefinition?.displayName ?? id, LONGEST),
      id,
    },
    place: { ...names.place, scope: at ? scopePath(at, profileOf('Vendor')) : schedule.scope },
    start: moment(schedule.startDateTime),
    end: moment(schedule.endDateTime),
    held: group ? 'group' : schedule.memberType === 'Inherited' ? 'inherited' : 'direct',
    through: group ? principal : shown,
    ...(schedule.condition ? { condition: shorten(schedule.condition, LONGEST_CONDITION) } : {}),
    ...(request === '' ? {} : { request }),
  };
};

const moment = (text: string | undefined): number | undefined => (text === undefined ? undefined : Date.parse(text));
