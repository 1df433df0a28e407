import { MINUTE } from '#platform/lib/clock.ts';
import { limitsOf, limitsSection } from '#policy/model/limits.ts';
import { createTestPolicy } from '../support/policy.ts';

const read = (text: string) => limitsOf(createTestPolicy(`people: {}\n${text}`, [limitsSection]).current());

it('without the section everybody has the default limits', () => {
  expect(read('').commands).toEqual({
    person: { count: 20, within: MINUTE },
    conversation: { count: 60, within: MINUTE },
    tenant: { count: 1_000, within: MINUTE },
  });
});

it('a section that names one limit leaves the others at their defaults', () => {
  const { presses, forms, openRequests } = read(
    'limits: { presses: { person: { count: 9, within: 2 minutes } }, openRequests: { person: 3 } }',
  );
  expect([presses.person, presses.tenant.count]).toEqual([{ count: 9, within: 2 * MINUTE }, 3_000]);
  expect([forms.person.count, openRequests]).toEqual([20, { person: 3, tenant: 2_000 }]);
});

it.each([
  ['as much at once as a conversation', 'commands: { person: { count: 60, within: 1 hour } }'],
  ['as much in the long run as a conversation', 'commands: { person: { count: 20, within: 20 seconds } }'],
  ['more than the tenant', 'forms: { tenant: { count: 10, within: 1 minute } }'],
])('a limit of one person that is %s is refused', (_what, text) => {
  expect(() => read(`limits:\n  ${text}\n`)).toThrow('one person could use up the whole limit of a');
});
