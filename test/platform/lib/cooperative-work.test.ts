import { type CooperativeWork, lazyCooperative, mapCooperatively } from '#platform/lib/cooperative-work.ts';

/** A value whose steps are counted; each step but the last pauses. */
const countedSteps = (steps: number) => {
  let done = 0;
  let begun = 0;
  const value = lazyCooperative(function* (): CooperativeWork<string> {
    begun += 1;
    for (; done < steps; done += 1) yield;
    return 'made';
  });
  return { value, done: () => done, begun: () => begun };
};

describe('a value that is made in slices', () => {
  it('is not begun before somebody wants it', () => {
    expect(countedSteps(3).begun()).toBe(0);
  });

  it('is made at once for whoever gets it', () => {
    const { value, done } = countedSteps(3);
    expect([value.get(), done()]).toEqual(['made', 3]);
  });

  it('is made once, however often it is prepared and got', async () => {
    const { value, begun } = countedSteps(3);
    await Promise.all([value.prepare(), value.prepare()]);
    expect([value.get(), value.get(), begun()]).toEqual(['made', 'made', 1]);
  });

  it('lets others run between its slices', async () => {
    let others = 0;
    let seen = 0;
    const value = lazyCooperative(function* (): CooperativeWork<undefined> {
      while (others === 0) {
        seen += 1;
        yield;
      }
      return undefined;
    });
    setImmediate(() => {
      others += 1;
    });
    await value.prepare();
    expect([others, seen > 0]).toEqual([1, true]);
  });

  it('is finished at once, and not begun anew, for whoever gets it while it is prepared', async () => {
    let isGot = false;
    let steps = 0;
    const value = lazyCooperative(function* (): CooperativeWork<number> {
      // It goes on pausing until it is got, and then needs three steps more.
      for (let left = 3; left > 0; steps += 1) {
        if (isGot) left -= 1;
        yield;
      }
      return steps;
    });
    const prepared = value.prepare();
    isGot = true;
    const got = value.get();
    await prepared;
    expect([got, got === steps]).toEqual([steps, true]);
  });

  it('is begun anew after its work has failed', () => {
    let begun = 0;
    const value = lazyCooperative(function* (): CooperativeWork<number> {
      begun += 1;
      yield;
      if (begun === 1) throw new Error('no phrases');
      return begun;
    });
    expect(() => value.get()).toThrow('no phrases');
    expect(value.get()).toBe(2);
  });
});

it('a list is mapped in order, with a pause before each 64 items', () => {
  const work = mapCooperatively(
    Array.from({ length: 130 }, (_, n) => n),
    (n) => n * 2,
  );
  let pauses = 0;
  let step = work.next();
  for (; !step.done; step = work.next()) pauses += 1;
  expect([pauses, step.value.length, step.value.at(-1)]).toEqual([3, 130, 258]);
});
