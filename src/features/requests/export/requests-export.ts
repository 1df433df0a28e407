import type { Selectable } from 'kysely';
import { z } from 'zod';
import { createAnswerStore } from '#engine/answers/card-rows.ts';
import { createExportTable, defineExports, type ExportColumns } from '#engine/answers/exports.ts';
import { createCsvFile, fileName } from '#engine/answers/stored-file.ts';
import type { Change, Decision } from '#engine/changes/change.ts';
import type { Description } from '#engine/changes/change-kind.ts';
import type { ChangesPage, Listed, Position } from '#engine/changes/listing.ts';
import type { Services } from '#features/feature.ts';
import { iso } from '#platform/lib/clock.ts';
import { type Cell, csvCell, csvLine } from '#platform/lib/csv.ts';
import type { Migrations } from '#platform/storage/database.ts';
import { loadTexts, type Words } from '#platform/texts/texts.ts';
import type { Policy } from '#policy/policy.ts';
import { filtersOf } from '../cards/found-card.ts';
import { type ListQuery, listQuery, toChangeQuery } from '../parse-query.ts';

declare module '#platform/storage/database.ts' {
  interface Tables {
    request_exports: ExportColumns;
  }
}

export type RequestExportRow = Selectable<ExportColumns>;

export const requestExportStore = createAnswerStore('request_exports');

export const requestExportMigrations: Migrations = {
  'request-exports-001': (db) => createExportTable(db, 'request_exports'),
};

/** A request as its reader may see it. */
export interface ExportedRequest {
  readonly change: Pick<Change, 'ref' | 'kind' | 'state' | 'requester' | 'createdAt' | 'endedAt'>;
  readonly description: Pick<Description, 'summary' | 'reason'>;
  readonly listed: Listed;
  /** The receiver's name; undefined for a person missing from the policy. */
  readonly person: string | undefined;
  readonly decisions: readonly Decision[];
}

type Column = readonly [name: string, read: (request: ExportedRequest) => Cell];

const moment = (at: number | undefined): Cell => (at === undefined ? undefined : iso(at));

/** The people with this verdict, by name and by id. */
const decidedBy = (name: string, verdict: Decision['verdict']): readonly Column[] => {
  const people = ({ decisions }: ExportedRequest) =>
    decisions.filter((decision) => decision.verdict === verdict).map(({ person }) => person);
  const joined = (request: ExportedRequest, of: 'name' | 'objectId'): Cell =>
    people(request)
      .map((person) => person[of])
      .join('; ');
  return [
    [`${name}By`, (request) => joined(request, 'name')],
    [`${name}ById`, (request) => joined(request, 'objectId')],
  ];
};

/** Moments are ISO 8601 in UTC; role and place are the policy's names. `validUntil` is as it was granted: its removal is another row. */
const columns: readonly Column[] = [
  ['request', ({ change }) => change.ref],
  ['kind', ({ change }) => change.kind],
  ['what', ({ description }) => description.summary],
  ['role', ({ listed }) => listed.role ?? undefined],
  ['place', ({ listed }) => listed.place ?? undefined],
  ['person', ({ person }) => person],
  ['personId', ({ listed }) => listed.concerned ?? undefined],
  ['requestedBy', ({ change }) => change.requester.name],
  ['requestedById', ({ change }) => change.requester.objectId],
  ['reason', ({ description }) => description.reason],
  ['state', ({ change }) => change.state],
  ['requestedAt', ({ change }) => moment(change.createdAt)],
  ['decidedAt', ({ decisions }) => moment(decisions.at(-1)?.at)],
  ['endedAt', ({ change }) => moment(change.endedAt)],
  ...decidedBy('approved', 'approve'),
  ...decidedBy('denied', 'deny'),
  ...decidedBy('withdrawn', 'cancel'),
  ['validUntil', ({ listed }) => moment(listed.until)],
];

export const requestColumns: readonly string[] = columns.map(([name]) => name);

export const requestLine = (request: ExportedRequest): string =>
  csvLine(columns.map(([, read]) => csvCell(read(request) || undefined)));

/** What a list of requests is asked for, as its buttons carry it. */
export const requestsQuery = listQuery.extend({ list: z.literal('found') });

