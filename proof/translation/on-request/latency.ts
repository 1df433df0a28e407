import type { PersonKey } from '../../../sandbox/world.ts';
import { percentile } from '../../../test/support/percentile.ts';
import { personalChat, type Steward, wordsOf } from '../../../test/support/steward.ts';
import { askFor, saidBy, settled } from '../../../test/support/translation-dialogs.ts';
import type { Proof } from '../../proof.ts';
import { diceOf, runOnStores } from '../../run-on-stores.ts';
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

/** C8, as far as it is about messages translated on request. */
export const slow: Proof = {
  name: 'translation-8',
  says: 'a form that a client sends three times to a slow translator is one translation and one card',
  short: { runs: 3, seed: 5, on: 'sqlite' },
  runs: 300,
  async prove(options) {
    const { runs, seed, complain, tell } = options;
    const slowMs = runs < ENOUGH ? SHORT_MS : SLOW_MS;
    const times: number[] = [];
    const made = await runOnStores(options, {
      runsPerEnvironment: runs,
      async open({ url }, kind) {
        const steward = await startAsking(url);
        let waiting: (Asked & { readonly run: number })[] = [];

        /** The translator is quick again: what was asked comes, each once. */
        const settle = async (): Promise<void> => {
          const calls = () => translatorCalls(steward);
          const asked = waiting;
          waiting = [];
          const seen = calls();
          steward.vendor.faults.clear();
          // A refusal for too many requests is a call that costs nothing.
          steward.vendor.faults.set({ kind: 'no-rate-limit' });
          await Promise.all(
            asked.map(async (one) => {
              const wrong = (words: string): void => complain({ run: one.run, at: kind, words });
              const end = performance.now() + 2 * slowMs + 30_000;
              while ((await cardsOf(steward, one)) === 0 && performance.now() < end) await pause(200);
              const cards = await cardsOf(steward, one);
              if (cards !== 1) wrong(`${cards} cards for ${one.as}`);
              if (!(await one.look()).includes(one.text)) wrong('the dialog does not show it');
            }),
          );
          const sent = seen + calls();
          // The menu translates a message into the reader's own language, and the form, however often it is sent, into another.
          if (sent > 2 * asked.length)
            complain({ run: 0, at: kind, words: `${sent} calls for ${asked.length} messages` });
        };

        return {
          async run(run) {
            const dice = diceOf(seed, run);
            if (waiting.length === 0) {
              // Between two batches only: a call that is under way would be too old at once.
              steward.clock.advance(60_000);
              steward.vendor.faults.clear();
              steward.vendor.faults.set({ kind: 'slow', ms: slowMs, operation: 'translateText' });
            }
            const as = ASKERS[run % ASKERS.length] ?? 'ana';
            const asked = await askThrice(steward, as, dice.pick(sentences), `x${seed}-${run}`);
            times.push(...asked.took);
            waiting.push({ ...asked, run });
            if (waiting.length === BATCH) await settle();
            return true;
          },
          async end() {
            if (waiting.length > 0) await settle();
            await steward.end();
          },
        };
      },
    });
    const p99 = percentile(times, 0.99);
    tell?.(
      `${times.length} answers: half within ${Math.round(percentile(times, 0.5))} ms, 99 of 100 within ${Math.round(p99)} ms`,
    );
    if (times.length >= ENOUGH && p99 > MOST_MS) complain({ run: 0, at: 'p99', words: `${Math.round(p99)} ms` });
    return made;
  },
};

/** So many wait at once. */
const BATCH = 30;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
