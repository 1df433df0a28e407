import { DAY, HOUR, SECOND } from '../../../src/platform/lib/clock.ts';
import { violations } from '../../../test/support/store-invariants.ts';
import { LEASES_OVER } from '../../cluster/cluster.ts';
import { defineProof } from '../../lib/define-proof.ts';
import type { Proof } from '../../proof.ts';
import { claimedCopies, type Evidence, evidenceOf, newsOf } from '../shared/evidence.ts';
import { type Incident, putScripts, scriptsOf, standingAfter, wordAt } from '../shared/incident.ts';
import { expected, fits, openWatchingCluster, type Watching, waitForAlerts } from '../shared/watches.ts';
import { cardViolations, digestViolations, type KillHistory, killViolations } from './invariants.ts';
import { type CrashPlan, type Kill, planOf, watchings } from './plan.ts';

interface Batch {
  readonly wrong: readonly string[];
  readonly kills: readonly KillHistory[];
}

/** Time from setting a script to its first update: the trap is set by then, also on a busy machine. */
const SOON_MS = 30 * SECOND;
const NEVER_MS = 1_000 * DAY;

/** Incidents on one store, with a kill of the bot at each update and at the digest. */
const openAlertCrashWorld = async (databaseUrl: string) => {
  const { cluster, bot: first } = await openWatchingCluster(databaseUrl, watchings);
  let bot = first;

  const goTo = (moment: number): Promise<void> => cluster.advance(Math.max(0, moment - cluster.now()));

  /** Kills the bot at this moment of the clock and of its work, and starts a new one. */
  const survive = async ({ where, trap }: Kill, moment: number): Promise<Batch> => {
    const before = new Set((await evidenceOf(cluster)).extras.map(({ id }) => id));
    const victim = bot;
    const lives = (): boolean => cluster.bots().includes(victim);
    await victim.arm(trap);
    await goTo(moment);
    await waitForAlerts(cluster, { readSince: moment, over: () => !lives() });
    const missed = await victim.survives();
    if (missed) await victim.kill();
    await cluster.teams.idle();
    const way = await cluster.inStore(claimedCopies);
    await cluster.advance(LEASES_OVER);
    bot = await cluster.startBot();
    await waitForAlerts(cluster, { readSince: moment });
    const extras = (await evidenceOf(cluster)).extras.filter(({ id }) => !before.has(id));
    const history = { where, claimedCopies: way, extras };
    return {
      wrong: [...(missed ? [`the bot was not killed ${where}`] : []), ...killViolations(history)],
      kills: [history],
    };
  };

  return {
    async batch({ incidents, kills, digestKill }: CrashPlan): Promise<Batch> {
      const told: number[] = [];
      /** The next update of each incident comes in a moment, however long the previous steps took. */
      const tellNext = async (): Promise<number> => {
        const now = cluster.now();
        told.push(now + SOON_MS);
        const at = (step: number): number => (told[step] ?? now + NEVER_MS) - now;
        const scripts = incidents.flatMap((incident) => scriptsOf(incident, at));
        await putScripts(cluster, scripts);
        return now + SOON_MS;
      };
      const survived: Batch[] = [];
      for (const [step, kill] of kills.entries()) {
        // The news of the last update waits for the hourly digest, and the bot is killed there.
        if (step === kills.length - 1) await goTo(nextHour(cluster.now()) + SOON_MS);
        await waitForAlerts(cluster, { readSince: cluster.now() });
        survived.push(await survive(kill, await tellNext()));
      }
      survived.push(await survive(digestKill, nextHour(cluster.now())));
      const evidence = await evidenceOf(cluster);
      const invariants = incidents.flatMap((incident) => violationsOf(incident, evidence));
      const wrong = [...survived.flatMap((one) => one.wrong), ...invariants, ...(await cluster.inStore(violations))];
      return { wrong, kills: survived.flatMap((one) => one.kills) };
    },
    end: () => cluster.end(),
  };
};

const nextHour = (now: number): number => Math.ceil(now / HOUR) * HOUR;

const violationsOf = (incident: Incident, evidence: Evidence): string[] =>
  watchings.flatMap((watching) =>
    watching.digest === undefined
      ? cardViolations(cardHistoryOf(incident, watching, evidence))
      : digestViolationsOf(incident, watching, evidence),
  );

const cardHistoryOf = (incident: Incident, watching: Watching, { known, extras }: Evidence) => {
  const mine = ({ mark, channel }: Evidence['known'][number]): boolean =>
    mark === incident.mark && channel === watching.channel;
  const of = (all: Evidence['known'], kind: 'card' | 'reply') => all.filter((one) => one.kind === kind && mine(one));
  const repliesOf = (all: Evidence['known'], extra: boolean) => {
    const replies = of(all, 'reply');
    return newsOf(replies).map((news, index) => ({ news, extra, root: replies[index]?.root ?? '' }));
  };
  return {
    ...{ mark: incident.mark, channel: watching.channel, newest: wordAt(incident, incident.steps.length - 1) },
    expected: expected(incident, [watching]),
    cards: of(known, 'card'),
    replies: [...repliesOf(known, false), ...repliesOf(extras, true)],
    extraCards: of(extras, 'card').map(({ id }) => id),
  };
};

const digestViolationsOf = (incident: Incident, watching: Watching, { digests }: Evidence): string[] => {
  const end = standingAfter(incident.steps);
  const { mark } = incident;
  const named = digests.filter(({ channel, words }) => channel === watching.channel && words.includes(mark));
  return fits(watching, incident, end.level)
    ? digestViolations({
        ...{ mark, says: end.open.length === 0 ? 'resolved' : end.level },
        digests: named.map(({ words }) => words),
      })
    : named.map(() => `${mark} stands in a digest of ${watching.channel} that does not want it`);
};

const UPDATES = 5;
/** 200 incidents with 5 updates each, on each of two stores. */
const RUNS = 200 * UPDATES * 2;
/** Incidents of one batch. */
const MOST_ABREAST = 10;

/** A run is an update of an incident: at each update and each digest the bot is killed at some step. */
const alertCrashWith = (updates: number): Proof =>
  defineProof({
    name: 'health-1',
    says: 'a bot that is killed at a first card, an update and a digest loses no alert',
    runs: RUNS,
    together: (runs) => updates * Math.min(MOST_ABREAST, Math.ceil(runs / updates)),
    runsEach: 5,
    plan: (_dice, _first, seed, { count, number: batch, stores }) =>
      planOf({ seed, batch, updates, size: Math.ceil(count / updates), turn: Math.floor((batch - 1) / stores) }),
    at: ({ kills, digestKill }) => `killed ${[...kills, digestKill].map(({ where }) => where).join(', ')}`,
    world: ({ url }) => openAlertCrashWorld(url),
    evidence: (world, plan) => world.batch(plan),
    laws: { 'no alert is lost': ({ wrong }) => wrong },
    overall: (all) => ({ tells: [figuresOf(all.flatMap(({ kills }) => kills))] }),
  });

export const alertCrash: Proof = {
  ...alertCrashWith(UPDATES),
  short: { runs: 2, seed: 2, on: 'postgres', smaller: alertCrashWith(1) },
};

const figuresOf = (kills: readonly KillHistory[]): string => {
  const of = (kind: string): number => kills.flatMap(({ extras }) => extras).filter((one) => one.kind === kind).length;
  const most = Math.max(0, ...kills.map(({ extras }) => extras.length));
  return `with ${kills.length} kills, extra copies: ${of('card')} cards, ${of('reply')} replies, ${of('digest')} digests, ${most} of one kill at most`;
};
