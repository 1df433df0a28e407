import { createFileWatcher } from '#policy/file/policy-store.ts';

/** The stamps that the looks find, one after the other; gives those that were read. */
const readsOf = async (stamps: readonly string[]): Promise<string[]> => {
  const reads: string[] = [];
  let now = 'first';
  let applied = 'first';
  const look = createFileWatcher({
    stamp: async () => now,
    readStamp: () => applied,
    read: async () => {
      applied = now;
      reads.push(now);
    },
  });
  for (const stamp of stamps) {
    now = stamp;
    await look();
  }
  return reads;
};

test.each([
  ['nothing changed', ['first', 'first', 'first'], []],
  ['a change was seen once', ['first', 'a'], []],
  ['a change stayed', ['first', 'a', 'a'], ['a']],
  ['a change was read already', ['a', 'a', 'a', 'a'], ['a']],
  ['the file is being written', ['a', 'b', 'c', 'd'], []],
  ['the writing ended', ['a', 'b', 'c', 'c'], ['c']],
  ['the file was away for one look', ['none', 'first', 'first'], []],
  ['the file is gone', ['none', 'none'], ['none']],
  ['one change follows another', ['a', 'a', 'b', 'b'], ['a', 'b']],
])('when %s, the right states of the file are read', async (_what, stamps, expected) => {
  expect(await readsOf(stamps)).toEqual(expected);
});
