import { DAY, HOUR, SECOND } from '../../../../src/lib/clock.ts';
import { breaches } from '../../../support/store-laws.ts';
import { LEASES_OVER, openFleet } from '../../fleet/fleet.ts';
import { alertsAtRest } from '../ground/at-rest.ts';
import { type Evidence, evidenceOf, newsOf, onTheirWay } from '../ground/evidence.ts';
import { expected } from '../ground/expected.ts';
import { type Incident, standingAfter, wordAt } from '../ground/incident.ts';
import { clearStory, putScripts, scriptsOf } from '../ground/scripts.ts';
import { fits, type Watching, watch, watchingPolicy } from '../ground/watching.ts';
import { brokenCardLaws, brokenDigestLaws, brokenKillLaws, type KillHistory } from './laws.ts';
import { type CrashPlan, type Kill, watchings } from './plan.ts';

export interface Batch {
  readonly wrong: readonly string[];
  readonly kills: readonly KillHistory[];
}

export interface AlertCrashStage {
  batch(plan: CrashPlan): Promise<Batch>;
  end(): Promise<void>;
}

/** From its being put in to a word of the vendor: on a busy machine too the trap is set by then. */
const SOON_MS = 30 * SECOND;
const NEVER_MS = 1_000 * DAY;

/** Incidents that are told, and the bot goes at each word and at the digest, over and over on one store. */
export const openAlertCrashStage = async (databaseUrl: string): Promise<AlertCrashStage> => {
  const fleet = await openFleet({ databaseUrl, pollMs: 30, policy: watchingPolicy });
  await clearStory(fleet);
  let bot = await fleet.startBot();
  await fleet.teams.install();
  await watch(fleet, watchings);
  await alertsAtRest(fleet, { readSince: fleet.now() });

  const goTo = (moment: number): Promise<void> => fleet.advance(Math.max(0, moment - fleet.now()));

  /** The bot goes at this moment of the clock and of its own work; a new one comes. */
  const survive = async ({ where, trap }: Kill, moment: number): Promise<Batch> => {
    const before = new Set((await evidenceOf(fleet)).extras.map(({ id }) => id));
    const victim = bot;
    const lives = (): boolean => fleet.bots().includes(victim);
    await victim.arm(trap);
    await goTo(moment);
    await alertsAtRest(fleet, { readSince: moment, over: () => !lives() });
    const missed = await victim.survives();
    if (missed) await victim.kill();
    await fleet.teams.idle();
    const way = await fleet.inStore(onTheirWay);
    await fleet.advance(LEASES_OVER);
    bot = await fleet.startBot();
    await alertsAtRest(fleet, { readSince: moment });
    const extras = (await evidenceOf(fleet)).extras.filter(({ id }) => !before.has(id));
    const history = { where, onTheirWay: way, extras };
    return {
      wrong: [...(missed ? [`the bot was not killed ${where}`] : []), ...brokenKillLaws(history)],
      kills: [history],
    };
  };

  return {
    async batch({ incidents, kills, digestKill }) {
      const told: number[] = [];
      /** The next word of each incident comes a moment from now, however long all before it took. */
      const tellNext = async (): Promise<number> => {
        const now = fleet.now();
        told.push(now + SOON_MS);
        const at = (step: number): number => (told[step] ?? now + NEVER_MS) - now;
        const scripts = incidents.flatMap((incident) => scriptsOf(incident, at));
        await putScripts(fleet, scripts);
        return now + SOON_MS;
      };
      const survived: Batch[] = [];
      for (const [step, kill] of kills.entries()) {
        // What the last word brings is held until the hour is full, and the bot is to be killed there.
        if (step === kills.length - 1) await goTo(nextHour(fleet.now()) + SOON_MS);
        await alertsAtRest(fleet, { readSince: fleet.now() });
        survived.push(await survive(kill, await tellNext()));
      }
      survived.push(await survive(digestKill, nextHour(fleet.now())));
      const evidence = await evidenceOf(fleet);
      const laws = incidents.flatMap((incident) => brokenLawsOf(incident, evidence));
      const wrong = [...survived.flatMap((one) => one.wrong), ...laws, ...(await fleet.inStore(breaches))];
      return { wrong, kills: survived.flatMap((one) => one.kills) };
    },
    end: () => fleet.end(),
  };
};

const nextHour = (now: number): number => Math.ceil(now / HOUR) * HOUR;

const brokenLawsOf = (incident: Incident, evidence: Evidence): string[] =>
  watchings.flatMap((watching) =>
    watching.digest === undefined
      ? brokenCardLaws(cardHistoryOf(incident, watching, evidence))
      : digestLaws(incident, watching, evidence),
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

const digestLaws = (incident: Incident, watching: Watching, { digests }: Evidence): string[] => {
  const end = standingAfter(incident.steps);
  const { mark } = incident;
  const named = digests.filter(({ channel, words }) => channel === watching.channel && words.includes(mark));
  return fits(watching, incident, end.level)
    ? brokenDigestLaws({
        ...{ mark, says: end.open.length === 0 ? 'resolved' : end.level },
        digests: named.map(({ words }) => words),
      })
    : named.map(() => `${mark} stands in a digest of ${watching.channel} that does not want it`);
};
