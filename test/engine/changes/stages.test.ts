import { suffices } from '#engine/changes/decision/stages.ts';
import type { PersonKey } from '../../../sandbox/world.ts';
import cases from '../../fixtures/changes/stages.json' with { type: 'json' };
import { describeStores } from '../../support/database.ts';
import { fc } from '../../support/fast-check.ts';
import { createEngine, type Engine, policyText } from './engine.ts';

/** Bo or Cy first, then Fi. */
const leadsThenAuditors = policyText(
  'name: both, ask: [askers], stages: [{ decide: [leads] }, { decide: [auditors] }], card: approvals',
);
/** Two of Bo, Cy and Fi, then one of Cy and Fi. */
const overlapping = policyText(
  'name: overlap, ask: [ana], stages: [{ decide: [bo, cy, fi], approvals: 2 }, { decide: [cy, fi] }], card: approvals',
);
const twoDenials = policyText('name: denials, ask: [ana], decide: [leads], denials: 2, card: approvals');

describeStores((_kind, open) => {
  const press = async (engine: Engine, who: PersonKey, id: string, verdict: 'approve' | 'deny' = 'approve') =>
    (await engine.decide(who, id, { verdict })).refused?.text ?? (await engine.stateOf(id));

  const ask = async (text: string) => {
    const engine = await createEngine(open, text);
    return { engine, id: await engine.ask('ana') };
  };

  describe('stages', () => {
    it('a request is approved by one stage after the other', async () => {
      const { engine, id } = await ask(leadsThenAuditors);
      expect([await press(engine, 'bo', id), await press(engine, 'fi', id)]).toEqual(['waiting', 'approved']);
      expect(await engine.history(id)).toEqual(['asked', 'one of several approvals', 'approved']);
    });

    it('the approval of somebody from a later stage is refused before their stage', async () => {
      const { engine, id } = await ask(leadsThenAuditors);
      expect(await press(engine, 'fi', id)).toBe('changes.refused.otherStage');
      expect(await engine.changes.decisions(id)).toEqual([]);
    });

    it('an approval by somebody of an earlier stage is refused once that stage is complete', async () => {
      const { engine, id } = await ask(leadsThenAuditors);
      await press(engine, 'bo', id);
      expect(await press(engine, 'cy', id)).toBe('changes.refused.otherStage');
    });

    it('a denial of a later stage ends the request before that stage', async () => {
      const { engine, id } = await ask(leadsThenAuditors);
      expect(await press(engine, 'fi', id, 'deny')).toBe('denied');
    });

    it('a request waits for the people of the current stage only', async () => {
      const { engine, id } = await ask(leadsThenAuditors);
      const awaited = async () =>
        Promise.all(
          (['bo', 'cy', 'fi'] as const).map(async (who) => (await engine.changes.waitingOn(engine.idOf(who))).length),
        );
      expect(await awaited()).toEqual([1, 1, 0]);
      await press(engine, 'bo', id);
      expect(await awaited()).toEqual([0, 0, 1]);
    });

    it('every copy says which stage it is, who decides and who is next', async () => {
      const { engine, id } = await ask(leadsThenAuditors);
      const first = await engine.card(id);
      expect(first).toContain('Stage 1 of 2. Bo Lind, Cy Okafor, or Di Meyer can decide. Then Fi Costa decides.');
      expect(first).toContain('0 of 2');
      await press(engine, 'bo', id);
      for (const variant of ['approvers', 'asker']) {
        const card = await engine.card(id, variant);
        expect(card).toContain('Stage 2 of 2. Fi Costa can decide.');
        expect(card).toContain('1 of 2');
      }
    });

    it('whoever approved in one stage does not count in the next', async () => {
      const { engine, id } = await ask(overlapping);
      expect([await press(engine, 'bo', id), await press(engine, 'fi', id)]).toEqual(['waiting', 'waiting']);
      expect(await press(engine, 'fi', id)).toBe('waiting');
      expect(await engine.changes.decisions(id)).toHaveLength(2);
      expect(await press(engine, 'cy', id)).toBe('approved');
    });

    it('an approval that would leave nobody for a later stage is refused', async () => {
      const { engine, id } = await ask(overlapping);
      await press(engine, 'cy', id);
      expect(await press(engine, 'fi', id)).toBe('changes.refused.neededLater');
      expect([await press(engine, 'bo', id), await press(engine, 'fi', id)]).toEqual(['waiting', 'approved']);
    });

    it('a policy that raises an earlier stage asks that stage again and keeps the later approval', async () => {
      const { engine, id } = await ask(overlapping);
      await press(engine, 'bo', id);
      await press(engine, 'fi', id);
      engine.policy.replace(overlapping.replace('approvals: 2', 'approvals: 3').replace('[cy, fi] }', '[di] }'));
      expect(await press(engine, 'di', id)).toBe('changes.refused.otherStage');
      expect([await press(engine, 'cy', id), await press(engine, 'di', id)]).toEqual(['waiting', 'approved']);
    });

    it('a request that its stages could never complete is refused when it is made', async () => {
      const engine = await createEngine(open, leadsThenAuditors.replace('[askers], stages', '[fi, ana], stages'));
      await expect(engine.ask('fi')).rejects.toMatchObject({ code: 'Policy.NobodyDecides' });
    });
  });

  describe('a number of denials', () => {
    it('one fewer leaves the request waiting, with the denial on its card', async () => {
      const { engine, id } = await ask(twoDenials);
      expect(await press(engine, 'bo', id, 'deny')).toBe('waiting');
      const card = await engine.card(id);
      expect(card).toContain('**Bo Lind** denied');
      expect(card).toContain('2 denials end it');
      expect(await engine.history(id)).toEqual(['asked', 'one of several denials']);
    });

    it('so many end it', async () => {
      const { engine, id } = await ask(twoDenials);
      await press(engine, 'bo', id, 'deny');
      expect(await press(engine, 'cy', id, 'deny')).toBe('denied');
    });

    it('the others can still approve it', async () => {
      const { engine, id } = await ask(twoDenials);
      await press(engine, 'bo', id, 'deny');
      expect(await press(engine, 'cy', id)).toBe('approved');
    });

    it('one person denies once, however often they press, and cannot approve afterwards', async () => {
      const { engine, id } = await ask(twoDenials);
      await Promise.all(Array.from({ length: 8 }, () => engine.decide('bo', id, { verdict: 'deny' })));
      expect(await engine.stateOf(id)).toBe('waiting');
      expect(await press(engine, 'bo', id)).toBe('changes.refused.again');
    });

    it('a denial after which too few could approve ends it', async () => {
      const { engine, id } = await ask(twoDenials.replace('decide: [leads]', 'decide: [bo, cy], approvals: 2'));
      expect(await press(engine, 'bo', id, 'deny')).toBe('denied');
    });

    it('a policy that lowers the number lets nobody approve, and one more press of Deny ends it', async () => {
      const { engine, id } = await ask(twoDenials);
      await press(engine, 'bo', id, 'deny');
      engine.policy.replace(twoDenials.replace('denials: 2', 'denials: 1'));
      expect(await engine.card(id)).toContain('the existing denials end it');
      expect(await press(engine, 'cy', id)).toBe('changes.refused.deniedEnough');
      expect(await press(engine, 'bo', id, 'deny')).toBe('denied');
    });
  });

  it('in any order of presses each person counts once, the requester never, and the ends follow the rule', async () => {
    const people = ['ana', 'bo', 'cy', 'di', 'fi'] as const;
    const presses = fc.array(fc.tuple(fc.constantFrom(...people), fc.constantFrom('approve', 'deny')), {
      maxLength: 12,
    });
    const text = policyText(
      'name: law, ask: [ana], stages: [{ decide: [leads], approvals: 2 }, { decide: [cy, fi] }], denials: 2, card: approvals',
    );
    const engine = await createEngine(open, text);
    const ana = { objectId: engine.idOf('ana'), name: 'Ana', language: 'en' };
    let asked = 0;
    const holds = async (made: readonly (readonly [PersonKey, 'approve' | 'deny'])[]): Promise<void> => {
      asked += 1;
      const id = await engine.ask('ana', { role: `role ${asked}` });
      for (const [who, verdict] of made) await press(engine, who, id, verdict);
      const decisions = await engine.changes.decisions(id);
      const voters = decisions.map(({ person }) => person.objectId);
      expect(new Set(voters).size).toBe(voters.length);
      expect(voters).not.toContain(engine.idOf('ana'));
      const count = (verdict: string) => decisions.filter((one) => one.verdict === verdict).length;
      const state = await engine.stateOf(id);
      expect(state === 'approved').toBe(count('approve') === 3);
      if (count('deny') >= 2) expect(state).toBe('denied');
      if (state === 'denied') expect(count('deny')).toBeGreaterThan(0);
      await engine.changes.cancel(id, ana);
    };
    await fc.assert(fc.asyncProperty(presses, holds), { numRuns: 100 });
  });
});

