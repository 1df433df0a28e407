import { z } from 'zod';
import { defineExports } from '#engine/answers/exports.ts';
import { createCsvFile, fileName } from '#engine/answers/stored-file.ts';
import type { Services } from '#features/feature.ts';
import { iso } from '#platform/lib/clock.ts';
import { type Cell, csvCell, csvLine } from '#platform/lib/csv.ts';
import { AppError } from '#platform/lib/errors.ts';
import type { Policy } from '#policy/policy.ts';
import { type Assignment, wholeList } from '../assignments.ts';
import { mayList, requireLister, rolesOf } from '../policy.ts';
import { type AccessExportRow, accessExportStore, type GrantedBy, grantedBy } from './store.ts';

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

/** What a list of who has access is asked for, as its buttons carry it. */
export const accessQuery = z.object({
  when: z.enum(['ever', 'now']).default('ever'),
  /** Keys of the policy. */
  place: z.string().optional(),
  role: z.string().optional(),
  /** Directory object id. */
  person: z.string().optional(),
});
export type AccessQuery = z.infer<typeof accessQuery>;

const about = accessQuery.extend({
  rows: z.int(),
  /** False if the vendor's list could not be read to its end. */
  whole: z.boolean(),
  /** The names of place, role and person as the policy had them. */
  names: z.array(z.string()),
});

/** `who has access` as a CSV file. */
export const accessExports = defineExports<AccessExportRow, Services>({
  store: accessExportStore,
  subject: 'accessExport',
  verb: 'access.file',
  jobNames: { write: 'access.export', prune: 'access.exportPrune' },
  endJob: 'access.fileEnd',
  command: 'export who has access',
  describe({ about_json }, words) {
    const { names, rows, whole } = about.parse(JSON.parse(about_json));
    return words.plain(whole ? 'access.export.about' : 'access.export.aboutPart', { rows, names: names.join(' · ') });
  },
  mayReceive: ({ person }, policy) => mayList(policy.current(), person),
  hidden: 'access.export.hidden',
  refused: 'access.who.refused',
  disclosed({ about_json, name, bytes }) {
    const { names, rows, whole, ...query } = about.parse(JSON.parse(about_json));
    return { target: 'access', event: 'access list exported', detail: { name, bytes, rows, whole, ...query } };
  },
  async write(services, row, run) {
    const { policy, database, clock, log } = services;
    const query = accessQuery.parse(JSON.parse(row.about_json));
    requireLister(policy.current(), row.person);
    const place = placeOf(policy.current(), query);
    const { assignments, error } = await wholeList(services, place, query, run.id);
    // Reading takes a while: the rights count that are in force at its end.
    requireLister(policy.current(), row.person);
    const wanted = query.role === undefined ? assignments : assignments.filter(({ role }) => role.key === query.role);
    const requests = new Set(wanted.flatMap(({ request = [] }) => request));
    const granted = await grantedBy(database.db, [...requests]);
    const file = createCsvFile(accessColumns);
    for (const assignment of wanted) {
      file.add(accessLine({ assignment, granted: granted.get(assignment.request ?? '') }));
    }
    const whole = error === undefined;
    log.info('access list written', { job: run.id, count: wanted.length, state: whole ? 'complete' : 'incomplete' });
    const names = namesOf(policy.current(), query);
    return {
      ...file.end(),
      name: fileName(
        clock.now(),
        'who-has-access',
        ...keysOf(policy.current(), query),
        ...(whole ? [] : ['incomplete']),
      ),
      about: { ...query, rows: wanted.length, whole, names },
    };
  },
});

/** @throws AppError for a place that the policy has no longer */
const placeOf = (policy: Policy, { place }: AccessQuery) => {
  if (place === undefined) return undefined;
  const found = policy.place(place);
  if (!found) throw new AppError({ code: 'Access.UnknownPlace', text: 'access.who.moved' });
  return found;
};

const keysOf = (policy: Policy, { place, role, person }: AccessQuery): readonly string[] =>
  [place, role, person && policy.personByObjectId(person)?.key].filter((key) => key !== undefined);

const namesOf = (policy: Policy, { place, role, person }: AccessQuery): readonly string[] =>
  [
    place && policy.place(place)?.title,
    rolesOf(policy).find(({ key }) => key === role)?.title,
    person && policy.nameOf(person, ''),
  ].filter((name) => name !== undefined);
