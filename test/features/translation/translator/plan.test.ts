import { halves, type Item, packRequests } from '../../../../src/features/translation/translator/plan.ts';

const item = (length: number, to: readonly string[] = ['de'], extra: Partial<Item> = {}): Item => ({
  text: 'x'.repeat(length),
  written: 'x'.repeat(length),
  textType: 'html',
  to: to.map((language) => ({ language })),
  ...extra,
});

const lengths = (items: readonly Item[]) =>
  packRequests(items).map(({ items: packed }) => packed.map(({ written }) => written.length));

describe('packing', () => {
  it('fills a request up to its limit, in order', () => {
    expect(lengths([item(30_000), item(20_000), item(1)])).toEqual([[30_000, 20_000], [1]]);
  });

  it('counts a text once for each language', () => {
    expect(lengths([item(20_000, ['de', 'fr']), item(6_000, ['de', 'fr'])])).toEqual([[20_000], [6_000]]);
  });

  it('stops at a thousand texts', () => {
    expect(lengths(Array.from({ length: 1_001 }, () => item(1))).map(({ length }) => length)).toEqual([1_000, 1]);
  });

  it.each([
    ['languages', item(1, ['fr'])],
    ['source language', item(1, ['de'], { from: 'en' })],
    ['form', item(1, ['de'], { textType: 'plain' })],
  ])('keeps texts of another %s apart', (_, other) => {
    expect(lengths([item(1), other, item(2)])).toEqual([[1, 2], [1]]);
  });
});

describe('halves', () => {
  const of = (items: readonly Item[]) =>
    halves({ items, to: items[0]?.to ?? [] }).map((half) => [half.items.length, half.to.length]);

  it('are of the texts first', () => {
    expect(of([item(1, ['de', 'fr']), item(1, ['de', 'fr']), item(1, ['de', 'fr'])])).toEqual([
      [2, 2],
      [1, 2],
    ]);
  });

  it('are of the languages for a single text', () => {
    expect(of([item(1, ['de', 'fr', 'ja'])])).toEqual([
      [1, 2],
      [1, 1],
    ]);
  });

  it('are none of one text in one language', () => {
    expect(of([item(1)])).toEqual([]);
  });
});
