import { z } from 'zod';
import type { WatchSchedule } from '#engine/alerts/watch/watch.ts';
import { isZone } from '#platform/lib/local-time.ts';

const minute = z.coerce.number().int().min(0).max(1_439);

/** The schedule that a button carries. */
export const scheduleData = z
  .object({
    ref: z.string(),
    rhythm: z.enum(['prompt', 'hour', 'day']),
    zone: z.string().refine(isZone),
    critical: z.enum(['anyway', 'waits']),
    from: minute.optional(),
    to: minute.optional(),
  })
  .transform(({ ref, rhythm, zone, critical, from, to }) => ({
    ref,
    schedule: {
      ...{ rhythm, zone, criticalAnyway: critical === 'anyway' },
      quiet: from === undefined || to === undefined ? undefined : { from, to },
    } satisfies WatchSchedule,
  }));

/** The data of the button. @param ref of the watch to change */
export const toScheduleData = ({ rhythm, zone, criticalAnyway, quiet }: WatchSchedule, ref: string) => ({
  ...{ ref, rhythm, zone, critical: criticalAnyway ? 'anyway' : 'waits' },
  ...quiet,
});
