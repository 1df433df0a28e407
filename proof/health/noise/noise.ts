import { DAY, HOUR, MINUTE, SECOND } from '../../../src/platform/lib/clock.ts';
import { openDatabase } from '../../../src/platform/storage/database.ts';
import { type AlertsEngine, createAlertsEngine, type Item, incident } from '../../../test/engine/alerts/engine.ts';
import type { OpenStore } from '../../../test/support/database.ts';
import { defineProof } from '../../lib/define-proof.ts';
import type { Dice } from '../../lib/dice.ts';
import { localTime } from '../../lib/local-time.ts';
import { type Notification, noiseViolations, type Outcome } from './invariants.ts';
import { type Case, casesOf, type Moment, TABLE_SIZE, wantedOf } from './model.ts';

const SERVICES = ['Storage', 'Compute'];
const WEST = { name: 'West', open: true };
const NORTH = { name: 'North', open: true };

const feedOf = ({ told, level }: Case): string => `${told}-${level}`;
const itemOf = (row: Case, more: Partial<Item>): Item =>
  incident(feedOf(row), { services: SERVICES, regions: [WEST, NORTH], ...more });
const channelOf = (n: number): string => `19:noise-${n}@thread.tacv2`;

/** Runs each row in its own channel, updates all incidents at the same moment, and watches for two days. */
const playRows = async (open: OpenStore, rows: readonly Case[], moment: Moment): Promise<Outcome[]> => {
  const engine = await createAlertsEngine(open);
  const { clock, connector } = engine;
  const ahead = (at: number): number => at - clock.now();
  try {
    clock.advance(ahead(moment.at - 3 * HOUR));
    await openCards(engine, rows);
    clock.advance(ahead(moment.at - 2 * HOUR));
    for (const [n, row] of rows.entries()) await setUp(engine, n, row, moment);
    // Every feed has been polled, so that the next poll finds the updates.
    await engine.pass(ahead(moment.at - 15 * SECOND));
    for (const row of oneEach(rows)) engine.putItem(itemOf(row, { level: row.level }), feedOf(row));

    const wanted = rows.map((row) => wantedOf(row, moment));
    const notifications = new Map<string, Notification[]>();
    let known = connector.calls.length;
    let after = clock.now();
    /** @param at with messages up to some seconds later */
    const listen = async (at: number): Promise<void> => {
      await engine.pass(Math.max(0, ahead(at)));
      const fresh = connector.calls.slice(known);
      for (const call of fresh) {
        const [channel = '', thread] = call.at.split(';');
        const what = whatOf(call.act, thread !== undefined, call.said);
        notifications.set(channel, [...(notifications.get(channel) ?? []), { what, after, by: clock.now() }]);
      }
      known += fresh.length;
      after = clock.now();
    };
    await listen(moment.at);
    const turns = new Set(wanted.flatMap(({ release }) => (release === undefined ? [] : [release])));
    for (const turn of [...turns].sort((a, b) => a - b)) {
      await listen(turn - 3 * SECOND);
      await listen(turn);
    }
    await listen(moment.at + 3 * DAY);
    const told = { at: moment.at };
    return await Promise.all(
      rows.map(async (row, n) => ({
        ...{
          ...told,
          row,
          wanted: wanted[n] as Outcome['wanted'],
          notifications: notifications.get(channelOf(n)) ?? [],
        },
        digested: await countDigested(engine, channelOf(n)),
        why: await whyOf(engine, n, row, moment.at),
      })),
    );
  } finally {
    await Promise.all([engine.jobs.stop(), engine.outbox.stop()]);
    await engine.database.close();
  }
};

/** One row for each feed. */
const oneEach = (rows: readonly Case[]): Case[] => [...new Map(rows.map((row) => [feedOf(row), row])).values()];

/** Cards from before: a watch for every incident posts them, and ends. */
const openCards = async (engine: AlertsEngine, rows: readonly Case[]): Promise<void> => {
  const standing = [...rows.entries()].filter(([, { told }]) => told === 'news');
  const watches = [];
  for (const [n, row] of standing) {
    watches.push(await engine.watch({ conversationId: channelOf(n), feed: feedOf(row), title: 'Payments' }));
  }
  await engine.pass();
  for (const row of oneEach(standing.map(([, row]) => row))) {
    engine.putItem(itemOf(row, { level: 'critical', regions: [WEST] }), feedOf(row));
  }
  await engine.pass();
  for (const { conversationId, ref } of watches) await engine.alerts.unwatch(conversationId, ref);
};

