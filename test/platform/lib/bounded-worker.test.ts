import { join } from 'node:path';
import { createBoundedWorker, TooHeavy, TooMany } from '#platform/lib/bounded-worker.ts';
import { HOUR } from '#platform/lib/clock.ts';
import { until } from '../../support/until.ts';
import type { TestFunctions } from './bounded-worker-functions.ts';

const FUNCTIONS = join(import.meta.dirname, 'bounded-worker-functions.ts');

const create = (cpuMs = HOUR) => createBoundedWorker<TestFunctions>(FUNCTIONS, { cpuMs, heapMb: 32 });

it('a call gives what the function gives, and throws what it throws', async () => {
  const thread = create();
  expect(await thread.call('sum', 2, 3)).toBe(5);
  await expect(thread.call('fail')).rejects.toThrow(new RangeError('no such number'));
  expect(await thread.call('sum', 2, 4)).toBe(6);
});

it('a call that never ends is stopped when its time is used up, and the next one is answered', async () => {
  const thread = create(200);
  const [spun, next] = await Promise.allSettled([thread.call('spin'), create().call('sum', 1, 1)]);
  expect(spun).toMatchObject({ status: 'rejected', reason: expect.any(TooHeavy) });
  expect(next).toMatchObject({ value: 2 });
});

it('a call that takes ever more memory is stopped, the process lives, and the next call is answered', async () => {
  const thread = create();
  await expect(thread.call('hoard')).rejects.toThrow(TooHeavy);
  expect(await thread.call('sum', 1, 2)).toBe(3);
});

it('a thread that dies after it has answered ends no process, and the next call is answered', async () => {
  const thread = create();
  expect(await thread.call('dieLater')).toBe('answered');
  await until('it died', async () => (await thread.call('sum', 1, 2).catch(() => 0)) === 0);
  expect(await thread.call('sum', 2, 2)).toBe(4);
});

it('of many calls at once the ones that would wait too long are refused at once, and the others answered', async () => {
  const thread = create();
  const calls = await Promise.allSettled(Array.from({ length: 8 }, (_, n) => thread.call('sum', n, 1)));
  expect(calls.map(({ status }) => status)).toEqual([...Array(5).fill('fulfilled'), ...Array(3).fill('rejected')]);
  expect(calls[7]).toMatchObject({ reason: expect.any(TooMany) });
  expect(await thread.call('sum', 1, 1)).toBe(2);
});

it('while a call runs, everybody else is answered', async () => {
  const thread = create(500);
  const spun = thread.call('spin').catch((error: unknown) => error);
  let turns = 0;
  const turning = setInterval(() => {
    turns += 1;
  }, 1);
  expect(await spun).toBeInstanceOf(TooHeavy);
  clearInterval(turning);
  expect(turns).toBeGreaterThan(5);
});
