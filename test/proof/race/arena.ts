import { channels } from '../../support/steward.ts';
import { breaches } from '../../support/store-laws.ts';
import { type Answered, type Door, openDoor } from '../door.ts';
import { openFleet } from '../fleet/fleet.ts';
import { juryPolicy, PATIENCE_MS } from '../jury.ts';
import { askFor, freshWave, type Waiting } from '../requests.ts';
import { comeToRest } from '../rest.ts';
import type { Broken, WaveStage } from '../waves.ts';
import { falseCard, historiesOf, lastDeadline, type Raced } from './evidence.ts';
import { brokenRaceLaws, type Clock, count } from './laws.ts';
import { type Clicker, deadlineAfter, type RacePlan } from './plan.ts';

/** Races that run side by side. */
const ABREAST = 8;
/** Those against the clock: enough that some are under way when the deadline comes. */
const ABREAST_AGAINST_CLOCK = 4;
/** Between asking for what is to expire in the middle of its race and asking for the rest. */
const APART_MS = PATIENCE_MS / 2;
/** The deadline is so far away when the clicks begin: less than a lease, for the two clocks are apart by it when it comes. */
const BEFORE_MS = 30_000;
/** One process knows of it so much earlier than the other. */
const APART_CLOCKS_MS = 60;

/** Two processes of the bot on one store; in each wave all ask, then they race, then everything comes to rest. */
export const openArena = async (databaseUrl: string, seed: number, clock: Clock): Promise<WaveStage<RacePlan>> => {
  const fleet = await openFleet({ databaseUrl, policy: juryPolicy, pollMs: 100 });
  await fleet.startBot();
  await fleet.startBot();
  await fleet.teams.install();

  const click = (
    door: Door,
    { wish, id, root, card }: Waiting<RacePlan>,
    clicker: Clicker,
    n: number,
  ): Promise<Answered> => {
    const { person, verdict, bot } = clicker;
    const verb = `change.${verdict}`;
    const data = { change: id, terms: 1, ...(verdict === 'deny' ? { 'change.deny.reason': 'not in this week' } : {}) };
    const on = { channel: 'approvals', root, card } as const;
    return door.send({ id: `f:race-${wish.run}-${n}`, person, on, verb, data }, bot);
  };

  const raceOn = async (door: Door, waiting: Waiting<RacePlan>): Promise<Raced> => {
    const { clickers } = waiting.wish;
    const answered = await Promise.all(clickers.map((clicker, n) => click(door, waiting, clicker, n)));
    return { ...waiting, answers: clickers.map((clicker, n) => ({ clicker, answered: answered[n] as Answered })) };
  };

  const raceEachOther = async (races: readonly Waiting<RacePlan>[]): Promise<Raced[]> => {
    const door = await openDoor(fleet, fleet.now());
    const raced: Raced[] = [];
    for (let at = 0; at < races.length; at += ABREAST) {
      raced.push(...(await Promise.all(races.slice(at, at + ABREAST).map((one) => raceOn(door, one)))));
    }
    return raced;
  };

  /** One soon after the other, and in their midst the deadline. */
  const raceTheClock = async (races: readonly Waiting<RacePlan>[]): Promise<Raced[]> => {
    if (races.length === 0) return [];
    await fleet.advance((await fleet.inStore((db) => lastDeadline(db, races))) - fleet.now() - BEFORE_MS);
    const door = await openDoor(fleet, fleet.now());
    const after = deadlineAfter(
      seed,
      races.map(({ wish }) => wish),
    );
    const queue = races.values();
    const raced: Raced[] = [];
    const lane = async (): Promise<void> => {
      for (const race of queue) {
        raced.push(await raceOn(door, race));
        if (raced.length === after) await fleet.advance(BEFORE_MS, APART_CLOCKS_MS);
      }
    };
    await Promise.all(Array.from({ length: ABREAST_AGAINST_CLOCK }, lane));
    return raced;
  };

  const judge = async (raced: readonly Raced[]): Promise<Broken[]> => {
    const histories = await historiesOf(fleet, raced);
    const messages = await fleet.teams.messages(channels.approvals);
    return raced.flatMap((race, at) => {
      const history = histories[at];
      if (!history) return [];
      if (race.wish.expires) count(clock, history);
      const wrong = [...brokenRaceLaws(history), ...falseCard(messages, race, history)];
      return wrong.map((words) => ({ run: race.wish.run, words }));
    });
  };

  return {
    async wave(plans) {
      const [{ run } = { run: 0 }] = plans;
      await freshWave(fleet);
      const hasty = await askFor(
        fleet,
        plans.filter(({ expires }) => expires),
      );
      await fleet.advance(APART_MS);
      const patient = await askFor(
        fleet,
        plans.filter(({ expires }) => !expires),
      );
      const raced = [...(await raceEachOther(patient)), ...(await raceTheClock(hasty))];
      await comeToRest(fleet, { gently: true });
      const stuck = await fleet.inStore(breaches);
      return [...stuck.map((words) => ({ run, words })), ...(await judge(raced))];
    },
    end: () => fleet.end(),
  };
};
