import { iso } from '#platform/lib/clock.ts';
import { type Cell, csvCell, csvLine } from '#platform/lib/csv.ts';
import type { Assignment } from '../assignments.ts';
import type { GrantedBy } from './store.ts';

/** One eligibility, and the request that granted it if that was made through Steward. */
export interface ListedAccess {
  readonly assignment: Assignment;
  readonly granted: GrantedBy | undefined;
}

type Column = readonly [name: string, read: (access: ListedAccess) => Cell];

const moment = (at: number | undefined): Cell => (at === undefined ? undefined : iso(at));

/** Moments are ISO 8601 in UTC; no `until`: permanent. `through` is the group or the place that it comes from. */
const columns: readonly Column[] = [
  ['person', ({ assignment }) => assignment.person.name],
  ['personId', ({ assignment }) => assignment.person.objectId],
  ['role', ({ assignment }) => assignment.role.title],
  ['roleId', ({ assignment }) => assignment.role.id],
  ['place', ({ assignment }) => assignment.place.title],
  ['scope', ({ assignment }) => assignment.place.scope],
  ['since', ({ assignment }) => moment(assignment.start)],
  ['until', ({ assignment }) => moment(assignment.end)],
  ['held', ({ assignment }) => assignment.held],
  ['through', ({ assignment: { held, through } }) => (held === 'direct' ? undefined : through)],
  ['condition', ({ assignment }) => assignment.condition],
  ['request', ({ granted }) => granted?.ref],
  ['approvedBy', ({ granted }) => granted?.approvers.map(({ name }) => name).join('; ')],
  ['approvedById', ({ granted }) => granted?.approvers.map(({ objectId }) => objectId).join('; ')],
];

export const accessColumns: readonly string[] = columns.map(([name]) => name);

export const accessLine = (access: ListedAccess): string =>
  csvLine(columns.map(([, read]) => csvCell(read(access) || undefined)));
