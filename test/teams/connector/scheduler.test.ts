import { HOUR, SECOND } from '#platform/lib/clock.ts';
import { spend, withStoreBudget } from '#platform/storage/transaction.ts';
import { ConnectorError } from '#teams/connector/errors.ts';
import { type ChannelLimits, defaultChannelLimits } from '#teams/connector/queue/queue.ts';
import { createScheduler, type Operation, type RetryDecision } from '#teams/connector/queue/scheduler.ts';
import { createManualClock } from '../../support/manual-clock.ts';
import { createManualTimers } from '../../support/manual-timers.ts';

const noRest: RetryDecision = { restMs: 0, repeat: false };

const setUp = (options: { limits?: Partial<ChannelLimits>; maxWaiting?: number } = {}) => {
  const clock = createManualClock(0);
  const timers = createManualTimers(clock);
  const limits = { ...defaultChannelLimits, ...options.limits };
  const { maxWaiting = 2_000 } = options;
  const scheduler = createScheduler({ clock, after: timers.after, limits: () => limits, maxWaiting });
  const done: { name: string; at: number }[] = [];
  const give = (name: string, operation: Partial<Operation<void>> = {}): Promise<void> => {
    const defaults = { queue: 'a', counted: true, priority: 'normal', deadlineMs: 15 * SECOND } as const;
    const note = async () => {
      done.push({ name, at: clock.now() });
    };
    return scheduler.schedule({ ...defaults, run: note, afterFailure: () => noRest, ...operation });
  };
  const names = () => done.map(({ name }) => name);
  return { clock, timers, done, names, give };
};

/** Refuses the first try with a rest, and is done at the second. */
const refusedOnce = (clock: { now(): number }, restMs: number, done: number[]): Partial<Operation<void>> => {
  let tries = 0;
  return {
    async run() {
      tries += 1;
      if (tries === 1) throw new ConnectorError('throttled');
      done.push(clock.now());
    },
    afterFailure: () => ({ restMs, repeat: true }),
  };
};

const failure = (promise: Promise<unknown>): Promise<unknown> =>
  promise.then(
    () => 'no failure',
    (error: unknown) => error,
  );

it('lets seven of a burst through, the eighth a second later and the ninth a second after that', async () => {
  const { give, done, timers } = setUp({ limits: { perTenantPerSecond: 50 } });
  for (let index = 1; index <= 9; index += 1) void give(String(index), { priority: 'critical' });
  await timers.advance(10 * SECOND);
  expect(done.map(({ at }) => at)).toEqual([0, 0, 0, 0, 0, 0, 0, SECOND, 2 * SECOND]);
});

it('normal operations leave a quarter of each window free, and critical ones are sent at once beside many of them', async () => {
  const { give, clock, done, timers } = setUp({ limits: { perTenantPerSecond: 50 } });
  for (let index = 1; index <= 100; index += 1) void give('normal', { deadlineMs: HOUR });
  for (let second = 1; second < 30; second += 2) {
    await timers.advance(second * SECOND - clock.now());
    void give('critical', { priority: 'critical' });
  }
  await timers.advance(30 * SECOND - 1 - clock.now());
  const of = (name: string) => done.filter((one) => one.name === name).map(({ at }) => at);
  expect(of('normal').filter((at) => at === 0)).toHaveLength(5);
  expect(of('normal').length).toBeLessThanOrEqual(45);
  expect(of('critical')).toEqual(Array.from({ length: 15 }, (_, n) => (2 * n + 1) * SECOND));
});

it('sends 1,800 in an hour and the next one an hour after the first', async () => {
  const { give, done, timers } = setUp({
    limits: { perThread: [{ count: 1_800, ms: HOUR }], perTenantPerSecond: 5_000 },
  });
  for (let index = 1; index <= 1_801; index += 1)
    void give(String(index), { priority: 'critical', deadlineMs: 2 * HOUR });
  await timers.advance(2 * HOUR);
  expect(done.at(-1)).toEqual({ name: '1801', at: HOUR });
});

it('takes critical operations of a conversation before normal ones', async () => {
  const { give, names, timers } = setUp({ limits: { perThread: [{ count: 1, ms: SECOND }] } });
  void give('first');
  void give('second');
  void give('urgent', { priority: 'critical' });
  await timers.advance(5 * SECOND);
  expect(names()).toEqual(['first', 'urgent', 'second']);
});

