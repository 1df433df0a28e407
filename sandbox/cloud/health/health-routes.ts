import { z } from 'zod';
import type { World } from '../operation.ts';
import { type ControlRoute, parseBody } from '../web/control.ts';
import { beginIncident } from './incident.ts';
import { putScripts } from './put-scripts.ts';
import { scriptSchema } from './script.ts';

const MOST_SCRIPTS = 5_000;

const wish = z.strictObject({
  scripts: z
    .array(scriptSchema)
    .min(1)
    .max(MOST_SCRIPTS)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, 'a name stands there twice'),
  /** Whether all other events are removed. */
  alone: z.boolean().default(false),
});
const nothing = z.strictObject({});

/** Events beside the demo data: the scripts of a proof, and the demo incident. */
export const healthRoutes = (world: World): Readonly<Record<string, ControlRoute>> => ({
  'POST /__sandbox/health-events': async (body) => {
    const { scripts, alone } = parseBody(wish, body);
    await world.store.transaction(async (trx) => {
      if (alone) await trx.deleteFrom('health_events').execute();
      await putScripts(trx, scripts, world.clock.now());
    });
    return { names: scripts.map(({ name }) => name) };
  },
  'POST /__sandbox/incident': async (body) => {
    parseBody(nothing, body);
    return { trackingId: await beginIncident(world) };
  },
});
