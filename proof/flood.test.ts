import { type FloodCommand, floodViolations, type HalfOpen, halfOpenViolations, slowOnes } from './flood/invariants.ts';

describe('the checks of a flood', () => {
  const command = (name: string, change: Partial<FloodCommand> = {}): FloodCommand => ({
    ...{ name, taken: true, answered: true },
    ...change,
  });
  const limit = { count: 2, within: 60_000 };
  const refused = command('c', { taken: false, answered: false });
  const flooder = (commands: readonly FloodCommand[], told = true) => ({ name: 'Ana', commands, told });

  it('a flood in which each command is answered or its sender is told of the limit has no violation', () => {
    expect(floodViolations([flooder([command('a'), command('b'), refused])], limit, 0)).toEqual([]);
  });

  it.each([
    [
      'a command that was taken and not answered',
      [flooder([command('a'), command('b', { answered: false })])],
      'b was',
    ],
    ['a sender who was not told', [flooder([command('a'), command('b'), refused], false)], 'Ana was refused'],
    ['fewer commands taken than the limit allows', [flooder([command('a'), refused])], '1 commands were taken'],
    [
      'more commands taken than the limit allows',
      [flooder(['a', 'b', 'c'].map((name) => command(name)))],
      '3 commands',
    ],
  ])('%s is a violation', (_what, flooders, says) => {
    expect(floodViolations(flooders, limit, 0)).toEqual([expect.stringContaining(says)]);
  });

  const took = (ms: number, slowdown = 1) => ({ ms, slowdown });
  it.each([
    ['99 of 100 within the time are no violation', [...Array(99).fill(took(2_000)), took(9_000)], 0],
    ['2 of 100 over it are one violation', [...Array(98).fill(took(900)), took(2_001), took(2_001)], 1],
    ['what takes longer by as much as the machine is busy is no violation', Array(100).fill(took(5_900, 3)), 0],
    ['what takes longer than the busy machine explains is one violation', Array(100).fill(took(6_100, 3)), 1],
    ['99 of them, however slow, are no violation', Array(99).fill(took(6_100, 3)), 0],
  ])('%s', (_what, all, count) => {
    expect(slowOnes('decisions', all, ({ ms }) => ms, 2_000)).toHaveLength(count);
  });

  const MB = 2 ** 20;
  const good: HalfOpen = { grown: 20 * MB, before: [10], during: [20], after: [11], slowdown: 1 };
  it.each<[string, Partial<HalfOpen>, readonly string[]]>([
    ['half-open requests that cost little are no violation', {}, []],
    ['half-open requests that cost 100 MB are a violation', { grown: 100 * MB }, ['half-open requests cost 100 MB']],
    [
      'a valid request that takes more than twice as long beside half-open ones is a violation',
      { during: [28] },
      [expect.stringContaining('28 ms')],
    ],
    [
      'a valid request that takes longer because the machine became slower is no violation',
      { during: [28], after: [15] },
      [],
    ],
  ])('%s', (_what, change, says) => {
    expect(halfOpenViolations({ ...good, ...change })).toEqual(says);
  });
});
