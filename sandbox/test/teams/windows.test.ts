import { seededRandom } from '../../../test/support/seeded-random.ts';
import { createWindows } from '../../teams/connector/connector-route.ts';
import { activitiesPath, GENERAL, message, personalParameters, useHarness } from './support/harness.ts';

const limits = [
  [7, 1_000],
  [8, 2_000],
  [60, 30_000],
  [1_800, 3_600_000],
] as const;

test.each([1, 2, 3, 4, 5])('calls are refused when a sliding window is full, and only then (seed %i)', (seed) => {
  const random = seededRandom(seed);
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

test('a call after the given wait passes, and a millisecond earlier it is refused', () => {
  let now = 0;
  const windows = createWindows({ now: () => now });
  while (windows.take('one') === undefined) now += 10;
  const wait = windows.take('one') ?? 0;
  now += wait - 1;
  const early = windows.take('one');
  now += 1;
  expect([early, windows.take('one')]).toEqual([1, undefined]);
});

test('a conversation whose window is full does not affect another', () => {
  const windows = createWindows({ now: () => 0 });
  while (windows.take('one') === undefined);
  expect(windows.take('two')).toBeUndefined();
});

describe('over HTTP', () => {
  const harness = useHarness();
  const send = () => harness.connector('POST', activitiesPath(GENERAL), message('hello'));
  const create = () => harness.connector('POST', '', personalParameters('29:sandbox-ana'));

  test('the eighth send in a second is answered 429 with the wait, and has no effect', async () => {
    for (let sent = 0; sent < 7; sent += 1) await send();
    const { status, headers } = await send();
    const shown = await harness.sandbox.messages(GENERAL);
    expect([status, headers.get('retry-after'), shown.length]).toEqual([429, '1', 7]);
  });

  test('creations are counted apart from sends', async () => {
    for (let sent = 0; sent < 7; sent += 1) await create();
    expect([(await create()).status, (await send()).status]).toEqual([429, 201]);
  });
});
