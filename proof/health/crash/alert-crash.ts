import type { Proof } from '../../proof.ts';
import { proveOnStores } from '../../prove-on-stores.ts';
import { openAlertCrashEnvironment } from './environment.ts';
import type { KillHistory } from './invariants.ts';
import { planOf } from './plan.ts';

const UPDATES = 5;
/** 200 incidents with 5 updates each, on each of two stores. */
const RUNS = 200 * UPDATES * 2;
/** Incidents of one batch. */
const MOST_ABREAST = 10;

/** Updates of incidents with kills: at each update and each digest the bot is killed at some step. */
const alertCrashWith = (updates: number): Proof => ({
  name: 'health-1',
  says: 'a bot that is killed at a first card, an update and a digest loses no alert',
  runs: RUNS,
  async prove(options) {
    const { runs, seed, stores } = options;
    const abreast = Math.min(MOST_ABREAST, Math.ceil(runs / (updates * stores.length)));
    const size = abreast * updates;
    const kills: KillHistory[] = [];
    const batches = await proveOnStores(options, {
      runs: Math.ceil(runs / size),
      runsPerEnvironment: 5,
      numberOf: (batch) => (batch - 1) * size + 1,
      at: (batch, kind) => `${kind}, batch ${batch}`,
      async open({ url }) {
        const environment = await openAlertCrashEnvironment(url);
        return {
          async run(batch) {
            const turn = Math.floor((batch - 1) / stores.length);
            const made = await environment.batch(planOf({ seed, batch, updates, turn, size: abreast }));
            kills.push(...made.kills);
            return made.wrong;
          },
          end: environment.end,
        };
      },
    });
    options.tell?.(figuresOf(kills));
    return batches * size;
  },
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
