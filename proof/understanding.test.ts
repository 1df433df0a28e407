import type { Understanding } from '../src/bot/understanding/understanding.ts';
import { policyWith } from '../test/support/shipped-policy.ts';
import { newUnderstanding } from '../test/support/understanding.ts';
import { measure, readCorpus } from './understanding/measure.ts';
import { prove, shortcomings } from './understanding/understanding.ts';

const understanding = newUnderstanding();
const policy = policyWith();
const results = readCorpus('built-with').map((phrase) => ({ phrase, result: measure(understanding, policy, phrase) }));

it('of the phrases that the data were written from, 95 of 100 are right or offered', () => {
  expect(results.filter(({ result }) => result.offered).length / results.length).toBeGreaterThan(0.95);
});

it('nothing is taken away that nobody asked to end, and each reading is a command', () => {
  expect(results.filter(({ result }) => result.destructive).map(({ phrase }) => phrase.text)).toEqual([]);
  expect(results.filter(({ result }) => !result.typed).map(({ phrase }) => phrase.text)).toEqual([]);
});

describe('the proof fails', () => {
  const figures = { once: 90, offered: 97, mistaken: 3, destructive: 0, untyped: 0, p50: 0.1, p99: 0.5 };

  it('for nothing where all holds', () => expect(shortcomings(figures)).toEqual([]));

  it.each([
    ['too few right at once', { once: 79 }],
    ['too few right or offered', { offered: 94 }],
    ['one destructive reading', { destructive: 1 }],
    ['a reading that is no command', { untyped: 1 }],
    ['two milliseconds a phrase', { p99: 2 }],
  ])('for %s', (_what, wrong) => expect(shortcomings({ ...figures, ...wrong })).toHaveLength(1));

  it('where the classifier is spoiled: it takes every text for help', async () => {
    const spoiled: Understanding = {
      ...understanding,
      read: (said) => understanding.read({ ...said, text: 'help' }),
    };
    const violations: string[] = [];
    const options = {
      runs: 1,
      seed: 1,
      stores: [],
      complain: ({ words }: { words: string }) => violations.push(words),
    };
    await prove(spoiled).prove(options);
    expect(violations.length).toBeGreaterThanOrEqual(2);
  }, 60_000);
});
