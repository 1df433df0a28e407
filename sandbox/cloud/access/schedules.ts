import type { Term } from '../odata.ts';
import type { World } from '../operation.ts';
import type { Place } from '../story/places.ts';
import type { ScheduleRow } from '../tables.ts';
import { lastSegment } from './scope.ts';

/** The documented filters of both lists (spec/1, endpoint 1). */
export const scheduleFilter = {
  atScope: 'flag',
  principalId: 'equals',
  roleDefinitionId: 'equals',
  assignedTo: 'call',
  asTarget: 'flag',
} as const;

type ScheduleTerm = Term<keyof typeof scheduleFilter>;

export interface ListedSchedule extends ScheduleRow {
  readonly memberType: 'Direct' | 'Inherited' | 'Group';
}

export interface ListQuery {
  readonly place: Place;
  readonly terms: readonly ScheduleTerm[];
  /** Principal id of the caller. */
  readonly caller: string;
  readonly lagMs: number;
  /** With atScope(): also inherited eligibilities. */
  readonly inheritedAtScope: boolean;
}

/** The rows of a list without ended and removed ones, in the order of their creation. */
export const listSchedules = async (world: World, query: ListQuery): Promise<readonly ListedSchedule[]> => {
  const { place } = query;
  const atScope = query.terms.some((term) => term.name === 'atScope');
  const above = atScope && !query.inheritedAtScope ? [] : world.places.above(place);
  const below = atScope ? [] : world.places.below(place);
  const rows = await world.store.db
    .selectFrom('schedules')
    .selectAll()
    .where(
      'scope',
      'in',
      [place, ...above, ...below].map(({ path }) => path),
    )
    .orderBy('seq')
    .execute();
  const inherited = new Set(above.map(({ path }) => path));
  const now = world.clock.now();
  return rows
    .filter((row) => isListed(row, now, query.lagMs) && query.terms.every((term) => fits(world, query, row, term)))
    .map((row) => ({ ...row, memberType: memberType(query, row, inherited) }));
};

/** The lists lag: a new row and a removal show after the lag, an end at once. */
const isListed = (row: ScheduleRow, now: number, lagMs: number): boolean =>
  row.effective_at + lagMs <= now &&
  (row.ends_at === null || row.ends_at > now) &&
  (row.removed_at === null || row.removed_at + lagMs > now);

const fits = (world: World, query: ListQuery, row: ScheduleRow, { name, value }: ScheduleTerm): boolean => {
  if (name === 'atScope') return true;
  if (name === 'principalId') return row.principal === value.toLowerCase();
  if (name === 'roleDefinitionId') return row.role === lastSegment(value).toLowerCase();
  const target = name === 'asTarget' ? query.caller : value.toLowerCase();
  return row.principal === target || world.directory.groupsOf(target).includes(row.principal);
};

/** Group for a person's row through their group; the group's own row is direct. */
const memberType = (
  query: ListQuery,
  row: ScheduleRow,
  inherited: ReadonlySet<string>,
): ListedSchedule['memberType'] => {
  const targets = query.terms
    .filter(({ name }) => name === 'assignedTo' || name === 'asTarget')
    .map(({ name, value }) => (name === 'asTarget' ? query.caller : value.toLowerCase()));
  if (targets.some((target) => target !== row.principal)) return 'Group';
  return inherited.has(row.scope) ? 'Inherited' : 'Direct';
};

/** True while the row prevents an equal one: also before its start, and until the end of its removal. */
export const isLive = (row: ScheduleRow, now: number): boolean =>
  (row.ends_at === null || row.ends_at > now) && (row.removed_at === null || row.removed_at > now);
