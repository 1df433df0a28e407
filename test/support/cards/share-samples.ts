import { syncsCard, viewSyncs } from '#features/data-share/cards/syncs-card.ts';
import type { Shared } from '#features/data-share/policy.ts';
import type { SyncsQuery } from '#features/data-share/query.ts';
import { type Synchronization, type SyncState, usualDurations } from '#features/data-share/synchronization.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { type CardSample, sample, words } from './sample.ts';

const NOW = Date.parse('2026-11-22T09:00:00Z');

const shareOf = (kind: Shared['kind'], key: string, title: string, name: string): Shared => ({
  ...{ kind, key, title, name, read: 'everyone' },
  ...{ subscriptionId: 's', resourceGroup: 'rg-ledger', account: 'dsa-payments' },
});
const settlements = shareOf('share', 'settlements', 'Settlement reports', 'settlement-reports');

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

/** The synchronizations of a data share. */
export const shareSamples: readonly CardSample[] = [
  list('the synchronizations of a share', runs),
  list('the synchronizations of a share, a page of many', Array.from({ length: 3 }, () => runs).flat(), { page: 1 }),
  list(
    'the failed synchronizations of a share, from an alert, not all told',
    runs.slice(2, 3),
    { failed: 'yes', by: 'kestrel', card: 'c' },
    { complete: false },
  ),
  list('a share of which nothing was synchronized', []),
];
