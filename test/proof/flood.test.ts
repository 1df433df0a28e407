import { flood } from './flood/flood.ts';
import {
  brokenDurations,
  type Durations,
  type FloodCommand,
  floodViolations,
  type HalfOpen,
  halfOpenViolations,
} from './flood/invariants.ts';
import { proveShortly } from './short-tier.ts';

jest.setTimeout(300_000);

it('in a flood a decision takes no longer than it may, and nothing is lost; half-open requests cost little', async () => {
  expect(await proveShortly(flood, { runs: 3, seed: 3, on: 'sqlite' })).toEqual({ made: 3, violations: [] });
});

describe('the invariants of a flood find', () => {
  const command = (name: string, change: Partial<FloodCommand> = {}): FloodCommand => ({
    ...{ name, taken: true, answered: true },
    ...change,
  });
  const limit = { count: 2, within: 60_000 };
  const refused = command('c', { taken: false, answered: false });
  const flooder = (commands: readonly FloodCommand[], told = true) => ({ name: 'Ana', commands, told });

  it('nowhere where each command is answered or its sender told', () => {
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
  ])('with %s', (_what, flooders, says) => {
    expect(floodViolations(flooders, limit, 0)).toEqual([expect.stringContaining(says)]);
  });

  const took = (flooded: number, slowdown = 1): Durations => ({ quiet: 800, flooded, slowdown });
  it.each<[string, readonly Durations[], number]>([
    ['nowhere where 99 of 100 decisions take 2 s', [...Array(99).fill(took(2_000)), took(9_000)], 0],
    ['where two of 100 take longer', [...Array(98).fill(took(900)), took(2_001), took(2_001)], 1],
    ['nowhere where a busy machine takes longer by as much', [took(5_900, 3)], 0],
    ['where it takes longer than the busy machine explains', [took(6_100, 3)], 1],
  ])('%s', (_what, all, count) => {
    expect(brokenDurations(all)).toHaveLength(count);
  });

  const MB = 2 ** 20;
  const good: HalfOpen = { grown: 20 * MB, before: [10], during: [20], after: [11], slowdown: 1 };
  it.each<[string, Partial<HalfOpen>, readonly string[]]>([
    ['nowhere where little is used', {}, []],
    ['with 100 MB', { grown: 100 * MB }, ['half-open requests cost 100 MB']],
    ['with a request that takes more than twice as long', { during: [28] }, [expect.stringContaining('28 ms')]],
    ['nowhere where the machine became slower by itself', { during: [28], after: [15] }, []],
  ])('%s', (_what, change, says) => {
    expect(halfOpenViolations({ ...good, ...change })).toEqual(says);
  });
});
