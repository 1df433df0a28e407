import { setImmediate, setTimeout } from 'node:timers/promises';
import { systemClock } from '#platform/lib/clock.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { createFileWatcher, openPolicy, type PolicyStore } from '#policy/file/policy-store.ts';
import type { Policy } from '#policy/policy.ts';
import { PolicyInvalid, type PolicyProblem } from '#policy/problems/problem.ts';
import { people, tenantId } from '../../sandbox/world.ts';
import cases from '../fixtures/policy/store.json' with { type: 'json' };
import { createPolicyFolder, type PolicyFolder } from './policy-folder.ts';
import { samplePolicy, sections } from './sample-policy.ts';

const withFi = samplePolicy
  .replace('leads: [bo]', 'leads: [bo, fi]')
  .replace('groups:', `  fi: { id: ${people.fi.objectId} }\ngroups:`);
const broken = samplePolicy.replace('leads: [bo]', 'leads: [boo]');

let folder: PolicyFolder;
let store: PolicyStore;
let changes: Policy[];
let problems: (readonly PolicyProblem[])[];

const open = () => openPolicy({ file: folder.file, sections, clock: systemClock, log: silentLog, tenantId });
const leads = (): string[] =>
  store
    .current()
    .membersOf('leads')
    .map(({ key }) => key);
const save = async (content: string): Promise<void> => {
  folder.write(content);
  await store.reload();
};

beforeEach(async () => {
  folder = createPolicyFolder(samplePolicy);
  store = await open();
  changes = [];
  problems = [];
  store.onChange((policy) => changes.push(policy));
  store.onRead(({ problems: found }) => found.length > 0 && problems.push(found));
});

afterEach(() => {
  store.stop();
  folder.clear();
});

describe('the first load', () => {
  test('a broken file keeps the bot from starting and names every problem', async () => {
    folder.write(broken.replace('guests: refuse', 'guests: maybe'));
    await expect(open()).rejects.toMatchObject({
      name: 'PolicyInvalid',
      code: 'Policy.Invalid',
      problems: [{ line: 9 }, { line: 21 }],
      message: expect.stringMatching(/^policy\.yaml:9:11 .*→.*\npolicy\.yaml:21:1 .*→/),
    });
  });

  test('a missing file keeps the bot from starting', async () => {
    folder.remove();
    await expect(open()).rejects.toMatchObject({
      name: 'PolicyInvalid',
      problems: [{ message: 'there is no such file' }],
    });
  });
});

describe('a reload', () => {
  test('of a changed file puts the new policy into force', async () => {
    await save(withFi);
    expect(leads()).toEqual(['bo', 'fi']);
  });

  test('of a changed file calls the listeners once, with the policy in force', async () => {
    await save(withFi);
    await store.reload();
    expect(changes).toEqual([store.current()]);
  });

  test('of an unchanged file calls no listener', async () => {
    await store.reload();
    expect([changes, problems]).toEqual([[], []]);
  });

  test('of an unchanged file keeps the same policy object', async () => {
    const before = store.current();
    await store.reload();
    expect(store.current()).toBe(before);
  });

  test.each([
    ['broken', broken],
    ['empty', ''],
    ['cut in the middle', samplePolicy.slice(0, 500)],
  ])('of a file that is %s keeps the policy from before', async (_how, content) => {
    const before = store.current();
    await save(content);
    expect(store.current()).toBe(before);
  });

  test('of a file that is gone keeps the policy from before', async () => {
    folder.remove();
    await store.reload();
    expect(leads()).toEqual(['bo']);
  });

  test('of a broken file returns its problems each time', async () => {
    await save(broken);
    expect(await store.reload()).toMatchObject({ ok: false, problems: [{ line: 9, path: 'groups.leads.0' }] });
  });

  test('of a broken file reports its problems to the listeners once', async () => {
    await save(broken);
    await store.reload();
    expect(problems).toMatchObject([[{ line: 9 }]]);
  });

  test('of a file that is broken in another way reports the new problems', async () => {
    await save(broken);
    await save(samplePolicy.replace('guests: refuse', 'guests: maybe'));
    expect(problems).toMatchObject([[{ line: 9 }], [{ line: 21 }]]);
  });

  test('of a repaired file puts it into force', async () => {
    await save(broken);
    await save(withFi);
    expect(leads()).toEqual(['bo', 'fi']);
  });

  test('of a file put back as it was reports the policy in force again', async () => {
    await save(broken);
    await save(samplePolicy);
    expect(changes).toHaveLength(1);
  });

  test('beside other reloads reads one state of the file once', async () => {
    folder.write(withFi);
    await Promise.all([store.reload(), store.reload(), store.reload()]);
    expect(changes).toHaveLength(1);
  });

  test('that begins during another reload ends with the last text of the file', async () => {
    const reloads = [];
    for (let round = 0; round < 40; round += 1) {
      folder.write(round % 2 === 0 ? samplePolicy : withFi);
      reloads.push(store.reload());
      if (round % 3 === 0) await setImmediate();
    }
    await Promise.all(reloads);
    expect(leads()).toEqual(['bo', 'fi']);
  });

  test('calls the other listeners when one fails', async () => {
    let heard = 0;
    store.onChange(() => {
      throw new Error('a listener that fails');
    });
    store.onChange(() => {
      heard += 1;
    });
    await save(withFi);
    expect(heard).toBe(1);
  });
});

describe('a started store', () => {
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout', 'queueMicrotask', 'performance'] });
  });

  afterEach(() => jest.useRealTimers());

  test('reloads a changed file by itself', async () => {
    store.start();
    folder.write(withFi);
    while (changes.length === 0) {
      jest.advanceTimersByTime(2_000);
      await setTimeout(5);
    }
    expect(leads()).toEqual(['bo', 'fi']);
  });

  test('polls once per interval after a second start', () => {
    store.start();
    store.start();
    expect(jest.getTimerCount()).toBe(1);
  });

  test('does not poll after stop', () => {
    store.start();
    store.stop();
    expect(jest.getTimerCount()).toBe(0);
  });
});

test('the error of the first load lists every problem in the reader’s language', async () => {
  folder.write(broken.replace('guests: refuse', 'guests: maybe'));
  const error = await open().catch((thrown: unknown) => thrown as PolicyInvalid);
  const words = error instanceof PolicyInvalid ? loadTexts().for('en').plain(error.textKey, error.values) : '';
  expect(words.split('\n')).toEqual([
    'policy.yaml has 2 problems. Correct each line below, then start again.',
    expect.stringContaining('policy.yaml:9:11 groups.leads.0'),
    expect.stringContaining('policy.yaml:21:1 guests'),
  ]);
});

/** The stamps that the looks find, one after the other; gives those that were read. */
const readsOf = async (stamps: readonly string[]): Promise<string[]> => {
  const reads: string[] = [];
  let now = 'first';
  let applied = 'first';
  const look = createFileWatcher({
    stamp: async () => now,
    readStamp: () => applied,
    read: async () => {
      applied = now;
      reads.push(now);
    },
  });
  for (const stamp of stamps) {
    now = stamp;
    await look();
  }
  return reads;
};

test.each(cases.stamps)('when $what, the right states of the file are read', async ({ stamps, expected }) => {
  expect(await readsOf(stamps)).toEqual(expected);
});
