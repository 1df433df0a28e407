import { createCsvFile, unpackFile } from '#engine/answers/stored-file.ts';
import type { Decision } from '#engine/changes/change.ts';
import { type ExportedRequest, requestColumns, requestLine } from '#features/requests/export/requests-export.ts';
import { HOUR, iso } from '#platform/lib/clock.ts';
import { changeOf } from '../../support/change-of.ts';
import { formulasIn, hostileCells, readCsv, restoredCell } from '../../support/read-csv.ts';

const AT = Date.UTC(2026, 10, 27, 9);

const decided = (verdict: Decision['verdict'], name: string, at: number): Decision => ({
  ...{ person: { objectId: `id of ${name}`, name }, verdict, reason: '', termsVersion: 1, at },
});

const request = (text: string, more: Partial<ExportedRequest> = {}): ExportedRequest => ({
  change: changeOf(
    {},
    {
      ...{ kind: 'access.grant', state: 'done', createdAt: AT, endedAt: AT + HOUR },
      requester: { objectId: text, name: text, language: 'en' },
    },
  ),
  description: { summary: text, reason: text },
  listed: { place: text, role: text, concerned: text, until: AT + 5 * HOUR },
  person: text,
  decisions: [decided('approve', text, AT + HOUR)],
  ...more,
});

/** The lines of the file, by the names of its columns, and the cells as they stand there. */
const read = (requests: readonly ExportedRequest[]) => {
  const file = createCsvFile(requestColumns);
  for (const one of requests) file.add(requestLine(one));
  const [head = [], ...cells] = readCsv(unpackFile(file.end().packed ?? ''));
  const lines = cells.map((line) =>
    Object.fromEntries(line.map(({ text }, at) => [head[at]?.text ?? '', restoredCell(text)])),
  );
  return { cells, lines };
};

it('a file of requests has every word and moment again, and no cell that a spreadsheet would run', () => {
  const { cells, lines } = read(hostileCells.map((text) => request(text)));
  expect(formulasIn(cells)).toEqual([]);
  expect(lines).toEqual(
    hostileCells.map((text) => ({
      ...{
        request: 'R-7KQ2M',
        kind: 'access.grant',
        what: text,
        role: text,
        place: text,
        person: text,
        personId: text,
      },
      ...{ requestedBy: text, requestedById: text, reason: text, state: 'done', requestedAt: iso(AT) },
      ...{ decidedAt: iso(AT + HOUR), endedAt: iso(AT + HOUR), validUntil: iso(AT + 5 * HOUR) },
      ...{ approvedBy: text, approvedById: `id of ${text}` },
      ...{ deniedBy: '', deniedById: '', withdrawnBy: '', withdrawnById: '' },
    })),
  );
});

it('a request that several decided names each by their decision, and one that nobody decided leaves those cells empty', () => {
  const decisions = [decided('approve', 'Bo', AT), decided('accept', 'Di', AT + 1), decided('deny', 'Cy', AT + HOUR)];
  const { lines } = read([
    request('x', { decisions }),
    request('x', { decisions: [decided('approve', 'Bo', AT), decided('approve', 'Cy', AT)] }),
    request('x', { decisions: [], listed: { place: null, role: null, concerned: null, until: undefined } }),
  ]);
  expect(lines).toMatchObject([
    { approvedBy: 'Bo', deniedBy: 'Cy', withdrawnBy: '', decidedAt: iso(AT + HOUR) },
    { approvedBy: 'Bo; Cy', approvedById: 'id of Bo; id of Cy', deniedBy: '' },
    { approvedBy: '', deniedBy: '', decidedAt: '', place: '', role: '', personId: '', validUntil: '' },
  ]);
});
