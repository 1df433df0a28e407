import type { TrafficView } from '../../../teams/api.ts';
import { filtered, withEntries } from '../../../teams/page/data/traffic-log.ts';

const entry = (id: number, more: Partial<TrafficView> = {}): TrafficView => ({
  id,
  at: '2026-11-21T12:00:00.000Z',
  to: 'bot',
  title: 'message · Ana Rossi',
  status: 200,
  ms: 4,
  request: { text: 'help' },
  ...more,
});
const ids = (log: readonly TrafficView[]) => log.map(({ id }) => id);

it('an entry is listed once, newest first, with its latest answer', () => {
  const log = withEntries(withEntries([], [entry(1), entry(2)]), [entry(3), entry(1, { status: 500 })]);
  expect(ids(log)).toEqual([3, 2, 1]);
  expect(log.at(-1)?.status).toBe(500);
});

it('the newest five hundred entries are listed', () => {
  const entries = Array.from({ length: 520 }, (_, index) => entry(index));
  const log = withEntries([], entries);
  expect([log.length, log[0]?.id]).toEqual([500, 519]);
});

it('entries are filtered by direction', () => {
  expect(ids(filtered([entry(2, { to: 'teams' }), entry(1)], { to: 'teams', text: '' }))).toEqual([2]);
});

it('entries are filtered by words of the title, the request and the answer, in any case', () => {
  const log = [entry(3, { title: 'PUT' }), entry(2, { response: { id: 'ABC' } }), entry(1)];
  const found = (text: string) => ids(filtered(log, { to: 'both', text }));
  expect([found('put'), found('abc'), found('HELP')]).toEqual([[3], [2], [3, 2, 1]]);
});
