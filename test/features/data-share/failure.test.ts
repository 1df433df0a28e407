import { levelOf, signalOf } from '#features/data-share/describe-failure.ts';
import { type Failure, trackFailures } from '#features/data-share/failure.ts';
import type { Synchronization, SyncState } from '#features/data-share/synchronization.ts';
import { fc } from '../../support/fast-check.ts';

const listed = { feed: 'share x', share: { key: 'settlements', title: 'Settlements' }, subscription: 's' };

const run = (id: string, at: number | undefined, state: SyncState, tenant = 'Ursa Bank'): Synchronization => ({
  id,
  state,
  status: state,
  mode: 'Incremental',
  startedAt: at === undefined ? undefined : at - 1,
  endedAt: at,
  durationMs: 1,
  message: '',
  consumer: { name: 'Mira', email: 'mira@ursa.example', tenant },
});

const brief = ({ consumer, open, failures, first, seenTo }: Failure) => [consumer, open, failures, first, seenTo];

it('consecutive failures are one incident, open until a synchronization completes; a later failure is a new one', () => {
  const runs = [
    run('a', 1, 'completed'),
    run('b', 2, 'failed'),
    run('c', 3, 'failed'),
    run('d', 4, 'completed'),
    run('e', 5, 'failed'),
  ];
  const rows = trackFailures(runs, [], listed);
  expect(rows.map(brief)).toEqual([
    ['Ursa Bank', false, 2, 2, 4],
    ['Ursa Bank', true, 1, 5, 5],
  ]);
  expect(new Set(rows.map(({ key }) => key)).size).toBe(2);
});

it('each consumer has its own incidents', () => {
  const runs = [run('a', 1, 'failed'), run('b', 2, 'completed', 'Kestrel Pay'), run('c', 3, 'failed', 'Kestrel Pay')];
  expect(trackFailures(runs, [], listed).map(brief)).toEqual([
    ['Ursa Bank', true, 1, 1, 1],
    ['Kestrel Pay', true, 1, 3, 3],
  ]);
});

it.each(['cancelled', 'running', 'waiting', 'other'] as const)(
  'a synchronization in the state %s neither opens nor closes an incident',
  (outcome) => {
    const runs = [run('a', 1, 'failed'), run('b', 2, outcome), run('c', undefined, outcome)];
    expect(trackFailures(runs, [], listed).map(brief)).toEqual([['Ursa Bank', true, 1, 1, 1]]);
  },
);

it('the third failure in a row is critical', () => {
  const levels = [1, 2, 3, 4].map((failures) => levelOf({ failures }));
  expect(levels).toEqual(['error', 'error', 'critical', 'critical']);
});

it('a known failure takes over a new name of the share in the policy', () => {
  const known = trackFailures([run('a', 1, 'failed')], [], listed);
  const share = { key: 'reports', title: 'Reports' };
  for (const runs of [[], [run('b', 2, 'failed')], [run('b', 2, 'completed')]]) {
    expect(trackFailures(runs, known, { ...listed, share })[0]?.share).toEqual(share);
  }
});

describe('a list that is read in parts', () => {
  const histories = fc
    .array(
      fc.tuple(
        fc.constantFrom<SyncState[]>('failed', 'failed', 'completed', 'cancelled'),
        fc.constantFrom('Ursa', 'Kestrel'),
      ),
      { maxLength: 40, size: 'max' },
    )
    .map((runs) => runs.map(([state, consumer], at) => run(`r${at}`, at + 1, state, consumer)));

  it('a list that is read in parts has the same result for every position of the window', () => {
    const hasSameResult = (runs: Synchronization[]): void => {
      const whole = new Map(trackFailures(runs, [], listed).map((row) => [row.key, row]));
      const seen = new Map<string, Failure>();
      for (let now = 1; now <= runs.length; now += 1) {
        const from = now - 6;
        const window = runs.filter(({ endedAt = 0 }) => endedAt <= now && endedAt >= from);
        const known = [...seen.values()].filter(({ open, seenTo }) => open || seenTo >= from);
        for (const row of trackFailures(window, known, listed)) seen.set(row.key, row);
      }
      expect(seen).toEqual(whole);
    };
    fc.assert(fc.property(histories, hasSameResult));
  });

  it('a list that is read in parts has no changes when it is read twice', () => {
    const isSame = (runs: Synchronization[]): void => {
      const rows = trackFailures(runs, [], listed);
      expect(new Set(trackFailures(runs, rows, listed))).toEqual(new Set(rows));
    };
    fc.assert(fc.property(histories, isSame));
  });
});

it('an incident names its consumer, so that a channel can mute it', () => {
  const [row] = trackFailures([run('a', 1, 'failed')], [], listed);
  expect(row && signalOf(row)).toMatchObject({ consumers: ['Ursa Bank'], open: true, level: 'error', updatedAt: 1 });
});

it('a person is named only where the vendor sends no tenant', () => {
  expect(JSON.stringify(trackFailures([run('a', 1, 'failed')], [], listed))).not.toMatch(/Mira|mira/);
  expect(trackFailures([run('a', 1, 'failed', '')], [], listed)[0]?.consumer).toBe('Mira');
});
