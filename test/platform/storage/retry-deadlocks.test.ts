import { StoreError } from '#platform/storage/failure.ts';
import { retryDeadlocks } from '#platform/storage/transaction.ts';

/** A transaction whose first runs end so. */
const transactionThat = (codes: readonly (string | undefined)[]) => {
  let runs = 0;
  const run = async () => {
    const code = codes[runs];
    runs += 1;
    if (code !== undefined) throw new StoreError('busy', { code });
    return 'done';
  };
  return { run: () => retryDeadlocks(run), runs: () => runs };
};

it('a transaction that ended in deadlocks runs again', async () => {
  const transaction = transactionThat(['40P01', '40P01']);
  expect(await transaction.run()).toBe('done');
  expect(transaction.runs()).toBe(3);
});

it('a transaction that always ends in a deadlock fails after five runs', async () => {
  const transaction = transactionThat(Array.from({ length: 50 }, () => '40P01'));
  await expect(transaction.run()).rejects.toMatchObject({ cause: { code: '40P01' } });
  expect(transaction.runs()).toBe(5);
});

it('a transaction that failed for another reason does not run again', async () => {
  const transaction = transactionThat(['23505']);
  await expect(transaction.run()).rejects.toMatchObject({ cause: { code: '23505' } });
  expect(transaction.runs()).toBe(1);
});
