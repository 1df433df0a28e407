import type { Database } from '../../src/storage/database.ts';
import { retryDeadlocks } from '../../src/storage/retry-deadlocks.ts';

/** A store whose first transactions end so. */
const storeThat = (codes: readonly (string | undefined)[]) => {
  let made = 0;
  const transaction = async () => {
    const code = codes[made];
    made += 1;
    if (code !== undefined) throw Object.assign(new Error(code), { code });
    return 'done';
  };
  const database = retryDeadlocks({ transaction } as unknown as Database);
  return { run: () => database.transaction(async () => 'done'), made: () => made };
};

it('makes a transaction that a deadlock ended again', async () => {
  const store = storeThat(['40P01', '40P01']);
  expect(await store.run()).toBe('done');
  expect(store.made()).toBe(3);
});

it('does not go on for ever', async () => {
  const store = storeThat(Array.from({ length: 50 }, () => '40P01'));
  await expect(store.run()).rejects.toMatchObject({ code: '40P01' });
  expect(store.made()).toBe(5);
});

it('leaves every other fault as it is', async () => {
  const store = storeThat(['23505']);
  await expect(store.run()).rejects.toMatchObject({ code: '23505' });
  expect(store.made()).toBe(1);
});
