import { SECOND } from '../../src/platform/lib/clock.ts';
import { defineProof, sharedBy } from '../lib/define-proof.ts';
import type { Proof } from '../proof.ts';
import { openStandstillWorld } from './environment.ts';
import { nameOurSessions } from './faults.ts';
import { planOf, wordsOf } from './plan.ts';
import { openReferenceBot, type ReferenceBot } from './requests.ts';

/** So many databases side by side on one server: a schedule is mostly waiting. */
const WORKERS = 8;

/** The proof with standstills of at most so long. */
const standstillOf = (longestMs?: number): Proof => {
  let referenceBot: ReferenceBot | undefined;
  const proof = defineProof({
    name: 'standstill',
    says: 'processes that are paused for some seconds lose nothing acknowledged, and all others answer',
    runs: 200,
    runsEach: 25,
    plan: (_dice, run, seed) => planOf(seed, run, longestMs),
    at: wordsOf,
    world: (store, _kind, seed) =>
      openStandstillWorld(store, seed, () => {
        if (!referenceBot) throw new Error('there is no bot to compare with');
        return referenceBot;
      }),
    evidence: (world, plan, run) => world.story(plan, run),
    laws: { 'nothing acknowledged is lost, and all others answer': (wrong) => wrong },
  });
  return {
    ...proof,
    async prove(options) {
      const postgres = options.stores.find(({ kind }) => kind === 'postgres');
      if (!postgres) throw new Error('this is about PostgreSQL');
      nameOurSessions();
      const [own, ...stores] = sharedBy(1 + Math.min(WORKERS, Math.ceil(options.runs / 2)), postgres);
      if (!own) throw new Error('there is no store');
      await own.start();
      referenceBot = await openReferenceBot(await own.create());
      try {
        return await proof.prove({ ...options, stores });
      } finally {
        await referenceBot.end();
        await own.stop();
      }
    },
  };
};

/** Processes that stand still, fall and tell a wrong time: nothing acknowledged is lost, and all others go on. */
export const standstill: Proof = {
  ...standstillOf(),
  short: { runs: 2, seed: 4, needs: 'postgres', smaller: standstillOf(7 * SECOND) },
};
