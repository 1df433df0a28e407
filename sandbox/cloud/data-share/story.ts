import { DAY, HOUR, MINUTE } from '../../../src/platform/lib/clock.ts';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import { cloud } from '../../world.ts';
import { demoData } from '../demo-data.ts';
import type { NewSchedule, NewSynchronization } from './dataset.ts';
import type { Consumer } from './records.ts';

/** One run, or one at each hour. */
interface Run {
  readonly share: string;
  /** Hours from the start of the demo data. */
  readonly hours: readonly number[];
  readonly minutes: number;
  readonly waits?: number;
  readonly consumer?: Consumer;
  readonly mode?: 'Incremental' | 'FullSync';
  readonly outcome?: string;
  readonly message?: string;
}

const { share, shareSubscription } = cloud.dataShare;
const runs = demoData<readonly Run[]>('data-share/story.json', { settlements: share }).flatMap(({ hours, ...run }) =>
  hours.map((hour) => ({ ...run, hour })),
);

/** @param now the start of the demo data, in milliseconds since 1970 */
export const demoSynchronizations = (ids: Ids, now: number): NewSynchronization[] =>
  runs.map(({ share, hour, minutes, waits = 1, ...run }) => {
    const started = Math.round(now + hour * HOUR);
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
