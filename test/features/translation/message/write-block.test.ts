import type { Part } from '#features/translation/message/document.ts';
import { tagParts } from '#features/translation/message/write-block.ts';
import { growth } from '../../../support/count-letters.ts';

const kept: Part = { is: 'kept', what: 'code', source: 'x', shown: 'x' };
const idIn = (text: string): string | undefined => {
  const [tagged] = tagParts([kept, { is: 'text', text }]);
  return tagged && 'id' in tagged ? tagged.id : undefined;
};
const prefixes = (count: number): string => Array.from({ length: count }, (_, n) => `q${n.toString(36)}-`).join('');

it.each([
  ['nothing like it', 'a – b', 'q0-1'],
  ['the first prefixes', prefixes(3), 'q3-1'],
  ['one behind other letters', 'aqq0-', 'q1-1'],
  ['one with other letters in it', 'q00-', 'q0-1'],
])('an id differs from a text with %s', (_what, text, id) => {
  expect(idIn(text)).toBe(id);
});

it('the time for a text full of prefixes grows in proportion to its length', () => {
  expect(growth((size) => idIn(prefixes(size)))).toBeLessThan(6);
});