const about = requestsQuery.extend({
  rows: z.int(),
  /** False where the list is longer than a file of requests gets: then it has the newest. */
  whole: z.boolean(),
  /** The filters in words, as the list's card has them. */
  filters: z.string(),
  /** The digest of the policy by which its reader may see each of them. */
  policy: z.string(),
});

/** What is there of it before the file is written: nothing. */
const fileBasis = about.pick({ policy: true }).partial();

/** Requests in one file; the rest is asked for with another `since` or another filter. */
const MOST_ROWS = 10_000;
/** Requests that are read at once. */
const BATCH = 200;

/** `requests` as a CSV file. */
export const requestExports = defineExports<RequestExportRow, Services>({
  store: requestExportStore,
  subject: 'requestExport',
  verb: 'requests.file',
  jobNames: { write: 'requests.export', prune: 'requests.exportPrune' },
  endJob: 'requests.fileEnd',
  command: 'export requests',
  describe({ about_json }, words) {
    const { filters, rows, whole } = about.parse(JSON.parse(about_json));
    const values = { rows, filters, filtered: filters !== '' };
    return words.plain(whole ? 'requests.export.about' : 'requests.export.aboutPart', values);
  },
  // Each row was checked when it was read: another policy may let others see it.
  mayReceive: ({ about_json }, policy) => fileBasis.parse(JSON.parse(about_json)).policy === policy.digest(),
  hidden: 'requests.export.hidden',
  refused: 'requests.export.refused',
  disclosed({ about_json, name, bytes }) {
    const { filters: _words, policy: _digest, ...asked } = about.parse(JSON.parse(about_json));
    return { target: 'requests', event: 'request list exported', detail: { name, bytes, ...asked } };
  },
  async write(services, row, run) {
    const { policy, clock, log } = services;
    const query = requestsQuery.parse(JSON.parse(row.about_json));
    const words = loadTexts(clock).for(row.language);
    const digest = policy.digest();
    const file = createCsvFile(requestColumns);
    const { rows, whole } = await readNewest(MOST_ROWS, async (size, from) => {
      // A run that is stopped begins anew in the next process.
      if (run.stopping()) throw new Error('stopped while a list of requests was written');
      const page = await services.changes.page(toChangeQuery(query, policy.current()), row.person, size, from);
      for (const change of page.changes) file.add(requestLine(await exported(services, change, words)));
      return page;
    });
    log.info('request list written', { job: run.id, count: rows, state: whole ? 'complete' : 'incomplete' });
    const filters = filtersOf(query, policy.current(), words, 'plain').join(' · ');
    return {
      ...file.end(),
      name: fileName(clock.now(), 'requests', ...keysOf(query, policy.current()), ...(whole ? [] : ['incomplete'])),
      about: { ...query, rows, whole, filters, policy: digest },
    };
  },
});

/**
 * Reads page after page, newest first, until the end of the list or the limit.
 * @returns how many there were, and whether the list ended with them
 */
export const readNewest = async (
  most: number,
  read: (size: number, from: Position | undefined) => Promise<ChangesPage>,
): Promise<{ readonly rows: number; readonly whole: boolean }> => {
  let rows = 0;
  let next: Position | undefined;
  do {
    const page = await read(Math.min(BATCH, most - rows), next);
    rows += page.changes.length;
    next = page.next;
  } while (next && rows < most);
  return { rows, whole: next === undefined };
};

const exported = async ({ changes, policy }: Services, change: Change, words: Words): Promise<ExportedRequest> => {
  const listed = changes.listedAs(change);
  return {
    change,
    description: await changes.describe(change, words),
    listed,
    person: listed.concerned === null ? undefined : policy.current().personByObjectId(listed.concerned)?.name,
    decisions: await changes.decisions(change.id),
  };
};

const keysOf = (query: ListQuery, policy: Policy): readonly string[] => {
  const person = (objectId: string | undefined) => objectId && policy.personByObjectId(objectId)?.key;
  return [query.states, person(query.by), person(query.for), query.place, query.role].filter(
    (key) => key !== undefined && key !== '',
  ) as readonly string[];
};
