import { setImmediate as turn } from 'node:timers/promises';
import { silentLog } from '../../src/platform/lib/logger.ts';
import { createIncidentTimer } from '../incident-timer.ts';

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

test('an incident begins once, after the set time', async () => {
  const { begun, incident } = watched();
  createIncidentTimer(incident, 1_000, silentLog).start();
  await pass(999);
  const early = begun.length;
  await pass(10_000);
  expect([early, begun.length]).toEqual([0, 1]);
});

test('no incident begins while another is active', async () => {
  const { begun, incident } = watched(async () => true);
  createIncidentTimer(incident, 1_000, silentLog).start();
  await pass(1_000);
  expect(begun).toEqual([]);
});

test('without a time no incident begins', async () => {
  const { begun, incident } = watched();
  createIncidentTimer(incident, undefined, silentLog).start();
  await pass(3_600_000);
  expect(begun).toEqual([]);
});

test('no incident begins after the timer was stopped', async () => {
  const { begun, incident } = watched();
  const timer = createIncidentTimer(incident, 1_000, silentLog);
  timer.start();
  await timer.stop();
  await pass(1_000);
  expect(begun).toEqual([]);
});

test('a stop waits for an incident that is just beginning', async () => {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const { begun, incident } = watched(() => promise);
  const timer = createIncidentTimer(incident, 1_000, silentLog);
  timer.start();
  await pass(1_000);
  const stopped = timer.stop();
  resolve(false);
  await stopped;
  expect(begun).toHaveLength(1);
});

test('an incident that cannot begin is logged', async () => {
  const errors: string[] = [];
  const log = { ...silentLog, error: (event: string) => void errors.push(event) };
  const { incident } = watched(async () => {
    throw new Error('the store is gone');
  });
  const timer = createIncidentTimer(incident, 1_000, log);
  timer.start();
  await pass(1_000);
  await timer.stop();
  expect(errors).toEqual(['sandbox.incident.failed']);
});
