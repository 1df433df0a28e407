import { policyWith } from '../../support/shipped-policy.ts';
import { newUnderstanding } from '../../support/understanding.ts';

const understanding = newUnderstanding();
const policy = policyWith();
/** On a Monday morning. */
const NOW = Date.UTC(2026, 10, 23, 10);

it.each([
  ['the place of a list', 'who can get into payments prod?', 'who has access to payments'],
  [
    'the time of a sentence that asks for nothing is no time of what is shown',
    'I have to report before lunch. What is the total for november?',
    'transactions november',
  ],
])('%s', (_rule, text, command) => {
  const { readings } = understanding.read({ text, people: [], policy, now: NOW, zone: 'UTC' });
  expect(readings[0]?.text).toBe(command);
});
