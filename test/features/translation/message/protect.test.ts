import { inert } from '#features/translation/message/outline.ts';
import { protectedIn } from '#features/translation/message/protect.ts';
import programs from '../../../fixtures/translation/programs.json' with { type: 'json' };
import { fc } from '../../../support/fast-check.ts';

const partsOf = (text: string): readonly string[] => protectedIn(text).map(({ from, to }) => text.slice(from, to));

/** Names of programs, as they stand in messages. */
const NAMES = programs.names;

it.each([
  'A 50% discount and/or 20 % off.',
  'This is well-known, e.g. at McDonald’s in A/B tests (n/a).',
  'He said: do not / don’t. Then… so?',
  'Price: [see below] {later, perhaps}.',
])('in “%s” only numbers are protected', (text) => {
  expect(partsOf(text).filter((part) => !/\d/.test(part))).toEqual([]);
});

it('a name of a program is protected whole wherever it stands: 600 sentences', () => {
  const word = fc.constantFrom('the', 'service', 'is', 'slow', 'Zahlung', 'dürfte', 'wait');
  const around = fc.array(word, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));
  const end = fc.constantFrom('.', ',', '!', '?', '', ' –', ')', '"');
  fc.assert(
    fc.property(around, fc.constantFrom(...NAMES), end, around, (before, name, mark, after) => {
      const text = `${before} ${mark === ')' ? '(' : ''}${name}${mark} ${after}`;
      expect(partsOf(text)).toEqual([name]);
    }),
    { numRuns: 600 },
  );
});

it('the end of a link in Markdown is protected with its bracket', () => {
  expect(partsOf('See [the runbook](https://wiki.example/run) first.')).toEqual(['](https://wiki.example/run)']);
});

it('a placeholder is shown as it was written; only what Teams itself would replace gets a joiner', () => {
  expect(inert('{{first}} of ${total}')).toBe('{{first}} of ${total}');
  expect(inert('{{DATE(2026-11-29T10:00:00Z)}}')).toBe('{\u200d{DATE(2026-11-29T10:00:00Z)}}');
});
