import { type Level, levels } from '../../../../src/alerts/feed/signal.ts';
import { channels } from '../../../support/steward.ts';
import type { Bot } from '../../cluster/bots.ts';
import { type Cluster, openCluster } from '../../cluster/cluster.ts';
import type { Incident } from './incident.ts';
import { clearStory } from './scripts.ts';
import { waitForAlerts } from './wait-for-alerts.ts';

/** What a channel is told, as its one sentence says. */
export interface Watching {
  readonly channel: keyof typeof channels;
  readonly on: 'payments' | 'staging';
  /** At least so bad; everything where absent. */
  readonly level?: Level;
  readonly digest?: 'hour';
}

/** The shipped policy, with people who may watch and looks that do not keep a proof waiting. */
const watchingPolicy = (text: string): string =>
  `${text.replace(/^alerts:.*\n(?: .*\n)*/m, '')}\nalerts: { watch: [platform], every: 10 seconds }\n`;

/** A cluster with one bot that watches all of this, has read every feed and has nothing left to say. */
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

/** Says each sentence in its channel, and waits until all of it is watched. */
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

/** Whether a watch wants to hear of an incident that has this level. */
export const fits = ({ on, level: least }: Watching, { reach }: Pick<Incident, 'reach'>, level: Level): boolean =>
  (reach === 'both' || reach === (on === 'payments' ? 'production' : 'staging')) &&
  (least === undefined || levels.indexOf(level) <= levels.indexOf(least));
