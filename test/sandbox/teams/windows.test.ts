import { createWindows } from '../../../src/sandbox/teams/connector/windows.ts';
import { createHarness, GENERAL, message, personalParameters } from './support/harness.ts';

const limits = [
  [7, 1_000],
  [8, 2_000],
  [60, 30_000],
  [1_800, 3_600_000],
] as const;

/** A small generator of its own, so that a seed gives the same schedule everywhere. */
const createRandom = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
};

test.each([1, 2, 3, 4, 5])('no sliding window is ever overfull, and none refuses too early (seed %i)', (seed) => {
  const random = createRandom(seed);
  let now = 0;
  const windows = createWindows({ now: () => now });
  const passed: number[] = [];
  const wrong: number[] = [];
  for (let step = 0; step < 4_000; step += 1) {
    now += Math.floor(random() ** 3 * 4_000);
    const full = limits.some(([count, ms]) => passed.filter((time) => time > now - ms).length >= count);
    const refused = windows.take('one') !== undefined;
    if (refused !== full) wrong.push(now);
    if (!refused) passed.push(now);
  }
  expect(wrong).toEqual([]);
});

test('the wait that is told is enough, and a millisecond less is not', () => {
  let now = 0;
  const windows = createWindows({ now: () => now });
  while (windows.take('one') === undefined) now += 10;
  const wait = windows.take('one') ?? 0;
  now += wait - 1;
  const early = windows.take('one');
  now += 1;
  expect([early, windows.take('one')]).toEqual([1, undefined]);
});

test('one conversation that is full stops no other', () => {
  const windows = createWindows({ now: () => 0 });
  while (windows.take('one') === undefined);
  expect(windows.take('two')).toBeUndefined();
});

describe('over HTTP', () => {
  const path = `/${encodeURIComponent(GENERAL)}/activities`;

  test('the eighth send in a second is answered 429 with the wait, and has no effect', async () => {
    const harness = await createHarness();
    for (let sent = 0; sent < 7; sent += 1) await harness.post(GENERAL);
    const { status, headers } = await harness.connector('POST', path, message('too much'));
    const shown = await harness.sandbox.messages(GENERAL);
    await harness.close();
    expect([status, headers.get('retry-after'), shown.length]).toEqual([429, '1', 7]);
  });

  test('creations are counted apart from sends', async () => {
    const harness = await createHarness();
    for (let sent = 0; sent < 7; sent += 1) await harness.connector('POST', '', personalParameters('29:sandbox-ana'));
    const creation = await harness.connector('POST', '', personalParameters('29:sandbox-ana'));
    const send = await harness.connector('POST', path, message('hello'));
    await harness.close();
    expect([creation.status, send.status]).toEqual([429, 201]);
  });
});
