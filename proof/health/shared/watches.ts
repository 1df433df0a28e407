import '../../../src/engine/alerts/tables.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Level, levels } from '../../../src/engine/alerts/feed/signal.ts';
import { DAY, iso } from '../../../src/platform/lib/clock.ts';
import type { Db } from '../../../src/platform/storage/database.ts';
import { channels } from '../../../test/support/steward.ts';
import type { Bot } from '../../cluster/bots.ts';
import { type Cluster, openCluster } from '../../cluster/cluster.ts';
import { clearStory, type Incident, type Step, standingAfter } from './incident.ts';

/** A poll reads everything that changed in the day before it (the watermark's overlap). */
const OVERLAP_MS = DAY;
const LEASE_MS = 60_000;
/** Longer than any digest or quiet hours of the watches. */
const LATER_MS = 3 * DAY;
/** Advances while work is pending, but never up to its time limit: 15 s for a post. */
const UNHURRIED_MS = 8_000;
const NUDGE_MS = 900;
const PAUSE_MS = 40;

interface Resting {
  /** Every feed must have a complete poll after this moment; milliseconds since 1970. */
  readonly readSince?: number;
  /** Digests must have been posted too. */
  readonly nothingHeld?: boolean;
  /** Ends the wait once this holds. */
  readonly over?: () => boolean;
  readonly patienceMs?: number;
}

/** Waits until every feed had a complete poll after this moment, in milliseconds since 1970, without advancing the clock. */
export const feedsRead = (cluster: Cluster, readSince: number): Promise<true> =>
  cluster.until('every feed read', async () => (await cluster.inStore((db) => unread(db, readSince))) === undefined);

/** Waits until every feed was polled and all notifications are posted; the clock advances faster meanwhile. */
export const waitForAlerts = async (cluster: Cluster, resting: Resting = {}): Promise<void> => {
  const look = async (): Promise<boolean> => {
    if (resting.over?.()) return true;
    const left = await cluster.inStore((db) => leftToDo(db, cluster.now(), resting));
    if (left === undefined) return true;
    if (await cluster.inStore((db) => isUnhurried(db, cluster.now()))) await cluster.advance(NUDGE_MS);
    await sleep(PAUSE_MS);
    return false;
  };
  await cluster.until('the alerts at rest', look, resting.patienceMs).catch(async (error: Error) => {
    const left = await cluster.inStore((db) => leftToDo(db, cluster.now(), resting));
    throw new Error(`${error.message}; at ${iso(cluster.now())}: ${left}`);
  });
};

const unread = async (db: Db, readSince: number): Promise<string | undefined> => {
  const feed = await db
    .selectFrom('alert_feeds')
    .select(['id', 'since', 'last_error'])
    .where('since', '<', iso(readSince - OVERLAP_MS))
    .executeTakeFirst();
  return feed && `${feed.id} is read until ${feed.since} (${feed.last_error})`;
};

/** @returns a description of the first pending work */
const leftToDo = async (db: Db, now: number, { readSince, nothingHeld }: Resting): Promise<string | undefined> => {
  const feed = readSince === undefined ? undefined : await unread(db, readSince);
  if (feed !== undefined) return feed;
  const copy = await db.selectFrom('deliveries').selectAll().where('state', '=', 'ready').executeTakeFirst();
  if (copy) return `${copy.subject} for ${copy.face}: due ${copy.due_at}, tries ${copy.attempts}, ${copy.last_error}`;
  const due = nothingHeld ? iso(now + LATER_MS) : iso(now);
  const held = await db
    .selectFrom('alert_held')
    .select(['conversation_id', 'reason'])
    .where((eb) => eb.or([eb('release_at', 'is', null), eb('release_at', '<=', due)]))
    .executeTakeFirst();
  return held && `held in ${held.conversation_id}: ${held.reason}`;
};

/** Whether the current work has only just begun. */
const isUnhurried = async (db: Db, now: number): Promise<boolean> => {
  const [from, to] = [iso(now), iso(now + LEASE_MS - UNHURRIED_MS)];
  for (const table of ['deliveries', 'jobs'] as const) {
    const old = await db
      .selectFrom(table)
      .select('id')
      .where('lease_until', '>', from)
      .where('lease_until', '<', to)
      .executeTakeFirst();
    if (old) return false;
  }
  return true;
};

