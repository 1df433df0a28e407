import { changesSection } from '#engine/changes/decision/rules.ts';
import { reasonRule } from '#features/form-fields.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { checkFields, type Field } from '#teams/cards/form.ts';
import { createTestPolicy } from '../support/policy.ts';

const words = loadTexts().for('en');
const HIDDEN = '\u200b\u2060';

const reasonUnder = (setting: string): Field => {
  const policy = createTestPolicy(
    [
      'people: { ana: { id: a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01, name: Ana Rossi } }',
      'changes:',
      setting,
      '  rules: [{ name: all, change: access.grant, ask: everyone, approvals: 0 }]',
    ].join('\n'),
    [changesSection],
  ).current();
  const field = { id: 'reason', label: 'Why?', kind: 'lines', required: true, missing: 'Enter a reason.' } as const;
  return { ...field, ...reasonRule(words, policy, field.missing) };
};

test('a reason of hidden characters only counts as missing', () => {
  const field = reasonUnder('  answerWithin: 8 hours');
  expect(checkFields([field], { reason: HIDDEN })).toEqual({ reason: 'Enter a reason.' });
  expect(checkFields([field], { reason: `Fee${HIDDEN} Lab` })).toEqual({});
  expect(field.hint).toBeUndefined();
});

test('a reason that the policy calls too short is refused, and the field says so before', () => {
  const field = reasonUnder('  shortestReason: 10');
  expect(field.hint).toBe('At least 10 characters.');
  expect(checkFields([field], { reason: `fee lab${HIDDEN.repeat(5)}` })).toEqual({
    reason: 'This is too short: at least 10 characters.',
  });
  expect(checkFields([field], { reason: 'the fee lab' })).toEqual({});
});
