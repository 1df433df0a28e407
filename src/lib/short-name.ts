import { randomInt } from 'node:crypto';

/** Letters and digits that nobody takes for each other on the phone: about 24 million names of five. */
const LETTERS = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/** A name that people can say, as R-7KQ2M; one in millions is taken already. @param kind the letter before the dash */
export const shortName = (kind: string): string =>
  `${kind}-${Array.from({ length: 5 }, () => LETTERS[randomInt(LETTERS.length)]).join('')}`;
