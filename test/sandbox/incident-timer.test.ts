import { setImmediate as turn } from 'node:timers/promises';
import { silentLog } from '../../src/lib/logger.ts';
import { createIncidentTimer } from '../../src/sandbox/incident-timer.ts';

beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] }));
afterEach(() => jest.useRealTimers());

const watched = (isActive: () => Promise<boolean> = async () => false) => {
  const begun: string[] = [];
  const begin = async (): Promise<string> => {
    begun.push('DEMO-1AB');
    return 'DEMO-1AB';
  };
  return { begun, incident: { begin, isActive } };
};
const pass = async (ms: number): Promise<void> => {
  jest.advanceTimersByTime(ms);
  await turn();
};

test('one begins once, when its time has come', async () => {
  const { begun, incident } = watched();
  createIncidentTimer(incident, 1_000, silentLog).start();
  await pass(999);
  const early = begun.length;
  await pass(10_000);
  expect([early, begun.length]).toEqual([0, 1]);
});

test('none begins while an earlier one goes on', async () => {
  const { begun, incident } = watched(async () => true);
  createIncidentTimer(incident, 1_000, silentLog).start();
  await pass(1_000);
  expect(begun).toEqual([]);
});

test('none begins without a time', async () => {
  const { begun, incident } = watched();
  createIncidentTimer(incident, undefined, silentLog).start();
  await pass(3_600_000);
  expect(begun).toEqual([]);
});

test('none begins after the end', async () => {
  const { begun, incident } = watched();
  const timer = createIncidentTimer(incident, 1_000, silentLog);
  timer.start();
  await timer.stop();
  await pass(1_000);
  expect(begun).toEqual([]);
});

test('the end waits for one that is just beginning', async () => {
  let release = (): void => {};
  const { begun, incident } = watched(
    () =>
      new Promise((resolve) => {
        release = () => resolve(false);
      }),
  );
  const timer = createIncidentTimer(incident, 1_000, silentLog);
  timer.start();
  await pass(1_000);
  const stopped = timer.stop();
  release();
  await stopped;
  expect(begun).toHaveLength(1);
});

test('one that cannot begin is logged, and nothing falls', async () => {
  const errors: string[] = [];
  const log = {
    ...silentLog,
    error: (event: string) => {
      errors.push(event);
    },
  };
  const { incident } = watched(async () => {
    throw new Error('the store is gone');
  });
  const timer = createIncidentTimer(incident, 1_000, log);
  timer.start();
  await pass(1_000);
  await timer.stop();
  expect(errors).toEqual(['sandbox.incident.failed']);
});
