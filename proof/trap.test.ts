import { createTrap, type Moment, type RecordedEvent } from './cluster/trap.ts';

const call = (edge: 'leaving' | 'sent', to: string): RecordedEvent => ({ on: 'call', edge, to });
const leaving = (to: string): Moment => ({ on: 'call', edge: 'leaving', to });

/** Which of the events, counted from 1, spring the trap. */
const springs = (trap: Parameters<typeof createTrap>[0], seen: readonly RecordedEvent[]): number[] => {
  const step = createTrap(trap);
  return seen.flatMap((one, index) => (step(one) ? [index + 1] : []));
};

it('a trap for the n-th moment springs at that one only', () => {
  const seen = [
    call('leaving', 'PUT /a'),
    call('sent', 'PUT /a'),
    call('leaving', 'PUT /b'),
    call('leaving', 'PUT /c'),
  ];
  expect(springs({ moments: [leaving('^PUT')], nth: 2 }, seen)).toEqual([3]);
});

it('a trap for two moments springs at the second one after the first', () => {
  const commit: RecordedEvent = { on: 'commit', edge: 'after', ran: ['select 1', 'insert into "grants" values (1)'] };
  const moments: Moment[] = [{ on: 'commit', edge: 'after', of: '^insert into "grants"' }, leaving('^PUT')];
  expect(springs({ moments }, [call('leaving', 'PUT /a'), commit, call('leaving', 'PUT /b')])).toEqual([3]);
});

it('a trap for a claim passes over a claim without rows', () => {
  const claim = (rows: number): RecordedEvent => ({ on: 'sql', edge: 'after', text: 'update "jobs"', rows });
  expect(springs({ moments: [{ on: 'sql', edge: 'after', text: 'jobs' }] }, [claim(0), claim(1)])).toEqual([2]);
});
