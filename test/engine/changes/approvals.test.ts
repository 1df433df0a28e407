import { withoutSignIn } from '#engine/changes/decision/check-rules.ts';
import { changesSection } from '#engine/changes/decision/rules.ts';
import { confirmSchema } from '#engine/changes/decision/stages.ts';
import { policySections } from '#features/index.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { readPolicy } from '#policy/file/read-policy.ts';
import { describeStores } from '../../support/database.ts';
import { approvedByBo, askedByAna, createEngine, twoApprovals } from './engine.ts';
import type { Terms } from './simple-kind.ts';

describeStores((_kind, open) => {
  it('two approvals of two people approve the change', async () => {
    const { engine, id } = await approvedByBo(open, twoApprovals);
    expect(await engine.stateOf(id)).toBe('waiting');
    await engine.decide('cy', id);
    expect(await engine.stateOf(id)).toBe('approved');
    expect(await engine.history(id)).toEqual(['asked', 'one of several approvals', 'approved']);
  });

  it('one person counts once, however often they press', async () => {
    const { engine, id } = await askedByAna(open, twoApprovals);
    await Promise.all(Array.from({ length: 8 }, () => engine.decide('bo', id)));
    expect(await engine.stateOf(id)).toBe('waiting');
    expect(await engine.changes.decisions(id)).toHaveLength(1);
  });

  it('a person who approved cannot deny afterwards', async () => {
    const { engine, id } = await approvedByBo(open, twoApprovals);
    const { refused } = await engine.decide('bo', id, { verdict: 'deny' });
    expect(refused?.text).toBe('changes.refused.again');
    expect(await engine.stateOf(id)).toBe('waiting');
  });

  it('one denial ends the change after an approval', async () => {
    const { engine, id } = await approvedByBo(open, twoApprovals);
    await engine.decide('cy', id, { verdict: 'deny' });
    expect(await engine.stateOf(id)).toBe('denied');
  });

  it('an approval of the requester never counts, although the rule names them', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('di');
    await engine.decide('bo', id);
    expect((await engine.decide('di', id)).refused?.text).toBe('changes.refused.own');
    expect(await engine.stateOf(id)).toBe('waiting');
  });

  it('an approval of the person it is for never counts', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana', { whose: 'bo' });
    expect((await engine.decide('bo', id)).refused?.text).toBe('changes.refused.own');
  });

  it('a refused decision is in the audit', async () => {
    const { engine, id } = await askedByAna(open, twoApprovals);
    await engine.decide('ana', id);
    await engine.decide('fi', id);
    expect(await engine.history(id)).toEqual(['asked', 'refused', 'refused']);
  });

  it('the second approver must have seen the terms that the first narrowed', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana', { days: 9 });
    await engine.decide('bo', id, { days: 4 });
    expect((await engine.decide('cy', id)).refused?.text).toBe('changes.refused.termsChanged');
    await engine.decide('cy', id, { terms: 2 });
    const { state, frozen } = await engine.find(id);
    expect([state, JSON.parse(frozen?.body ?? '{}').days]).toEqual(['approved', 4]);
  });

  it('the second approver may narrow the terms further', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana', { days: 9 });
    await engine.decide('bo', id, { days: 4 });
    await engine.decide('cy', id, { terms: 2, days: 2 });
    expect(((await engine.find(id)).terms as Terms).days).toBe(2);
  });

  it('widened terms are refused, and nothing is written', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana', { days: 2 });
    await expect(engine.decide('bo', id, { days: 3 })).rejects.toMatchObject({ code: 'Change.NotNarrower' });
    expect(await engine.history(id)).toEqual(['asked']);
  });

  it('three approvals at once: two count, the third is refused', async () => {
    const { engine, id } = await askedByAna(open, twoApprovals);
    const outcomes = await Promise.all((['bo', 'cy', 'di'] as const).map((who) => engine.decide(who, id)));
    expect(outcomes.map(({ refused }) => refused?.text).filter(Boolean)).toEqual(['changes.refused.decided']);
    expect(await engine.changes.decisions(id)).toHaveLength(2);
    expect(await engine.history(id)).toEqual(['asked', 'one of several approvals', 'approved']);
  });

  it('two approvals at once with narrowed terms: one must look at the card again', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana', { days: 9 });
    const outcomes = await Promise.all([engine.decide('bo', id, { days: 4 }), engine.decide('cy', id, { days: 3 })]);
    expect(outcomes.map(({ refused }) => refused?.text).filter(Boolean)).toEqual(['changes.refused.termsChanged']);
    expect(await engine.stateOf(id)).toBe('waiting');
  });
});

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
