import { type Level, levels } from '../../../src/engine/alerts/feed/signal.ts';
import { channels } from '../../../test/support/steward.ts';
import type { Bot } from '../../cluster/bots.ts';
import { type Cluster, openCluster } from '../../cluster/cluster.ts';
import type { Incident } from './incident.ts';
import { clearStory } from './scripts.ts';
import { waitForAlerts } from './wait-for-alerts.ts';

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
