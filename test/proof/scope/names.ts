import type { Dice } from '../run-on-stores.ts';

const plain = ['rg-ledger', 'kv1', 'Settlement', 'a', 'x.y', '..a', 'a..', '...', '-', '_'];
const odd = [
  'Zahlungen Köln',
  '決済',
  'دفع',
  '💶',
  'a&b=c',
  "O'Neil",
  '(1)',
  '!*~',
  'a+b',
  'a:b;c',
  '@x',
  '$y',
  'a,b',
  'q=“x”',
];
const hostile = [
  '',
  '.',
  '..',
  '%2e%2e',
  '%2F',
  'a/b',
  '/',
  '../../subscriptions',
  'a\\b',
  'a?b',
  'a#b',
  'a%b',
  'a\nb',
  'a\0b',
  '\u0085',
  '\ud83d',
  'a\udc00',
  'x/providers/Vendor.KeyVault/vaults/y',
];
const longest = 260;

/** Text for one segment of a path, with the model's word on whether it may stand there. */
export interface Name {
  readonly text: string;
  readonly safe: boolean;
}

const FORBIDDEN = '/\\?#%';

/** Written apart from the product's own rule: what a segment may be. */
const isSafe = (text: string): boolean => {
  if (text === '' || text === '.' || text === '..' || text.length > longest) return false;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || (code >= 0x7f && code <= 0x9f) || FORBIDDEN.includes(text.charAt(index))) return false;
    const pair = code >= 0xd800 && code <= 0xdbff ? 1 : code >= 0xdc00 && code <= 0xdfff ? -1 : 0;
    if (pair === -1) return false;
    if (pair === 1) {
      const low = text.charCodeAt(index + 1);
      if (!(low >= 0xdc00 && low <= 0xdfff)) return false;
      index += 1;
    }
  }
  return true;
};

/** @param badOneIn how seldom a hostile one comes */
export const nameBy = (dice: Dice, badOneIn: number): Name => {
  if (dice.oneIn(badOneIn)) {
    const text = dice.oneIn(6) ? 'x'.repeat(longest + 1) : dice.pick(hostile) + (dice.oneIn(2) ? dice.pick(plain) : '');
    return { text, safe: isSafe(text) };
  }
  const text = dice.pick(dice.oneIn(2) ? plain : odd) + (dice.oneIn(3) ? dice.pick(odd) : '');
  return { text, safe: isSafe(text) };
};

const HEX = '0123456789abcdefABCDEF';
export const guidBy = (dice: Dice): string =>
  'xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx'.replace(/x/g, () => HEX.charAt(Math.floor(dice.next() * HEX.length)));
