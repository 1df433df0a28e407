import { createHash, randomInt } from 'node:crypto';

/** Letters and digits that nobody takes for each other on the phone: about 24 million names of five. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

const SHORTEST = 5;
const MOST_TRIES = 10;

/**
 * Finds a name that people can say and nobody has, as R-7KQ2M. Once a name was taken, many are: the next ones are a letter
 * longer, of which there are 30 times as many.
 * @param kind the letter before the dash
 * @param attempt takes the name; undefined where somebody has it
 */
export const withShortName = async <R>(kind: string, attempt: (name: string) => Promise<R | undefined>): Promise<R> => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const length = SHORTEST + Math.min(tries, 1);
    const letters = Array.from({ length }, () => LETTERS[randomInt(LETTERS.length)]);
    const taken = await attempt(`${kind}-${letters.join('')}`);
    if (taken !== undefined) return taken;
  }
  throw new Error(`no name of the kind ${kind} was free`);
};

const STABLE_LETTERS = 8;

/** The same name for the same text, whoever works it out: one of about five hundred thousand million, as SYNC-7KQ2M4XA. */
export const stableName = (kind: string, text: string): string => {
  const digest = createHash('sha256').update(text).digest().subarray(0, STABLE_LETTERS);
  return `${kind}-${[...digest].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
};