const setUp = async (
  { alerts, watch, database }: AlertsEngine,
  n: number,
  row: Case,
  moment: Moment,
): Promise<void> => {
  const conversationId = channelOf(n);
  const { ref } = await watch({
    ...{ conversationId, feed: feedOf(row), title: 'Payments', zone: moment.zone, rhythm: row.rhythm },
    ...{ criticalAnyway: row.anyway, quiet: moment.quiet[row.quiet], filter: { atLeast: row.atLeast } },
  });
  const mute = (what: 'service' | 'region', name: string) =>
    alerts.mute({ conversationId, source: 'health', what, name, by: 'Bo' });
  const [what, names] = n % 2 === 0 ? (['service', SERVICES] as const) : (['region', ['West', 'North']] as const);
  for (const name of row.mute === 'none' ? [] : names.slice(0, row.mute === 'some' ? 1 : 2)) await mute(what, name);
  if (row.pause === 'on')
    await alerts.pause(conversationId, ref, n % 3 === 0 ? Number.POSITIVE_INFINITY : moment.at + 40 * DAY);
  if (row.pause === 'over') await alerts.pause(conversationId, ref, moment.at - HOUR);
  if (row.told === 'first') return;
  const { db } = database;
  const card = await db
    .selectFrom('alert_cards')
    .select('id')
    .where('conversation_id', '=', conversationId)
    .executeTakeFirstOrThrow();
  const person = { objectId: 'bo', name: 'Bo' };
  if (row.acknowledged) await alerts.acknowledge(card.id, person);
  if (row.snooze !== 'none')
    await alerts.snooze(card.id, person, row.snooze === 'on' ? moment.awake : moment.at - HOUR);
};

const whatOf = (act: string, inThread: boolean, said = ''): Notification['what'] => {
  if (act === 'edit') return 'edit';
  if (inThread) return 'word';
  return /since the last notification/.test(said) ? 'digest' : 'card';
};

const countDigested = async ({ database }: AlertsEngine, channel: string): Promise<number> => {
  const items = database.db.selectFrom('alert_digest_items').innerJoin('alert_digests', 'id', 'digest_id');
  return (await items.select('digest_id').where('conversation_id', '=', channel).execute()).length;
};

const whyOf = async ({ alerts }: AlertsEngine, n: number, row: Case, at: number): Promise<string[]> => {
  const verdicts = (await alerts.why(channelOf(n), feedOf(row))) ?? [];
  return verdicts.filter((verdict) => verdict.at === at).map(({ action: verdict, reason }) => `${verdict} ${reason}`);
};

/** Rows that run at the same moment, each in its own channel. */
const ROWS_EACH = 120;
const YEAR = 365 * 24 * 60;
const YEAR_BEGINS = Date.parse('2026-04-01T00:00:00Z');
const zones = ['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Pacific/Auckland'] as const;

const momentBy = (dice: Dice): Moment => {
  const zone = dice.pick(zones);
  const at = YEAR_BEGINS + dice.below(YEAR) * MINUTE + dice.below(40) * 1_000;
  const minute = localTime(zone, at).minute;
  const day = (minutes: number): number => (minutes + 2 * 1_440) % 1_440;
  return {
    ...{ at, zone, awake: Math.floor(at / MINUTE) * MINUTE + (10 + dice.below(300)) * MINUTE },
    quiet: {
      none: undefined,
      now: { from: day(minute - 60), to: day(minute + 5 + dice.below(600)) },
      night: { from: day(minute - 5), to: 9 * 60 + 30 },
      soon: { from: day(minute + 1), to: day(minute + 130) },
    },
  };
};

const wordsOf = (row: Case): string =>
  Object.entries(row)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ');

/** Every combination of mutes, digests, quiet hours and pauses: post, queue or nothing, as specified. */
export const noise = defineProof({
  name: 'health-8',
  says: 'a channel gets the notifications that its settings want, when they want them',
  short: { runs: 100, seed: 5 },
  runs: TABLE_SIZE,
  together: (runs) => Math.min(ROWS_EACH, runs),
  runsEach: 1,
  plan: (dice, first, seed, { count }) => ({
    first,
    rows: casesOf(seed, first + count - 1).slice(first - 1),
    moment: momentBy(dice),
  }),
  at: ({ moment: { at, zone } }) => `${new Date(at).toISOString()} in ${zone}`,
  world: async ({ url }) => {
    const open: OpenStore = (migrations) => openDatabase(url, migrations);
    return { open, end: async () => {} };
  },
  evidence: ({ open }, { rows, moment }) => playRows(open, rows, moment),
  laws: {
    'each notification as the settings want it': (outcomes, { first }) =>
      outcomes.flatMap((outcome, n) =>
        noiseViolations(outcome).map((words) => ({ run: first + n, words: `${wordsOf(outcome.row)}: ${words}` })),
      ),
  },
});
