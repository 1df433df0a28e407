import type { World } from '../operation.ts';
import type { ControlRoute } from '../web/control.ts';
import { scheduleRecord } from './records.ts';
import { isLive } from './schedules.ts';

/** What the vendor holds, before its lists show it: for proofs and for people who wonder. */
export const eligibilityRoutes = (world: World): Readonly<Record<string, ControlRoute>> => ({
  'GET /__sandbox/eligibilities': async () => {
    const rows = await world.store.db.selectFrom('schedules').selectAll().orderBy('seq').execute();
    const live = rows.filter((row) => isLive(row, world.clock.now()));
    return { value: live.map((row) => scheduleRecord(world, { ...row, memberType: 'Direct' })) };
  },
});
