import { setTimeout as sleep } from 'node:timers/promises';
import { channels } from '../../support/steward.ts';
import { breaches } from '../../support/store-laws.ts';
import { type Answered, type Door, openDoor } from '../door.ts';
import { openFleet } from '../fleet/fleet.ts';
import { juryPolicy } from '../jury.ts';
import { diceOf } from '../lanes.ts';
import { askFor, freshVendor, type Waiting } from '../requests.ts';
import { comeToRest } from '../rest.ts';
import type { Broken, WaveStage } from '../waves.ts';
import { falseCard, historiesOf, lastDeadline, type Raced } from './evidence.ts';
import { brokenRaceLaws } from './laws.ts';
import type { Clicker, RacePlan } from './plan.ts';

/** Races that run side by side. */
const ABREAST = 8;
/** Between asking for what is to expire in the middle of its race and asking for the rest. */
const APART_MS = 60_000;
/** The deadline is so far away when the clicks begin, and comes so long after their begin at most. */
const BEFORE_MS = 2_000;
const LATEST_MS = 250;

/** Two processes of the bot on one store; in each wave all ask, then they race, then everything comes to rest. */
export const openArena = async (databaseUrl: string, seed: number): Promise<WaveStage<RacePlan>> => {
  const fleet = await openFleet({ databaseUrl, policy: juryPolicy, pollMs: 100 });
  await fleet.startBot();
  await fleet.startBot();
  await fleet.teams.install();
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const advance = (ms: number): Promise<void> => {
    ahead += ms;
    return fleet.advance(ms);
  };

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
    const door = await openDoor(fleet, now());
    const raced: Raced[] = [];
    for (let at = 0; at < races.length; at += ABREAST) {
      raced.push(...(await Promise.all(races.slice(at, at + ABREAST).map((one) => raceOn(door, one)))));
    }
    return raced;
  };

  /** All of them at once, and in their midst the deadline. */
  const raceTheClock = async (races: readonly Waiting<RacePlan>[]): Promise<Raced[]> => {
    const [first] = races;
    if (!first) return [];
    await advance((await fleet.inStore((db) => lastDeadline(db, races))) - now() - BEFORE_MS);
    const door = await openDoor(fleet, now());
    const raced = Promise.all(races.map((race) => raceOn(door, race)));
    await sleep(diceOf(seed, first.wish.run).next() * LATEST_MS);
    await advance(BEFORE_MS);
    return raced;
  };

  const judge = async (raced: readonly Raced[]): Promise<Broken[]> => {
    const histories = await historiesOf(fleet, raced);
    const messages = await fleet.teams.messages(channels.approvals);
    return raced.flatMap((race, at) => {
      const history = histories[at];
      if (!history) return [];
      const wrong = [...brokenRaceLaws(history), ...falseCard(messages, race, history)];
      return wrong.map((words) => ({ run: race.wish.run, words }));
    });
  };

  return {
    async wave(plans) {
      const [{ run } = { run: 0 }] = plans;
      await Promise.all([freshVendor(fleet), fleet.teams.forget()]);
      const hasty = await askFor(
        fleet,
        plans.filter(({ expires }) => expires),
      );
      await advance(APART_MS);
      const patient = await askFor(
        fleet,
        plans.filter(({ expires }) => !expires),
      );
      const raced = [...(await raceEachOther(patient)), ...(await raceTheClock(hasty))];
      await comeToRest(fleet, advance);
      const stuck = await fleet.inStore(breaches);
      return [...stuck.map((words) => ({ run, words })), ...(await judge(raced))];
    },
    end: () => fleet.end(),
  };
};
