import { cloud } from '../../../sandbox/world.ts';
import { HOUR, MINUTE } from '../../../src/platform/lib/clock.ts';
import { channels } from '../../../test/support/steward.ts';
import { violations } from '../../../test/support/store-invariants.ts';
import { defineProof } from '../../lib/define-proof.ts';
import type { Proof } from '../../proof.ts';
import { digestCount, newsIn, type PostedMessage, postedMessages } from '../shared/evidence.ts';
import { putScripts, scriptsOf, standingAfter, wordAt } from '../shared/incident.ts';
import { expected, feedsRead, fits, openWatchingCluster, waitForAlerts } from '../shared/watches.ts';
import { askedOf, digestedSince, feedsOf, forgetAtPage, wasForgotten } from './evidence.ts';
import { type CatchUp, catchUpViolations, resumptionViolations } from './invariants.ts';
import { DOWN_MS, type DowntimePlan, downtimePlan, isOver, type Missed, PAGE, watchings } from './plan.ts';

/** Time from the first updates to the stop. */
const BEFORE_MS = HOUR;

/** The bot is stopped for ten days and restarted. */
const openDowntimeWorld = async (databaseUrl: string) => {
  const { cluster, bot: first } = await openWatchingCluster(databaseUrl, watchings);
  let bot = first;

  return {
    async goDown(plan: DowntimePlan) {
      const stop = cluster.now() + BEFORE_MS;
      const began = cluster.now();
      await putScripts(
        cluster,
        [...plan.known, ...plan.missed].flatMap(({ incident, at }) =>
          scriptsOf(incident, (step) => stop - began + (at[step] ?? 0)),
        ),
      );
      await cluster.advance(stop - cluster.now() - MINUTE);
      await waitForAlerts(cluster, { readSince: stop - MINUTE });
      await (plan.stop === 'killed' ? bot.kill() : bot.drain());
      const feeds = await cluster.inStore(feedsOf);
      await cluster.advance(stop + DOWN_MS - cluster.now());
      await cluster.vendor.clearFaults();
      const back = cluster.now();
      const forgotten = forgetAtPage(cluster, plan.forgottenAt);
      bot = await cluster.startBot();
      await forgotten;
      await feedsRead(cluster, back);
      const seen = await cluster.vendor.seen();
      await waitForAlerts(cluster, { readSince: back, nothingHeld: true });
      const [said, digested] = await Promise.all([
        postedMessages(cluster),
        cluster.inStore((db) => digestedSince(db, back)),
      ]);
      const places = [...new Set(watchings.map(({ channel }) => channel))];
      return [
        ...((await wasForgotten(cluster)) ? [] : ['no page was forgotten on the way']),
        ...places.flatMap((channel) => catchUpViolations(catchUpOf({ plan, channel, said, back, digested }))),
        ...feeds.flatMap(({ feed, since }) => {
          const of = feed.endsWith(cloud.subscriptions.staging.id) ? 'staging' : 'production';
          const listed = plan.missed.filter(({ incident: { reach } }) => reach === 'both' || reach === of);
          return resumptionViolations({
            feed,
            since,
            asked: askedOf(seen, feed),
            pages: Math.ceil(listed.length / PAGE),
          });
        }),
        ...(await cluster.inStore(violations)),
      ];
    },
    end: () => cluster.end(),
  };
};

interface Seen {
  readonly plan: DowntimePlan;
  readonly channel: PostedMessage['channel'];
  readonly said: readonly PostedMessage[];
  readonly back: number;
  readonly digested: ReadonlyMap<string, readonly (readonly string[])[]>;
}

const catchUpOf = ({ plan, channel, said, back, digested }: Seen): CatchUp => {
  const mine = watchings.filter((watching) => watching.channel === channel);
  const here = said.filter((one) => one.channel === channel);
  const all = [...plan.known, ...plan.missed];
  const fitting = all.filter(
    (one) => !hadCard(one, mine) && mine.some((watching) => fits(watching, one.incident, endOf(one).level)),
  );
  const marks = (list: readonly Missed[]): string[] => list.map(({ incident }) => incident.mark);
  const fresh = here.filter(({ id, root }) => root === undefined && Number(id) >= back);
  const digests = fresh.filter((one) => digestCount(one) !== undefined);
  const cards = fresh.filter((one) => digestCount(one) === undefined);
  return {
    channel,
    active: marks(fitting.filter((one) => !isOver(one))),
    over: marks(fitting.filter(isOver)),
    cards: cards.flatMap(({ words }) => {
      const of = all.find(({ incident }) => words.includes(incident.mark));
      const newest = of !== undefined && words.includes(wordAt(of.incident, of.incident.steps.length - 1));
      return [{ mark: of?.incident.mark ?? words.slice(0, 80), newest }];
    }),
    digests: digests.map((digest, index) => ({
      count: digestCount(digest) ?? 0,
      marks: digested.get(channels[channel])?.[index] ?? [],
    })),
    known: plan.known.flatMap((one) => knownOf(one, mine, here)),
  };
};

const endOf = ({ incident }: Missed) => standingAfter(incident.steps);

/** Whether it had a card here before the stop. */
const hadCard = ({ incident, at }: Missed, mine: typeof watchings): boolean =>
  (at[0] ?? 0) < 0 && expected({ ...incident, steps: incident.steps.slice(0, 1) }, mine).card;

/** The state of a card from before the stop. */
const knownOf = (one: Missed, mine: typeof watchings, here: readonly PostedMessage[]): CatchUp['known'] => {
  if (!hadCard(one, mine)) return [];
  const { incident } = one;
  const card = here.find(({ root, words }) => root === undefined && words.includes(incident.mark));
  const replies = here.filter(({ root }) => root !== undefined && root === card?.id);
  // All updates meanwhile are one update for the bot.
  const wanted = expected(incident, mine, [0, incident.steps.length - 1].slice(0, incident.steps.length)).replies;
  return [
    {
      mark: incident.mark,
      newest: card?.words.includes(wordAt(incident, incident.steps.length - 1)) ?? false,
      wanted: wanted.map((news) => news.join(' + ')).join(', '),
      news: replies.map(({ words }) => newsIn(words).join(' + ')).join(', '),
    },
  ];
};

/** The bot is stopped for ten days with many incidents. @param pages minimum length of the longer of two lists */
const downtimeOver = (pages: number): Proof =>
  defineProof({
    name: 'health-5',
    says: 'a bot that comes back after ten days posts one digest in each channel and a card for each active incident',
    runs: 20,
    // Ten days store many rows.
    runsEach: 1,
    plan: (_dice, run, seed) => downtimePlan(seed, run, pages),
    at: ({ stop, forgottenAt }) => `${stop}, page ${forgottenAt} forgotten`,
    world: ({ url }) => openDowntimeWorld(url),
    evidence: (world, plan) => world.goDown(plan),
    laws: { 'what was missed is told once': (wrong) => wrong },
  });

export const downtime: Proof = {
  ...downtimeOver(41),
  short: { runs: 1, seed: 4, on: 'postgres', smaller: downtimeOver(10) },
};
