import { randomIds } from '#platform/lib/ids.ts';

const many = Array.from({ length: 1_000 }, () => randomIds.ordered());

it('ids of rows never repeat', () => {
  expect(new Set(many).size).toBe(1_000);
});

it('ids of rows hold as many random bits as an unguessable id', () => {
  const tails = many.map((id) => id.slice(9));
  expect([new Set(tails).size, tails.filter((tail) => !/^[\w-]{22}$/.test(tail))]).toEqual([1_000, []]);
});

it.each(['C', 'en-US', 'de-DE'])('ids of rows sort by the time they were made in the collation %s', (collation) => {
  const at = (ms: number): string => {
    jest.spyOn(Date, 'now').mockReturnValue(ms);
    return randomIds.ordered();
  };
  const made = [0, 35, 36, Date.UTC(2026, 10, 28), Date.UTC(2026, 10, 28) + 1, Date.UTC(2060, 0, 1)].map(at);
  jest.restoreAllMocks();
  const compare = collation === 'C' ? undefined : new Intl.Collator(collation).compare;
  expect(made.toSorted(compare)).toEqual(made);
});