const voters = (...groups: readonly string[]) => groups.map((list) => ({ groups: new Set(list.split('')) }));

it.each(cases.quorums)('$what', ({ quorum, people, is }) => {
  expect(suffices(quorum, voters(...people))).toBe(is);
});

/** Tries every assignment of people to seats. */
const seatsAll = (seats: readonly string[], people: readonly string[]): boolean => {
  const [seat, ...rest] = seats;
  if (seat === undefined) return true;
  return people.some((groups, at) => groups.includes(seat) && seatsAll(rest, people.toSpliced(at, 1)));
};

const countBy = (names: readonly string[]): Record<string, number> =>
  Object.fromEntries(names.map((name) => [name, names.filter((other) => other === name).length]));

it('people suffice exactly if some assignment fills every seat, for 2,000 quorums', () => {
  const groups = ['a', 'b', 'c'];
  const seats = fc.array(fc.constantFrom(...groups), { maxLength: 4 });
  const people = fc.array(
    fc.subarray(groups).map((own) => own.join('')),
    { maxLength: 5 },
  );
  const isFound = (wanted: string[], found: string[]): void => {
    const quorum = { people: wanted.length, groups: countBy(wanted) };
    expect(suffices(quorum, voters(...found))).toBe(seatsAll(wanted, found));
  };
  fc.assert(fc.property(seats, people, isFound), { numRuns: 2_000 });
});
