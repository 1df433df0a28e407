import { withoutSignIn } from '#engine/changes/decision/check-rules.ts';
import { confirmSchema } from '#engine/changes/decision/confirm-rule.ts';
import { changesSection } from '#engine/changes/decision/rules.ts';
import { policySections } from '#features/index.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { readPolicy } from '#policy/file/read-policy.ts';

const policyWith = (rule: string): string => `people:
  ana: { id: a1a7c0de-1111-4a11-8a11-0a0a0a0a0a01, name: Ana }
  bo: { id: b0b7c0de-2222-4b22-8b22-0b0b0b0b0b02, name: Bo }
groups: { leads: [bo] }
places: { production: { scope: /subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01 } }
conversations: { here: { id: "19:here@thread.tacv2" } }
operators: here
access: { roles: { reader: { id: acdd72a7-3385-48ef-bd42-f606fba81ae7, title: Reader, max: 30 days } } }
changes:
  rules:
    - { name: one, change: access.grant, ask: everyone, decide: leads, card: here, ${rule} }
`;
const linesOf = (rule: string, sections = policySections): string[] => {
  const reading = readPolicy(policyWith(rule), sections, undefined);
  return reading.ok ? [] : reading.problems.map(({ message, remedy }) => `${message} → ${remedy}`);
};

it.each([
  ['sign-in', { maxAge: 5 * MINUTE }],
  [{ 'sign-in': {} }, { maxAge: 5 * MINUTE }],
  [{ 'sign-in': { context: 'c1' } }, { context: 'c1', maxAge: 5 * MINUTE }],
  [{ 'sign-in': { context: 'c99', maxAge: '1 hour' } }, { context: 'c99', maxAge: 60 * MINUTE }],
])('%j is read with what it leaves out', (written, read) => {
  expect(confirmSchema.parse(written)).toEqual(read);
});

it.each([
  ['confirm: password', /is not a way to confirm → write sign-in/],
  ['confirm: { sign-in: { context: mfa } }', /is not an authentication context → write its id/],
  ['confirm: { sign-in: { context: c100 } }', /is not an authentication context → write its id/],
  ['confirm: { sign-in: { context: c0 } }', /is not an authentication context → write its id/],
  ['confirm: { sign-in: { maxAge: 30 seconds } }', /→ write/],
  ['confirm: { sign-in: { maxAge: 2 hours } }', /is no time for a fresh sign-in → write 1 minute to 1 hour/],
  ['confirm: { sign-in: { contexts: c1 } }', /"contexts" is not a known key here → did you mean "context"/],
  ['approvals: 0, confirm: sign-in', /nobody decides under this rule → take it out/],
])('a rule with “%s” is a problem with a remedy', (rule, line) => {
  expect(linesOf(rule)).toEqual([expect.stringMatching(line)]);
});

it('a rule that wants a sign-in is a problem only where nobody can sign in', () => {
  const without = withoutSignIn(policySections, 'give Steward an address');
  expect(linesOf('confirm: sign-in')).toEqual([]);
  expect(linesOf('confirm: sign-in', without)).toEqual([
    'nobody can sign in to this Steward → give Steward an address',
  ]);
  expect(linesOf('approvals: 1', without)).toEqual([]);
});

it('the section is found by its name', () => {
  expect(withoutSignIn(policySections, '').map(({ name }) => name)).toContain(changesSection.name);
});
