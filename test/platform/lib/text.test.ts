import { clean, cut, editDistance, escapeMarkdown, oneLine } from '#platform/lib/text.ts';
import cases from '../../fixtures/lib/text.json' with { type: 'json' };
import { fc } from '../../support/fast-check.ts';
import { hostileText, plainLetters, readMarkdown } from '../../support/markdown.ts';

const seeds = (count: number): number[] => Array.from({ length: count }, (_, index) => index + 1);

describe('escapeMarkdown', () => {
  it('leaves of 1,000 hostile texts the very letters that were typed', () => {
    const texts = seeds(1_000).map((seed) => clean(hostileText(seed)));
    const read = texts.map((text) => plainLetters(readMarkdown(escapeMarkdown(text)).letters));
    expect(read).toEqual(texts.map(plainLetters));
  });

  it('leaves nothing in 1,000 hostile texts that a reader takes for more than letters', () => {
    const texts = seeds(1_000).map((seed) => clean(hostileText(seed)));
    expect(texts.filter((text) => readMarkdown(escapeMarkdown(text)).nodes.length > 0)).toEqual([]);
  });

  it.each(cases.escaped)('writes $typed as $escaped', ({ typed, escaped }) => {
    expect(escapeMarkdown(typed)).toBe(escaped);
  });
});

describe('cut', () => {
  const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
  const letters = ['a', ' ', 'ü', '漢', 'e\u0301', '👩‍👩‍👧', '🇨🇭', '👍🏽', 'नि'];
  const texts = fc.string({ unit: fc.constantFrom(...letters), maxLength: 40, size: 'max' });
  const most = fc.nat(50);

  it('never makes a text longer than asked', () => {
    fc.assert(fc.property(texts, most, (text, length) => cut(text, length).length <= Math.max(length, 1)));
  });

  it('never splits a grapheme', () => {
    const isWhole = (text: string, length: number): boolean => {
      const start = cut(text, 5 + length).replace(/…$/, '');
      const borders = [...graphemes.segment(text)].map(({ index }) => text.slice(0, index));
      return [...borders, text].includes(start);
    };
    fc.assert(fc.property(texts, most, isWhole), { numRuns: 300 });
  });

  it('leaves alone what fits', () => {
    expect(cut('exactly', 7)).toBe('exactly');
  });

  it('says with a mark that something is missing', () => {
    expect(cut('one too many', 5)).toBe('one …');
  });
});

describe('clean', () => {
  it('takes out what hides or turns text', () => {
    expect(clean('a\u202eb\u200bc\u2066d\u0007e\ufefff\u0000')).toBe('abcdef');
  });

  it('knows one kind of line end', () => {
    expect(clean('a\r\nb\rc\nd')).toBe('a\nb\nc\nd');
  });

  it.each([
    ['tag letters', 'a\u{e0041}\u{e0042}b'],
    ['a soft hyphen', 'a\u00adb'],
    ['Hangul fillers', 'a\u3164\u115f\u1160\uffa0b'],
    ['a grapheme joiner', 'a\u034fb'],
    ['what is no character', 'a\ufdd0\u{1fffe}\u{e01f0}b'],
  ])('takes out %s', (_what, text) => {
    expect([clean(text), oneLine(text)]).toEqual(['ab', 'ab']);
  });

  it('takes the separators of lines and paragraphs for line ends', () => {
    expect(clean('a\u2028b\u2029c')).toBe('a\nb\nc');
  });

  it('takes a run of 100,000 tag letters out at once', () => {
    expect(clean(`\u{1f3f4}${'\u{e0041}'.repeat(100_000)}x`)).toBe('\u{1f3f4}x');
  });

  it('keeps what emoji and scripts need', () => {
    expect(clean('👩‍👩‍👧 नि')).toBe('👩‍👩‍👧 नि');
  });

  it('takes a megabyte down to its cap', () => {
    expect(clean('x'.repeat(1_000_000), 200)).toHaveLength(200);
  });

  it('changes nothing when it is done again', () => {
    const once = seeds(300).map((seed) => clean(hostileText(seed), 50));
    expect(once.map((text) => clean(text, 50))).toEqual(once);
  });
});

it('oneLine puts a name on one line', () => {
  expect(oneLine('  Ana\n\tRossi\u2028 ')).toBe('Ana Rossi');
});

describe('a name on one line', () => {
  it.each([
    ['a joiner between Latin letters', 'Bo\u200d Li\u200cnd'],
    ['a variation selector behind a letter', 'Bo\ufe0f Lin\ufe01d'],
    ['a selector of ideographs', 'Bo Lin\u{e0100}d'],
    ['a blank of Braille', 'Bo\u2800Lind\u2800'],
    ['an invisible letter between two spaces', 'Bo \u00ad Lind'],
  ])('loses %s', (_what, name) => {
    expect(oneLine(name)).toBe('Bo Lind');
  });

  it.each([
    ['an emoji of several', '👩‍👩‍👧 team'],
    ['an emoji with its selector', '❤️ ❤️‍🔥 👩🏽‍💻 1️⃣'],
    ['a flag in tag letters', '🏴󠁧󠁢󠁳󠁣󠁴󠁿 Skye'],
    ['a Persian word', 'می‌خواهم'],
    ['a Sinhala word', 'ශ්‍රී'],
    ['a Hindi word', 'क्‍ष'],
  ])('keeps %s', (_what, name) => {
    expect(oneLine(name)).toBe(name);
  });

  it('changes nothing when it is done again', () => {
    const once = seeds(300).map((seed) => oneLine(hostileText(seed), 50));
    expect(once.map((name) => oneLine(name, 50))).toEqual(once);
  });
});

describe('editDistance', () => {
  const words = ['help', 'hlep', 'waiting', 'my access', '', 'access'];
  const pairs = words.flatMap((a) => words.map((b) => [a, b] as const));

  it.each(pairs)('is the same from “%s” to “%s” and back', (a, b) => {
    expect(editDistance(a, b)).toBe(editDistance(b, a));
  });

  it.each([
    ['help', 'help', 0],
    ['help', 'hel', 1],
    ['wating', 'waiting', 1],
    ['', 'abc', 3],
    ['kitten', 'sitting', 3],
  ])('from “%s” to “%s” it is %i', (a, b, distance) => {
    expect(editDistance(a, b)).toBe(distance);
  });
});

it('half of a letter becomes a mark, so that an address can be made of any text', () => {
  for (const text of [clean('a\ud800b'), oneLine('\udc00c')]) expect(() => encodeURIComponent(text)).not.toThrow();
});
