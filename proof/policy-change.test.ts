import {
  expectedOf,
  expectedOfAccept,
  isApprovable,
  maySend,
  type Wish,
  wantedAtFirst,
} from './policy-change/model.ts';
import { calm, type World } from './policy-change/policy.ts';

describe('the model of the policy', () => {
  const wish: Wish = { ...{ asker: 'ana', receiver: 'ana', accepted: false }, role: 'reader', days: 5, wanted: 2 };
  const owner: Wish = { ...wish, role: 'owner' };
  const two: World = { ...calm, rules: [{ name: 'two', roles: [], ask: ['askers'], decide: ['leads'], approvals: 2 }] };
  const withGroup = (world: World, name: string, members: readonly string[]): World => ({
    ...world,
    groups: { ...world.groups, [name]: members },
  });

  it.each<[string, World, Wish, readonly string[], boolean]>([
    ['as many votes as required', two, wish, ['bo', 'cy'], true],
    ['a vote of somebody who may no longer decide', withGroup(two, 'leads', ['cy', 'di']), wish, ['bo', 'cy'], false],
    ['fewer approvals required now than at the request', { ...two, rules: calm.rules }, wish, ['bo'], false],
    ['more approvals required now', two, { ...wish, wanted: 1 }, ['bo'], false],
    ['a requester who may no longer ask', withGroup(two, 'askers', ['bo']), wish, ['bo', 'cy'], false],
    ['two accounts of one person', { ...two, people: { ...two.people, cy: 'bo' } }, wish, ['bo', 'cy'], false],
    ['the other account of the requester', { ...two, people: { ...two.people, cy: 'ana' } }, wish, ['bo', 'cy'], false],
    ['one of each group', calm, owner, ['fi', 'cy'], true],
    ['one person for two groups', calm, { ...owner, wanted: 1 }, ['ed'], false],
    ['two of one group', calm, owner, ['cy', 'di'], false],
    [
      'a role that requires more approvals',
      { ...calm, roles: { reader: { days: 9, approvals: 2 } } },
      { ...wish, wanted: 1 },
      ['bo'],
      false,
    ],
    [
      'more days than the role allows',
      { ...two, roles: { reader: { days: 3, approvals: 0 } } },
      wish,
      ['bo', 'cy'],
      false,
    ],
  ])('approves or not, with %s', (_what, world, of, votes, is) => {
    expect(isApprovable(world, of, votes)).toBe(is);
  });

  it('requires at the sending the approvals of the policy in force, not those of the request', () => {
    expect(maySend({ ...two, rules: calm.rules }, wish, ['bo'])).toBe(true);
    expect(maySend(two, { ...wish, wanted: 1 }, ['bo'])).toBe(false);
  });

  it('tells the result of a press', () => {
    const press = (votes: readonly string[], key: string, verdict: 'approve' | 'deny' = 'approve') =>
      expectedOf(two, wish, votes, key, verdict);
    expect(press([], 'bo')).toBe('waiting');
    expect(press(['bo'], 'cy')).toBe('approved');
    expect(press(['bo'], 'bo')).toBe('waiting');
    expect(press(['bo', 'cy'], 'bo')).toBe('approved');
    expect(press(['bo'], 'bo', 'deny')).toBe('refused');
    expect(press(['bo'], 'cy', 'deny')).toBe('denied');
    expect(press([], 'ana')).toBe('refused');
    expect(press([], 'fi')).toBe('refused');
  });

  it('lets somebody ask in another person’s place, and neither of the two decides', () => {
    const [rule] = two.rules;
    const may = (person: 'ask' | 'tell'): World =>
      rule ? { ...two, rules: [{ ...rule, approvals: 1, onBehalf: { by: ['ana'], person } }] } : two;
    const forBo: Wish = { ...wish, receiver: 'bo', wanted: 1 };
    expect(wantedAtFirst(two, forBo)).toBeUndefined();
    expect(wantedAtFirst(may('ask'), forBo)).toBe(1);
    expect(wantedAtFirst(may('ask'), { ...forBo, receiver: 'cy' })).toBeUndefined();
    expect(expectedOf(may('tell'), forBo, [], 'bo', 'approve')).toBe('refused');
    expect(expectedOf(may('tell'), forBo, [], 'cy', 'approve')).toBe('approved');
    expect(expectedOf(may('ask'), forBo, [], 'cy', 'approve')).toBe('refused');
    expect(expectedOfAccept(may('ask'), forBo, 'cy')).toBe('refused');
    expect(expectedOfAccept(may('ask'), forBo, 'bo')).toBe('waiting');
    expect(expectedOf(may('ask'), { ...forBo, accepted: true }, [], 'cy', 'approve')).toBe('approved');
    expect(maySend(may('ask'), forBo, ['cy'])).toBe(false);
  });

  it('tells how many approvals a request needs at first, or that it is not allowed', () => {
    expect(wantedAtFirst(two, wish)).toBe(2);
    expect(wantedAtFirst(withGroup(two, 'leads', ['bo']), wish)).toBeUndefined();
    expect(wantedAtFirst(two, { ...wish, asker: 'gus', receiver: 'gus' })).toBeUndefined();
  });
});
