import { z } from 'zod';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import type { Trx } from '../../../src/platform/storage/database.ts';
import { creating, integer, type RowsOf, serial, text, unique } from '../columns.ts';
import type { Dataset } from '../dataset.ts';
import type { World } from '../operation.ts';
import type { VendorTables } from '../tables.ts';
import { type ControlRoute, parseBody } from '../web/exchange.ts';
import { reportedEvents } from './events.ts';
import { type Script, scriptSchema } from './script.ts';
import { demoIncident, sensitiveEvent, story } from './story.ts';

const tables = {
  health_events: {
    seq: serial,
    name: unique,
    /** The moment that the script's times count from. */
    told_at: integer,
    /** A Script as JSON. */
    script: text,
  },
};

declare module '../tables.ts' {
  interface VendorTables extends RowsOf<typeof tables> {}
}

/** Health events. An event is stored as its script; its state depends on the clock. */
export const healthDataset: Dataset = {
  name: 'health-events',
  migrations: { 'vendor-sandbox-health-events-001': creating(tables) },
  async seed(trx, { now }) {
    await trx.deleteFrom('health_events').execute();
    await putScripts(trx, story, now);
  },
  info: () => ({ sensitiveEvent }),
};

/**
 * Adds scripts after the existing events, in their order; a script with a known name replaces the event in its place.
 * @param reportedAt the moment that their times count from, in milliseconds since 1970
 */
const putScripts = async (trx: Trx<VendorTables>, scripts: readonly Script[], reportedAt: number): Promise<void> => {
  const rows = scripts.map((script) => ({ name: script.name, told_at: reportedAt, script: JSON.stringify(script) }));
  await trx
    .insertInto('health_events')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('name').doUpdateSet(({ ref }) => ({
        told_at: ref('excluded.told_at'),
        script: ref('excluded.script'),
      })),
    )
    .execute();
};

const PREFIX = 'DEMO-';

/** Begins a demo incident now, beside any other. @returns its tracking id */
export const beginIncident = ({ store, clock, ids }: World): Promise<string> =>
  store.transaction(async (trx) => {
    const known = await trx.selectFrom('health_events').select('name').execute();
    const taken = new Set(known.map(({ name }) => name));
    const name = freshName(ids, taken);
    const reviewName = freshName(ids, taken.add(name));
    await putScripts(trx, demoIncident([name, reviewName], String(numberOf(ids))), clock.now());
    return name;
  });

/** Whether a demo incident is active. */
export const incidentIsActive = async (world: World): Promise<boolean> =>
  (await reportedEvents(world)).some(({ script, state }) => script.name.startsWith(PREFIX) && !state.resolved);

/** A free tracking id like DEMO-1AB, from a random number on. */
const freshName = (ids: Ids, taken: ReadonlySet<string>): string => {
  let drawn = numberOf(ids);
  while (taken.has(nameOf(drawn))) drawn += 1;
  return nameOf(drawn);
};

const letter = (number: number): string => String.fromCharCode('A'.charCodeAt(0) + (number % 26));
const nameOf = (drawn: number): string =>
  `${PREFIX}${1 + (Math.floor(drawn / 676) % 9)}${letter(Math.floor(drawn / 26))}${letter(drawn)}`;

const numberOf = (ids: Ids): number => Number.parseInt(ids.guid().slice(0, 8), 16);

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
