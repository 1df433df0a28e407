import { DAY, HOUR, MINUTE } from '../../../src/platform/lib/clock.ts';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import { cloud } from '../../world.ts';
import type { NewSchedule, NewSynchronization } from './dataset.ts';
import type { Consumer } from './records.ts';

interface Run {
  readonly share: string;
  /** Hours from the start of the demo data. */
  readonly at: number;
  readonly minutes: number;
  readonly waits?: number;
  readonly consumer?: Consumer;
  readonly mode?: 'Incremental' | 'FullSync';
  readonly outcome?: string;
  readonly message?: string;
}

const { share: settlements, shareSubscription } = cloud.dataShare;
const every = (share: string, hours: readonly number[], run: Omit<Run, 'share' | 'at'>): readonly Run[] =>
  hours.map((at) => ({ share, at, ...run }));

/**
 * Settlement reports are sent each day: yesterday's failed, one was repeated by hand, and today's is in progress. Another
 * acquirer's synchronization failed twice and waits for its third try.
 */
const runs: readonly Run[] = [
  { share: settlements, at: -240, minutes: 48, mode: 'FullSync' },
  ...every(settlements, [-216, -192, -168, -144], { minutes: 6 }),
  { share: settlements, at: -140, minutes: 31, mode: 'FullSync', consumer: 'kestrel' },
  { share: settlements, at: -120, minutes: 12, outcome: 'Cancelled', message: 'Cancelled by the consumer.' },
  ...every(settlements, [-96, -72], { minutes: 7 }),
  {
    share: settlements,
    at: -70,
    minutes: 180,
    outcome: 'TimedOut',
    message: 'The target did not take the data in time.',
  },
  { share: settlements, at: -48, minutes: 8 },
  {
    share: settlements,
    at: -24,
    minutes: 3,
    outcome: 'Failed',
    message: 'DS1042: the source file settlements.parquet is being written.',
  },
  { share: settlements, at: -22, minutes: 9 },
  ...every(settlements, [-6, -3], {
    minutes: 2,
    consumer: 'kestrel',
    outcome: 'Failed',
    message: 'DS2207: the storage account of the target refuses the key.',
  }),
  { share: settlements, at: -0.2, minutes: 25, mode: 'FullSync' },
  { share: settlements, at: 0.5, minutes: 9, waits: 45, consumer: 'kestrel' },
  ...every(settlements, [24, 48, 72, 96, 120, 144], { minutes: 7 }),
  ...every('gateway-statistics', [-72, -48, -24, 0, 24], { minutes: 2, consumer: 'kestrel' }),
];

/** @param now the start of the demo data, in milliseconds since 1970 */
export const demoSynchronizations = (ids: Ids, now: number): NewSynchronization[] =>
  runs.map(({ share, at, minutes, waits = 1, ...run }) => {
    const started = Math.round(now + at * HOUR);
    return {
      id: ids.guid(),
      share,
      mode: run.mode ?? 'Incremental',
      queued_at: started - waits * MINUTE,
      started_at: started,
      ended_at: started + minutes * MINUTE,
      outcome: run.outcome ?? 'Completed',
      message: run.message ?? '',
      consumer: run.consumer ?? 'ursa',
    };
  });

/** The acquirer's schedules: fees each hour, and monthly statements each day. */
export const demoSchedules = (now: number): NewSchedule[] => {
  const midnight = Math.floor(now / DAY) * DAY;
  const schedule = (interval: 'Hour' | 'Day', time: number): NewSchedule => ({
    share_subscription: shareSubscription,
    interval,
    synchronizes_at: midnight + time,
  });
  return [
    ...[0, 5, 10, 15, 20, 25, 30, 35].map((minute) => schedule('Hour', minute * MINUTE)),
    ...[1, 2, 3, 4, 22].map((hour) => schedule('Day', hour * HOUR)),
  ];
};
