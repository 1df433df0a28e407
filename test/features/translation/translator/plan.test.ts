import { halves, packRequests, type Segment } from '#features/translation/translator/plan.ts';

const segment = (length: number, to: readonly string[] = ['de'], extra: Partial<Segment> = {}): Segment => ({
  text: 'x'.repeat(length),
  written: 'x'.repeat(length),
  textType: 'html',
  body: { role: 'paragraph', parts: [] },
  to: to.map((language) => ({ language })),
  ...extra,
});

const lengths = (segments: readonly Segment[]) =>
  packRequests(segments).map(({ segments: packed }) => packed.map(({ written }) => written.length));

describe('packing', () => {
  it('fills a request up to its limit, in order', () => {
    expect(lengths([segment(30_000), segment(20_000), segment(1)])).toEqual([[30_000, 20_000], [1]]);
  });

  it('packing counts a text once for each language', () => {
    expect(lengths([segment(20_000, ['de', 'fr']), segment(6_000, ['de', 'fr'])])).toEqual([[20_000], [6_000]]);
  });

  it('packing stops at a thousand texts', () => {
    expect(lengths(Array.from({ length: 1_001 }, () => segment(1))).map(({ length }) => length)).toEqual([1_000, 1]);
  });

  it.each([
    ['languages', segment(1, ['fr'])],
    ['source language', segment(1, ['de'], { from: 'en' })],
    ['form', segment(1, ['de'], { textType: 'plain' })],
  ])('puts texts of another %s into another request', (_, other) => {
    expect(lengths([segment(1), other, segment(2)])).toEqual([[1, 2], [1]]);
  });
});

describe('halves', () => {
  const of = (segments: readonly Segment[]) =>
    halves({ segments, to: segments[0]?.to ?? [] }).map((half) => [half.segments.length, half.to.length]);

  it('divide the texts first', () => {
    expect(of([segment(1, ['de', 'fr']), segment(1, ['de', 'fr']), segment(1, ['de', 'fr'])])).toEqual([
      [2, 2],
      [1, 2],
    ]);
  });

  it('divide the languages of a single text', () => {
    expect(of([segment(1, ['de', 'fr', 'ja'])])).toEqual([
      [1, 2],
      [1, 1],
    ]);
  });

  it('do not exist for one text in one language', () => {
    expect(of([segment(1)])).toEqual([]);
  });
});
