import { createLru } from '#platform/lib/cache.ts';

it('makes a value once while it is asked for, and again once it was forgotten', () => {
  const made: string[] = [];
  const recent = createLru<string>(2);
  const ask = (key: string) =>
    recent(key, () => {
      made.push(key);
      return `${key}!`;
    });
  expect(['a', 'b', 'a', 'c', 'a', 'b'].map(ask)).toEqual(['a!', 'b!', 'a!', 'c!', 'a!', 'b!']);
  expect(made).toEqual(['a', 'b', 'c', 'b']);
});
