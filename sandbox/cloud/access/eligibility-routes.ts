import { z } from 'zod';
import { DAY, HOUR } from '../../../src/platform/lib/clock.ts';
import type { World } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { findRole } from '../story/roles.ts';
import { type ControlRoute, parseBody } from '../web/control.ts';
import { scheduleRecord } from './records.ts';
import { isLive } from './schedules.ts';
import { findPlace, lastSegment } from './scope.ts';

const grantBody = z.strictObject({
  principal: z.guid(),
  role: z.guid(),
  scope: z.string(),
  /** Without it: no end. */
  days: z.number().positive().max(3_650).optional(),
  condition: z.string().max(1_000).optional(),
});
const endBody = z.strictObject({ id: z.string() });

/** What somebody did in the vendor's portal so long ago is in every list. */
const AGE_MS = HOUR;

/**
 * What the vendor holds, before its lists show it; and what people do in its portal: they make and remove eligibilities without
 * Steward.
 */
export const eligibilityRoutes = (world: World): Readonly<Record<string, ControlRoute>> => ({
  'GET /__sandbox/eligibilities': async () => {
    const rows = await world.store.db.selectFrom('schedules').selectAll().orderBy('seq').execute();
    const live = rows.filter((row) => isLive(row, world.clock.now()));
    return { value: live.map((row) => scheduleRecord(world, { ...row, memberType: 'Direct' })) };
  },
  'POST /__sandbox/eligibilities': async (body) => {
    const { principal, role, scope, days, condition } = parseBody(grantBody, body);
    if (!findRole(role)) throw new Refusal(404, 'RoleDefinitionDoesNotExist', 'The sandbox has no such role.');
    const created = world.clock.now() - AGE_MS;
    const row = await world.store.db
      .insertInto('schedules')
      .values({
        name: world.ids.guid(),
        instance_name: world.ids.guid(),
        request_name: world.ids.guid(),
        scope: findPlace(world, scope).path,
        role: role.toLowerCase(),
        principal: principal.toLowerCase(),
        starts_at: created,
        ends_at: days === undefined ? null : Math.round(world.clock.now() + days * DAY),
        created_at: created,
        effective_at: created,
        removed_at: null,
        condition: condition ?? null,
        condition_version: condition === undefined ? null : '2.0',
      })
      .returningAll()
      .executeTakeFirstOrThrow();
    return scheduleRecord(world, { ...row, memberType: 'Direct' });
  },
  'POST /__sandbox/eligibilities/remove': async (body) => {
    const name = lastSegment(parseBody(endBody, body).id);
    const removed = await world.store.db
      .updateTable('schedules')
      .set({ removed_at: world.clock.now() - AGE_MS })
      .where('name', '=', name)
      .returningAll()
      .executeTakeFirst();
    if (!removed) throw new Refusal(404, 'RoleAssignmentDoesNotExist', 'The vendor has no such eligibility.');
    return { removed: true };
  },
});
