import { createScheduler } from '#teams/connector/queue/scheduler.ts';
import { createManualClock } from '../../support/manual-clock.ts';

it('no operation starts after its deadline, although its timer has not fired', async () => {
  const clock = createManualClock(0);
  const began: string[] = [];
  const limits = { perThread: [{ count: 10, ms: 1_000 }], perTenantPerSecond: 50 };
  // As in a process that stood still: time has gone on, and no timer has fired.
  const scheduler = createScheduler({ clock, after: () => () => {}, limits: () => limits });
  const give = (name: string, run: () => Promise<void>) =>
    scheduler.schedule({
      ...({ queue: 'a', counted: true, priority: 'normal', deadlineMs: 15_000 } as const),
      run: async () => {
        began.push(name);
        await run();
      },
      afterFailure: () => ({ restMs: 0, repeat: false }),
    });
  const { promise: stands, resolve: goOn } = Promise.withResolvers<void>();
  const first = give('first', () => stands);
  const second = give('second', async () => {});
  clock.advance(60_000);
  goOn();
  await first;
  await expect(second).rejects.toMatchObject({ kind: 'throttled' });
  expect(began).toEqual(['first']);
});