it('takes critical operations of one conversation before normal ones of others when the tenant is at its limit', async () => {
  const { give, names, timers } = setUp({ limits: { perTenantPerSecond: 1 } });
  for (const queue of ['a', 'b', 'c']) void give(queue, { queue });
  void give('urgent', { queue: 'd', priority: 'critical' });
  await timers.advance(5 * SECOND);
  expect(names()).toEqual(['a', 'urgent', 'b', 'c']);
});

it('spreads the tenant’s operations over the second', async () => {
  const { give, done, timers } = setUp({ limits: { perTenantPerSecond: 5 } });
  for (const queue of ['a', 'b', 'c', 'd', 'e', 'f']) void give(queue, { queue });
  await timers.advance(5 * SECOND);
  expect(done.map(({ at }) => at)).toEqual([0, 200, 400, 600, 800, 1_000]);
});

describe('an operation whose caller retries by itself', () => {
  const busy = () => {
    const bench = setUp({ limits: { perThread: [{ count: 1, ms: SECOND }] } });
    for (const name of ['sent', 'waits', 'waits too']) void bench.give(name);
    return bench;
  };

  it('is refused by a full conversation, each with its own time to retry', async () => {
    const { give } = busy();
    const away = ['a', 'b', 'c'].map((name) => failure(give(name, { patient: false })));
    await expect(Promise.all(away)).resolves.toEqual(
      [1_250, 1_500, 1_750].map((retryAfterMs) => expect.objectContaining({ kind: 'throttled', retryAfterMs })),
    );
  });

  it('waits where it is critical', async () => {
    const { give, names, timers } = busy();
    void give('urgent', { patient: false, priority: 'critical' });
    await timers.advance(5 * SECOND);
    expect(names()).toEqual(['sent', 'urgent', 'waits', 'waits too']);
  });

  it('is refused at once during a pause, with the end of the pause', async () => {
    const { clock, give, timers } = setUp();
    void failure(give('refused', refusedOnce(clock, 10 * SECOND, [])));
    await timers.advance(SECOND);
    const refused = failure(give('next', { patient: false, priority: 'critical' }));
    await expect(refused).resolves.toMatchObject({ kind: 'throttled', retryAfterMs: 9 * SECOND });
  });
});

it('a busy conversation does not starve another', async () => {
  const { give, names, timers } = setUp({ limits: { perTenantPerSecond: 1 } });
  for (let index = 0; index < 5; index += 1) void give(`a${index}`);
  void give('b', { queue: 'b' });
  await timers.advance(10 * SECOND);
  expect(names().indexOf('b')).toBeLessThanOrEqual(2);
});

it('a pause of one conversation does not delay others', async () => {
  const { clock, give, done, timers } = setUp();
  void give('refused', refusedOnce(clock, 10 * SECOND, []));
  void give('other', { queue: 'b' });
  await timers.advance(SECOND);
  expect(done).toEqual([{ name: 'other', at: 0 }]);
});

it('retries at the end of a pause', async () => {
  const { clock, give, timers } = setUp();
  const at: number[] = [];
  void give('refused', refusedOnce(clock, 10 * SECOND, at));
  await timers.advance(15 * SECOND);
  expect(at).toEqual([10 * SECOND]);
});

it('fails at once where the pause ends after the deadline', async () => {
  const { clock, give, timers } = setUp();
  const failed = failure(give('refused', refusedOnce(clock, HOUR, [])));
  await timers.advance(0);
  await expect(failed).resolves.toMatchObject({ kind: 'throttled' });
});

it('an operation during a pause fails with the rest of the pause', async () => {
  const { clock, give, timers } = setUp();
  void failure(give('refused', refusedOnce(clock, HOUR, [])));
  await timers.advance(60 * SECOND);
  await expect(failure(give('next'))).resolves.toMatchObject({ kind: 'throttled', retryAfterMs: HOUR - 60 * SECOND });
});

it('a pause applies after the last try too', async () => {
  const { give, done, timers } = setUp();
  const run = () => Promise.reject(new ConnectorError('throttled'));
  void failure(give('refused', { run, afterFailure: () => ({ restMs: 10 * SECOND, repeat: false }) }));
  await timers.advance(0);
  void give('next');
  await timers.advance(15 * SECOND);
  expect(done).toEqual([{ name: 'next', at: 10 * SECOND }]);
});