/** The watch of a channel, as its one command sets it up. */
export interface Watching {
  readonly channel: keyof typeof channels;
  readonly on: 'payments' | 'staging';
  /** Minimum level; every incident where absent. */
  readonly level?: Level;
  readonly digest?: 'hour';
}

/** The shipped policy, with people who may watch and a short poll interval. */
const watchingPolicy = (text: string): string =>
  `${text.replace(/^alerts:.*\n(?: .*\n)*/m, '')}\nalerts: { watch: [platform], every: 10 seconds }\n`;

/** A cluster with one bot that has these watches, has polled every feed and has no pending work. */
export const openWatchingCluster = async (
  databaseUrl: string,
  watchings: readonly Watching[],
): Promise<{ readonly cluster: Cluster; readonly bot: Bot }> => {
  const cluster = await openCluster({ databaseUrl, pollMs: 30, policy: watchingPolicy });
  await clearStory(cluster);
  const bot = await cluster.startBot();
  await watch(cluster, watchings);
  await waitForAlerts(cluster, { readSince: cluster.now() });
  return { cluster, bot };
};

/** Sends each command in its channel and waits until every watch exists. */
const watch = async (cluster: Cluster, watchings: readonly Watching[]): Promise<void> => {
  for (const watching of watchings) {
    await cluster.teams.say('bo', channels[watching.channel], sentenceOf(watching), { mention: true });
  }
  const all = async (): Promise<boolean> => {
    const rows = await cluster.inStore((db) => db.selectFrom('watches').select('id').execute());
    return rows.length === watchings.length;
  };
  await cluster.until('every watch', all);
};

const sentenceOf = ({ on, level, digest }: Watching): string =>
  [`watch health on ${on}`, level && `level ≥ ${level}`, digest && `digest ${digest}`].filter(Boolean).join(' ');

/** Whether a watch includes incidents of this level. */
export const fits = ({ on, level: least }: Watching, { reach }: Pick<Incident, 'reach'>, level: Level): boolean =>
  (reach === 'both' || reach === (on === 'payments' ? 'production' : 'staging')) &&
  (least === undefined || levels.indexOf(level) <= levels.indexOf(least));

/** What a channel without digests must show of an incident in the end. */
export interface Expected {
  /** Whether it has a card. */
  readonly card: boolean;
  /** The news of each step that has some, in order; each is one note in the card's thread. */
  readonly replies: readonly (readonly string[])[];
}

/**
 * The specification, independent of the code: a card once the incident matches while it is open, then a note in the
 * thread for each change of level, state or region and for a review, until its end.
 * @param watchings the watches of one channel
 * @param looks the steps after which the bot polled; every step when absent
 */
export const expected = (
  incident: Incident,
  watchings: readonly Watching[],
  looks: readonly number[] = [...incident.steps.keys()],
): Expected => {
  let card = false;
  let before: readonly Step[] = [];
  const replies: (readonly string[])[] = [];
  const wants = (level: Level): boolean => watchings.some((one) => fits(one, incident, level));
  for (const look of looks) {
    const steps = incident.steps.slice(0, look + 1);
    const { level, open } = standingAfter(steps);
    if (!card) card = wants(level) && open.length > 0;
    else replies.push(newsBetween(before, steps));
    before = steps;
  }
  if (card && incident.reviewedBy) replies.push(['explained']);
  return { card, replies: replies.filter((news) => news.length > 0) };
};

/** In the form of `newsIn`. */
const newsBetween = (stepsBefore: readonly Step[], steps: readonly Step[]): string[] => {
  const [before, now] = [standingAfter(stepsBefore), standingAfter(steps)];
  const goesOn = now.open.length > 0;
  const touched = now.open.filter((region) => !before.open.includes(region));
  const well = before.open.filter((region) => !now.open.includes(region));
  return [
    ...(before.open.length > 0 && !goesOn ? ['resolved'] : []),
    ...(goesOn && before.level !== now.level ? [`level ${before.level} ${now.level}`] : []),
    ...(goesOn && touched.length > 0 ? [`touched ${listOf(touched)}`] : []),
    ...(goesOn && well.length > 0 ? [`well ${listOf(well)}`] : []),
    ...(steps.slice(stepsBefore.length).some(({ review }) => review) ? ['review'] : []),
  ].sort();
};

const listOf = (regions: readonly string[]): string => new Intl.ListFormat('en-GB').format(regions);
