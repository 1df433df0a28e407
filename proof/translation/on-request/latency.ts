import { setTimeout as sleep } from 'node:timers/promises';
import type { PersonKey } from '../../../sandbox/world.ts';
import { percentile } from '../../../test/support/percentile.ts';
import { personalChat, type Steward, wordsOf } from '../../../test/support/steward.ts';
import { askFor, saidBy, settled } from '../../../test/support/translation-dialogs.ts';
import { defineProof } from '../../lib/define-proof.ts';
import type { Dice } from '../../lib/dice.ts';
import { sentenceIn, sentences, startAsking, translatorCalls, write } from './readers.ts';

const ASKERS: readonly PersonKey[] = ['ana', 'bo', 'di', 'fi', 'cy'];
/** What the document gives a standard system. */
const SLOW_MS = 15_000;
/** In a short tier nobody waits so long: it is about what comes of it. */
const SHORT_MS = 1_500;
/** Fewer answers have no hundredth. */
const ENOUGH = 100;
const MOST_MS = 1_000;

interface Asked {
  readonly as: PersonKey;
  readonly mark: string;
  readonly text: string;
  /** How long each answer took, in milliseconds. */
  readonly took: readonly number[];
  /** The answer that came last, as long as the translator was at it. */
  look(): Promise<string>;
}

/** Somebody translates a message, and their client sends the form three times. */
const askThrice = async (steward: Steward, as: PersonKey, sentence: string, mark: string): Promise<Asked> => {
  const message = await write(steward, 'bo', `${sentenceIn('en', sentence)} \`${mark}\``);
  const { send } = await askFor(steward, as, message, ['de']);
  const took: number[] = [];
  const sendTimed = async () => {
    const began = performance.now();
    const answer = await send();
    took.push(performance.now() - began);
    return answer;
  };
  const [answer] = await Promise.all([sendTimed(), sendTimed(), sendTimed()]);
  const look = async () => saidBy(await settled(steward, as, message, answer));
  return { as, mark, text: sentenceIn('de', sentence), took, look };
};

/** Cards in the person's own chat that show this translation. */
const cardsOf = async ({ teams }: Steward, { as, mark, text }: Asked): Promise<number> =>
  (await teams.messages(personalChat(as), as)).filter(
    (one) => wordsOf(one).includes(mark) && wordsOf(one).includes(text),
  ).length;

/** A translator that is slow until all of these have been asked for; then it is quick again, and what was asked comes, each once. */
const askAll = async (steward: Steward, { dice, count, first, seed, slowMs }: Plan) => {
  // Between two batches only: a call that is under way would be too old at once.
  steward.clock.advance(60_000);
  steward.vendor.faults.clear();
  steward.vendor.faults.set({ kind: 'slow', ms: slowMs, operation: 'translateText' });
  const asked: Asked[] = [];
  for (let n = 0; n < count; n += 1) {
    const as = ASKERS[(first + n) % ASKERS.length] ?? 'ana';
    asked.push(await askThrice(steward, as, dice.pick(sentences), `x${seed}-${first + n}`));
  }
  const seen = translatorCalls(steward);
  steward.vendor.faults.clear();
  // A refusal for too many requests is a call that costs nothing.
  steward.vendor.faults.set({ kind: 'no-rate-limit' });
  const ended = asked.map(async (one, n) => {
    const end = performance.now() + 2 * slowMs + 30_000;
    while ((await cardsOf(steward, one)) === 0 && performance.now() < end) await sleep(200);
    const cards = await cardsOf(steward, one);
    const isShown = (await one.look()).includes(one.text);
    const wrong = [
      ...(cards === 1 ? [] : [`${cards} cards for ${one.as}`]),
      ...(isShown ? [] : ['the dialog does not show it']),
    ];
    return wrong.map((words) => ({ run: first + n, words }));
  });
  const wrong = (await Promise.all(ended)).flat();
  return { wrong, calls: seen + translatorCalls(steward), took: asked.flatMap(({ took }) => took) };
};

interface Plan {
  readonly dice: Dice;
  readonly first: number;
  readonly count: number;
  readonly seed: number;
  readonly slowMs: number;
}

/** So many wait at once. */
const BATCH = 30;

/** C8, as far as it is about messages translated on request. */
export const slow = defineProof({
  name: 'translation-8',
  says: 'a form that a client sends three times to a slow translator is one translation and one card',
  short: { runs: 3, seed: 5, on: 'sqlite' },
  runs: 300,
  together: (runs) => Math.min(BATCH, runs),
  runsEach: 100,
  plan: (dice, first, seed, { count }): Plan => ({
    ...{ dice, first, count, seed },
    slowMs: count < BATCH ? SHORT_MS : SLOW_MS,
  }),
  world: ({ url }) => startAsking(url),
  evidence: askAll,
  laws: {
    'one card, and the dialog shows it': ({ wrong }) => wrong,
    // The menu translates a message into the reader's own language, and the form, however often it is sent, into another.
    'one translation': ({ calls }, { count }) => (calls > 2 * count ? [`${calls} calls for ${count} messages`] : []),
  },
  overall(all) {
    const times = all.flatMap(({ took }) => took);
    const [half, p99] = [0.5, 0.99].map((share) => Math.round(percentile(times, share)));
    return {
      broken: times.length >= ENOUGH && (p99 ?? 0) > MOST_MS ? [`99 of 100 answers within ${p99} ms`] : [],
      tells: [`${times.length} answers: half within ${half} ms, 99 of 100 within ${p99} ms`],
    };
  },
});
