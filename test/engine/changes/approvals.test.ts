import { describeStores } from '../../support/database.ts';
import { createEngine, twoApprovals } from './engine.ts';
import type { Terms } from './simple-kind.ts';

describeStores((_kind, open) => {
  it('two approvals of two people approve the change', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    expect(await engine.stateOf(id)).toBe('waiting');
    await engine.decide('cy', id);
    expect(await engine.stateOf(id)).toBe('approved');
    expect(await engine.history(id)).toEqual(['asked', 'one of several approvals', 'approved']);
  });

  it('one person counts once, however often they press', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana');
    await Promise.all(Array.from({ length: 8 }, () => engine.decide('bo', id)));
    expect(await engine.stateOf(id)).toBe('waiting');
    expect(await engine.changes.decisions(id)).toHaveLength(1);
  });

  it('a person who approved cannot deny afterwards', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    const { refused } = await engine.decide('bo', id, { verdict: 'deny' });
    expect(refused?.text).toBe('changes.refused.again');
    expect(await engine.stateOf(id)).toBe('waiting');
  });

  it('one denial ends the change after an approval', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
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
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana');
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
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana');
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
