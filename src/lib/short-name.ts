import { createHash, randomInt } from 'node:crypto';

/** Letters and digits that nobody takes for each other on the phone: about 24 million names of five. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A name that people can say, as R-7KQ2M; one in millions is taken already. @param kind the letter before the dash */
export const shortName = (kind: string): string =>
  `${kind}-${Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;

const STABLE_LETTERS = 8;

/** The same name for the same text, whoever works it out: one of about five hundred thousand million, as SYNC-7KQ2M4XA. */
export const stableName = (kind: string, text: string): string => {
  const digest = createHash('sha256').update(text).digest().subarray(0, STABLE_LETTERS);
  return `${kind}-${[...digest].map((byte) => LETTERS[byte % LETTERS.length]).join('')}`;
};