it('starts no operation in the last second before its deadline', async () => {
  const { give, names, timers } = setUp({ limits: { perThread: [{ count: 1, ms: 9_500 }] } });
  void give('first');
  const second = failure(give('second', { deadlineMs: 10 * SECOND }));
  await timers.advance(11 * SECOND);
  await expect(second).resolves.toMatchObject({ kind: 'throttled' });
  expect(names()).toEqual(['first']);
});

it('an operation fails when the windows leave no room before its deadline', async () => {
  const { give, timers } = setUp({ limits: { perThread: [{ count: 1, ms: 60 * SECOND }] } });
  void give('first');
  const second = failure(give('second', { deadlineMs: 3 * SECOND }));
  await timers.advance(3 * SECOND);
  await expect(second).resolves.toMatchObject({ kind: 'throttled', retryAfterMs: 57 * SECOND });
});

it('never sends an operation that failed so', async () => {
  const { give, names, timers } = setUp({ limits: { perThread: [{ count: 1, ms: 60 * SECOND }] } });
  void give('first');
  void failure(give('second', { deadlineMs: 3 * SECOND }));
  await timers.advance(HOUR);
  expect(names()).toEqual(['first']);
});

it('refuses an operation when its queue is full', async () => {
  const { give, timers } = setUp({ limits: { perThread: [{ count: 1, ms: SECOND }] }, maxWaiting: 2 });
  for (const name of ['sent', 'waits', 'waits too']) void give(name);
  const refused = failure(give('one too many'));
  await timers.advance(0);
  await expect(refused).resolves.toMatchObject({ kind: 'throttled' });
});

it('gives each try the rest of the deadline', async () => {
  const { give, timers } = setUp({ limits: { perThread: [{ count: 1, ms: 4 * SECOND }] } });
  const remaining: number[] = [];
  const run = async (remainingMs: number) => {
    remaining.push(remainingMs);
  };
  void give('first', { run });
  void give('second', { run });
  await timers.advance(15 * SECOND);
  expect(remaining).toEqual([15 * SECOND, 11 * SECOND]);
});

it('does not count reading against the windows of a conversation', async () => {
  const { give, done, timers } = setUp({ limits: { perThread: [{ count: 1, ms: HOUR }] } });
  for (const name of ['one', 'two', 'three']) void give(name, { counted: false });
  await timers.advance(SECOND);
  expect(done).toHaveLength(3);
});

it('sets one timer for a long wait', async () => {
  const { clock, give, timers } = setUp();
  void give('refused', { ...refusedOnce(clock, HOUR, []), deadlineMs: 2 * HOUR });
  await timers.advance(HOUR);
  expect(timers.fired()).toBe(1);
});

it('sends on after the clock was set back by a day', async () => {
  const { clock, give, done, timers } = setUp();
  for (let index = 1; index <= 7; index += 1) void give(String(index));
  await timers.advance(SECOND);
  clock.advance(-24 * HOUR);
  void give('after');
  await timers.advance(3 * SECOND);
  expect(done.map(({ name }) => name)).toContain('after');
});

it('a waiting operation runs with the store budget of its own caller', async () => {
  const { give } = setUp();
  const given: number[] = [];
  const ask = () => spend(9 * SECOND, async (ms) => void given.push(ms));
  const { promise: posted, resolve: post } = Promise.withResolvers<void>();
  const turn = withStoreBudget(SECOND, () => give('turn', { run: () => posted }));
  const delivery = give('delivery', { run: ask, recorded: ask });
  post();
  await Promise.all([turn, delivery]);
  expect(given).toEqual([9 * SECOND, 9 * SECOND]);
});

it('a pause gets no longer when the clock is set back meanwhile', async () => {
  const { clock, give, timers } = setUp();
  void give('refused', refusedOnce(clock, 2 * SECOND, []));
  await timers.advance(0);
  clock.advance(-HOUR);
  const refused = await failure(give('next', { patient: false }));
  expect(refused).toBeInstanceOf(ConnectorError);
  expect((refused as ConnectorError).retryAfterMs).toBeLessThan(3 * SECOND);
});
