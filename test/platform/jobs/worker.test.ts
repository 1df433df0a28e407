import { createWorker, type Worker } from '#platform/jobs/worker.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';

/** Work in memory: what is offered is claimed once; each item runs until the test ends it. */
const createBench = (settings: { readonly concurrency?: number; readonly pollMs?: number } = {}) => {
  const offered: string[] = [];
  const events: string[] = [];
  const open = new Map<string, PromiseWithResolvers<void>>();
  const waiting: { readonly met: () => boolean; readonly resolve: () => void }[] = [];
  let broken = 0;
  let claims = 0;

  const note = (event: string): void => {
    events.push(event);
    for (const one of waiting) if (one.met()) one.resolve();
  };

  const worker: Worker = createWorker<string>({
    name: 'bench',
    clock: systemClock,
    log: silentLog,
    pollMs: settings.pollMs ?? 60_000,
    concurrency: settings.concurrency ?? 2,
    claim: async (limit) => {
      claims += 1;
      if (broken > 0) {
        broken -= 1;
        note('claim failed');
        throw new Error('no store');
      }
      const taken = offered.splice(0, limit);
      await Promise.resolve();
      return taken;
    },
    handle: async (item) => {
      const end = Promise.withResolvers<void>();
      open.set(item, end);
      note(`${item} began`);
      await end.promise;
    },
  });

  return {
    worker,
    events,
    offer: (...items: string[]) => offered.push(...items),
    left: offered,
    breakClaims: (times: number) => {
      broken = times;
    },
    claims: () => claims,
    end: (item: string) => open.get(item)?.resolve(),
    fail: (item: string) => open.get(item)?.reject(new Error('item')),
    until: (count: number): Promise<void> => {
      const met = () => events.length >= count;
      const { promise, resolve } = Promise.withResolvers<void>();
      if (met()) resolve();
      else waiting.push({ met, resolve });
      return promise;
    },
  };
};

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('waiting items are claimed at the start', async () => {
  const bench = createBench();
  bench.offer('a');
  bench.worker.start();
  await bench.until(1);
  expect(bench.events).toEqual(['a began']);
});

test('before the start nothing is claimed', async () => {
  const bench = createBench();
  bench.offer('a');
  bench.worker.wake();
  await settled();
  expect(bench.claims()).toBe(0);
});

test('no more items than slots run at once', async () => {
  const bench = createBench({ concurrency: 2 });
  bench.offer('a', 'b', 'c');
  bench.worker.start();
  await bench.until(2);
  await settled();
  expect(bench.left).toEqual(['c']);
});

test('a free slot is filled without a wake', async () => {
  const bench = createBench({ concurrency: 2 });
  bench.offer('a', 'b', 'c');
  bench.worker.start();
  await bench.until(2);
  bench.end('a');
  await bench.until(3);
  expect(bench.events).toEqual(['a began', 'b began', 'c began']);
});

test('a wake during a claim is not lost', async () => {
  const bench = createBench();
  bench.worker.start();
  bench.offer('a');
  bench.worker.wake();
  await bench.until(1);
  expect(bench.events).toEqual(['a began']);
});

test('a wake while all slots are in use is not lost', async () => {
  const bench = createBench({ concurrency: 1 });
  bench.offer('a');
  bench.worker.start();
  await bench.until(1);
  await settled();
  bench.offer('b');
  bench.worker.wake();
  bench.end('a');
  await bench.until(2);
  expect(bench.events).toEqual(['a began', 'b began']);
});

test('items without a wake are found by the poll', async () => {
  const bench = createBench({ pollMs: 1 });
  bench.worker.start();
  await settled();
  bench.offer('a');
  await bench.until(1);
  await stopAll(bench, 'a');
  expect(bench.events).toEqual(['a began']);
});

test('an item that throws does not stop the others', async () => {
  const bench = createBench({ concurrency: 1 });
  bench.offer('a', 'b');
  bench.worker.start();
  await bench.until(1);
  bench.fail('a');
  await bench.until(2);
  expect(bench.events).toEqual(['a began', 'b began']);
});

test('the worker claims again after failed claims', async () => {
  const bench = createBench({ pollMs: 1 });
  bench.breakClaims(2);
  bench.offer('a');
  bench.worker.start();
  await bench.until(3);
  await stopAll(bench, 'a');
  expect(bench.events).toEqual(['claim failed', 'claim failed', 'a began']);
});

test('wakes do not shorten the pause after a failed claim', async () => {
  const bench = createBench();
  bench.breakClaims(1);
  bench.worker.start();
  await bench.until(1);
  await settled();
  bench.worker.wake();
  await settled();
  expect(bench.claims()).toBe(1);
});

test('stop waits for running items', async () => {
  const bench = createBench();
  bench.offer('a');
  bench.worker.start();
  await bench.until(1);
  const order: string[] = [];
  const stopped = bench.worker.stop().then(() => order.push('stopped'));
  await settled();
  order.push('ended');
  bench.end('a');
  await stopped;
  expect(order).toEqual(['ended', 'stopped']);
});

test('items that are claimed while the worker stops are still done', async () => {
  const bench = createBench();
  bench.offer('a');
  bench.worker.start();
  const stopped = bench.worker.stop();
  await bench.until(1);
  bench.end('a');
  await stopped;
  expect(bench.events).toEqual(['a began']);
});

test('after stop nothing is claimed', async () => {
  const bench = createBench({ concurrency: 1 });
  bench.offer('a', 'b');
  bench.worker.start();
  await bench.until(1);
  await stopAll(bench, 'a');
  bench.worker.wake();
  await settled();
  expect(bench.left).toEqual(['b']);
});

const stopAll = async (bench: ReturnType<typeof createBench>, ...items: string[]): Promise<void> => {
  const stopped = bench.worker.stop();
  items.forEach(bench.end);
  await stopped;
};
