import { belongs, decidersOf, ruleFor, submissionOf } from './directory/model.ts';
import { allAnswer, type Rule, type World } from './directory/policy.ts';

describe('the model of the directory', () => {
  const rule: Rule = { name: 'one', roles: [], ask: ['staff'], decide: ['red'], approvals: 1 };
  const world: World = {
    directory: {
      members: { red: ['cy', 'inner'], green: ['bo'], blue: [], inner: ['fi', 'hal', 'core'], core: ['gus', 'inner'] },
      answers: allAnswer(),
    },
    staff: ['ana'],
    rules: [rule, { ...rule, name: 'two', ask: ['green', 'staff'] }],
  };
  const without = (group: 'red' | 'green'): World => ({
    ...world,
    directory: { ...world.directory, answers: { ...allAnswer(), [group]: 'unavailable' } },
  });

  it('counts members of a group’s groups, and no guest', () => {
    expect(decidersOf(world, rule, 'ana')).toEqual(['cy', 'fi', 'gus']);
  });
  it('knows nobody in a group that cannot be read', () => {
    expect(belongs(without('red'), ['red'], 'cy')).toBe(false);
    expect(submissionOf(without('red'), 'ana', 'reader')).toBe('taken');
  });
  it('takes no later rule in place of one that might count', () => {
    const stricter: World = { ...without('green'), rules: [{ ...rule, ask: ['green'] }, rule] };
    expect(ruleFor(stricter, 'ana', 'reader')).toEqual({ is: 'unknown', groups: ['green'] });
  });
});
