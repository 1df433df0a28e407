import { alertCard, contentView } from '#engine/alerts/channel/alert-card.ts';
import { settingsCard, viewSettings } from '#features/data-share/cards/settings-card.ts';
import { sharesCard, viewShares } from '#features/data-share/cards/shares-card.ts';
import { syncsCard, viewSyncs } from '#features/data-share/cards/syncs-card.ts';
import { describeFailure, signalOf } from '#features/data-share/describe-failure.ts';
import type { Failure } from '#features/data-share/failure.ts';
import type { SyncsQuery } from '#features/data-share/parse-syncs-command.ts';
import type { Shared } from '#features/data-share/policy.ts';
import { toSchedule } from '#features/data-share/schedule.ts';
import { type Synchronization, type SyncState, usualDurations } from '#features/data-share/synchronization.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { NO_TEXT } from '#platform/lib/text.ts';
import { type CardSample, sample, words } from './sample.ts';

const NOW = Date.parse('2026-11-22T09:00:00Z');

const shareOf = (kind: Shared['kind'], key: string, title: string, name: string): Shared => ({
  ...{ kind, key, title, name, read: 'everyone' },
  ...{ subscriptionId: 's', resourceGroup: 'rg-ledger', account: 'dsa-payments' },
});
const settlements = shareOf('share', 'settlements', 'Settlement reports', 'settlement-reports');
const fees = shareOf('shareSubscription', 'fees', 'Acquirer fees', 'acquirer-fees');

const mira = { name: 'Mira Sandoval', email: 'mira.sandoval@ursabank.example', tenant: 'Ursa Bank' };
const jun = { name: 'Jun Okada', email: 'jun.okada@kestrelpay.example', tenant: 'Kestrel Pay' };

const runOf = (
  id: number,
  state: SyncState,
  hours: number | undefined,
  minutes: number,
  more: Partial<Synchronization> = {},
): Synchronization => {
  const startedAt = hours === undefined ? undefined : NOW - hours * HOUR;
  const ended = startedAt !== undefined && state !== 'running';
  return {
    ...{ id: String(id), state, status: state, mode: 'Incremental', message: '', consumer: mira, startedAt },
    endedAt: ended ? startedAt + minutes * MINUTE : undefined,
    durationMs: ended ? minutes * MINUTE : undefined,
    ...more,
  };
};

const runs: readonly Synchronization[] = [
  runOf(1, 'waiting', undefined, 0, { status: 'Queued', consumer: jun }),
  runOf(2, 'running', 0.2, 0, { status: 'InProgress', mode: 'FullSync' }),
  runOf(3, 'failed', 3, 2, { message: 'DS2207: the storage account of the target refuses the key.', consumer: jun }),
  runOf(4, 'completed', 22, 9),
  runOf(5, 'failed', 70, 180, { status: 'TimedOut', message: 'The target did not take the data in time.' }),
  runOf(6, 'cancelled', 120, 12, { message: 'Cancelled by the consumer.' }),
  runOf(7, 'completed', 150, 0.5),
  runOf(9, 'completed', 170, 7),
  runOf(8, 'other', 160, 1, { status: 'Hibernating', mode: undefined, consumer: { name: '', email: '', tenant: '' } }),
];

const asked: SyncsQuery = { share: 'settlements', page: 0 };

const list = (
  name: string,
  shown: readonly Synchronization[],
  question: Partial<SyncsQuery> = {},
  { complete = true, total = shown.length } = {},
): CardSample =>
  sample(
    name,
    syncsCard,
    viewSyncs(
      {
        share: settlements,
        query: { ...asked, ...question },
        result: {
          synchronizations: shown,
          total,
          complete,
          usual: usualDurations(runs),
          consumers: ['Mira Sandoval', 'Ursa Bank'],
        },
        from: NOW - 30 * 24 * HOUR,
        now: NOW,
      },
      words,
    ),
  );

const settings = (name: string, told: readonly Parameters<typeof toSchedule>[0][], page = 0): CardSample =>
  sample(
    name,
    settingsCard,
    viewSettings({ shared: fees, schedules: told.map((one) => toSchedule(one, NOW)), page, now: NOW }, words),
  );

const hourly = (minute: string) => ({
  ...{ kind: 'ScheduleBased', recurrenceInterval: 'Hour' },
  synchronizationTime: `2026-11-01T00:${minute}:00.1234567Z`,
});

const failing: Failure = {
  key: 'SYNC-7KQ2M4XA',
  share: { key: 'settlements', title: 'Settlement reports' },
  ...{ subscription: '', consumer: 'Kestrel Pay', open: true, failures: 3, first: NOW - 6 * HOUR, seenTo: NOW - HOUR },
  last: {
    ...{ at: NOW - HOUR, status: 'Failed', mode: 'Incremental', durationMs: 2 * MINUTE },
    message: 'DS2207: the storage account of the target refuses the key.',
  },
};

const alert = (name: string, row: Failure): CardSample => {
  const content = describeFailure(row, words);
  return sample(name, alertCard, {
    ...contentView(content, signalOf(row)),
    ...{ who: NO_TEXT, people: [], windows: [], extras: [] },
    buttons: content.buttons.map((button) => ({
      ...{ ...button, data: { ...button.data, card: 'c' } },
      ...({ style: 'default', mode: 'primary' } as const),
    })),
  });
};

/** The cards of data shares: lists, settings, and a failure in a channel. */
export const shareSamples: readonly CardSample[] = [
  list('the synchronizations of a share', runs),
  list('the synchronizations of a share, a page of many', Array.from({ length: 3 }, () => runs).flat(), { page: 1 }),
  list(
    'the failed synchronizations of a share, from an alert, not all told',
    runs.slice(2, 3),
    { failed: 'yes', by: 'kestrel', card: 'c' },
    { complete: false },
  ),
  list('a share without a failure', [], { failed: 'yes', since: NOW - HOUR }, { total: 12 }),
  list('a share of which nothing was synchronized', []),
  settings('when something received is synchronized', [
    hourly('25'),
    { kind: 'ScheduleBased', recurrenceInterval: 'Day', synchronizationTime: '2026-11-22T22:00:00Z' },
    { kind: 'OnDemand' },
    { kind: 'ScheduleBased', recurrenceInterval: 'Fortnight', synchronizationTime: '2026-11-22T22:00:00Z' },
  ]),
  settings(
    'when something received is synchronized, a page of many',
    Array.from({ length: 13 }, () => hourly('05')),
    1,
  ),
  settings('something received without a schedule', []),
  sample('data shares', sharesCard, viewShares([settlements, fees], 0, words)),
  sample(
    'many data shares that somebody may see, a later page',
    sharesCard,
    viewShares(
      Array.from({ length: 25 }, () => settlements),
      1,
      words,
    ),
  ),
  sample('data shares, none', sharesCard, viewShares([], 0, words)),
  alert('synchronizations that fail', failing),
  alert('synchronizations that failed', { ...failing, open: false, failures: 1, seenTo: NOW }),
];
