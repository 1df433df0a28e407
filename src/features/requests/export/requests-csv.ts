import type { Change, Decision } from '#engine/changes/change.ts';
import type { Description } from '#engine/changes/change-kind.ts';
import type { Listed } from '#engine/changes/listing.ts';
import { iso } from '#platform/lib/clock.ts';
import { type Cell, csvCell, csvLine } from '#platform/lib/csv.ts';

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
