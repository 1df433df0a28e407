import { fc } from '../../test/support/fast-check.ts';
import texts from './texts.json' with { type: 'json' };

const { plain, odd, hostile } = texts;
const LONGEST = 260;

/** Text for one segment of a path, and whether it may stand there by the model. */
export interface Name {
  readonly text: string;
  readonly safe: boolean;
}

/** Written apart from the product's own rule: what a segment may be. */
const isSafe = (text: string): boolean =>
  !['', '.', '..'].includes(text) && text.length <= LONGEST && text.isWellFormed() && !/[\p{Cc}/\\?#%]/u.test(text);

const joined = (...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
  fc.tuple(...parts).map((texts) => texts.join(''));
const goodTexts = joined(
  fc.constantFrom(...plain, ...odd),
  fc.oneof({ weight: 2, arbitrary: fc.constant('') }, fc.constantFrom(...odd)),
);
const hostileTexts = fc.oneof(
  { weight: 5, arbitrary: joined(fc.constantFrom(...hostile), fc.constantFrom('', ...plain)) },
  fc.constant('x'.repeat(LONGEST + 1)),
);

/** @param badOneIn how seldom a hostile one comes */
export const names = (badOneIn: number): fc.Arbitrary<Name> =>
  fc.oneof({ weight: badOneIn - 1, arbitrary: goodTexts }, hostileTexts).map((text) => ({ text, safe: isSafe(text) }));

/** GUIDs with letters in both cases. */
export const guids = fc.mixedCase(fc.uuid());
