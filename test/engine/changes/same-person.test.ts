import { people } from '../../../sandbox/world.ts';
import { describeStores } from '../../support/database.ts';
import { createEngine, type Engine, oneApproval, policyText, twoApprovals } from './engine.ts';

/** Fi is another account of this person. */
const sameAs = (text: string, who: string): string =>
  text.replace('name: Fi Costa }', `name: Fi Costa, same as: ${who} }`);
/** Fi decides too. */
const withFi = (text: string): string => text.replace('leads: [bo, cy, di]', 'leads: [bo, cy, di, fi]');

describeStores((_kind, open) => {
  const refusalOf = async (pressed: ReturnType<Engine['decide']>) => (await pressed).refused?.text;

  describe('two accounts of one person', () => {
    it('neither account decides a request of the other', async () => {
      const engine = await createEngine(open, sameAs(withFi(oneApproval), 'ana'));
      const id = await engine.ask('ana');
      expect(await refusalOf(engine.decide('fi', id))).toBe('changes.refused.own');
      expect(await engine.stateOf(id)).toBe('waiting');
    });

    it('the first account decides no request of the second', async () => {
      const engine = await createEngine(open, sameAs(withFi(oneApproval), 'di').replace('[ana, di]', '[ana, fi]'));
      expect(await refusalOf(engine.decide('di', await engine.ask('fi')))).toBe('changes.refused.own');
    });

    it('neither account decides a change that concerns the other', async () => {
      const engine = await createEngine(open, sameAs(withFi(oneApproval), 'cy'));
      const id = await engine.ask('ana', { whose: 'cy' });
      expect(await refusalOf(engine.decide('fi', id))).toBe('changes.refused.own');
    });

    it('the votes of both accounts count as one', async () => {
      const engine = await createEngine(open, sameAs(withFi(twoApprovals), 'bo'));
      const id = await engine.ask('ana');
      await engine.decide('bo', id);
      await engine.decide('fi', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      expect(await engine.card(id)).toContain('1 of 2');
    });

    it('the second account cannot deny a request that the first approved', async () => {
      const engine = await createEngine(open, sameAs(withFi(twoApprovals), 'bo'));
      const id = await engine.ask('ana');
      await engine.decide('bo', id);
      expect(await refusalOf(engine.decide('fi', id, { verdict: 'deny' }))).toBe('changes.refused.again');
    });

    it('a vote of the second account for another group is taken, and both stand for one group', async () => {
      const rule = 'name: both, ask: [askers], decide: [leads, auditors], approvals: { auditors: 1 }, card: approvals';
      const engine = await createEngine(open, sameAs(policyText(rule), 'bo'));
      const id = await engine.ask('ana');
      await engine.decide('bo', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      await engine.decide('fi', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('two votes from before the policy linked the accounts count as one', async () => {
      const three = policyText('name: three, ask: [askers], decide: [leads], approvals: 3, card: approvals');
      const engine = await createEngine(open, withFi(three));
      const id = await engine.ask('ana');
      await engine.decide('bo', id);
      await engine.decide('fi', id);
      engine.policy.replace(sameAs(withFi(three), 'bo'));
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      expect(await engine.card(id)).toContain('2 of 3');
      await engine.decide('di', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('the second account may vote once the vote of the first no longer counts', async () => {
      const engine = await createEngine(open, sameAs(withFi(twoApprovals), 'bo'));
      const id = await engine.ask('ana');
      await engine.decide('bo', id);
      engine.policy.replace(sameAs(twoApprovals.replace('[bo, cy, di]', '[fi, cy, di]'), 'bo'));
      await engine.decide('fi', id);
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('a request that only the other account could decide is refused at once', async () => {
      const rule = 'name: lonely, ask: [askers], decide: [auditors], card: approvals';
      const engine = await createEngine(open, sameAs(policyText(rule), 'ana'));
      await expect(engine.ask('ana')).rejects.toMatchObject({ code: 'Policy.NobodyDecides' });
      await engine.ask('di');
    });

    it('an account that the policy does not name is its own person', async () => {
      const engine = await createEngine(open);
      expect(engine.policy.current().identityOf(people.bo.objectId.toUpperCase())).toBe(people.bo.objectId);
      expect(engine.policy.current().identityOf('AAAA')).toBe('aaaa');
    });
  });

  describe('approvals by groups', () => {
    const both = policyText('name: both, ask: [askers], approvals: { leads: 1, auditors: 1 }, card: approvals');

    it('two people of one group are not enough', async () => {
      const engine = await createEngine(open, both);
      const id = await engine.ask('ana');
      await engine.decide('bo', id);
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      await engine.decide('fi', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('the card shows the number of approvals for each group', async () => {
      const engine = await createEngine(open, both);
      const id = await engine.ask('ana');
      expect(await engine.card(id)).toContain('1 of leads and 1 of auditors');
    });

    it('a person in both groups counts for one of them', async () => {
      const engine = await createEngine(open, both.replace('auditors: [fi]', 'auditors: [fi, bo]'));
      const id = await engine.ask('ana');
      await engine.decide('bo', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('another decider may deny, and counts where more approvals are needed', async () => {
      const rule =
        'name: one of auditors, ask: [askers], decide: [leads, fi], approvals: { auditors: 1 }, card: approvals';
      const engine = await createEngine(open, policyText(rule));
      const id = await engine.ask('ana');
      await engine.decide('bo', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      await engine.decide('cy', id, { verdict: 'deny' });
      expect(await engine.stateOf(id)).toBe('denied');
    });

    it('a waiting request needs the groups of the current policy', async () => {
      const engine = await createEngine(open, twoApprovals);
      const id = await engine.ask('ana');
      await engine.decide('bo', id);
      engine.policy.replace(both);
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('waiting');
    });
  });
});
