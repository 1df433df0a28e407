import { VendorError } from '#cloud/errors/errors.ts';
import { HOUR, SECOND } from '#platform/lib/clock.ts';
import { people } from '../../../sandbox/world.ts';
import { describeStores } from '../../support/database.ts';
import { untilLater } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import {
  approvedByBo,
  askedByAna,
  createEngine,
  type Engine,
  oneApproval,
  policyText,
  twoApprovals,
} from './engine.ts';

describeStores((_kind, open) => {
  const refusalOf = async (pressed: ReturnType<Engine['decide']>) => (await pressed).refused?.text;
  const ends = (engine: Engine, id: string, state: string) =>
    until(state, async () => (await engine.stateOf(id)) === state);
  const without = (text: string, who: string) => text.replace(new RegExp(`(leads: \\[.*)${who}, `), '$1');

  describe('W3a: an approver who may no longer decide', () => {
    const engineWithOneVote = async () => {
      const { engine, id } = await approvedByBo(open, twoApprovals);
      engine.policy.replace(without(twoApprovals, 'bo'));
      return { engine, id };
    };

    it('an approver who may no longer decide does not count towards the approvals', async () => {
      const { engine, id } = await engineWithOneVote();
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      await engine.decide('di', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('an approver who may no longer decide is refused when they press again', async () => {
      const { engine, id } = await engineWithOneVote();
      expect(await refusalOf(engine.decide('bo', id))).toBe('changes.refused.notDecider');
    });

    it('an approver who may no longer decide is named on the card, with the number of votes left', async () => {
      const { engine, id } = await engineWithOneVote();
      await engine.decide('cy', id);
      expect(await engine.card(id)).toContain('Bo Lind’s vote no longer counts (1 of 2 approvals remain)');
    });

    it('an approver who may no longer decide counts again once they may decide again, and nothing is approved by that alone', async () => {
      const { engine, id } = await engineWithOneVote();
      await engine.decide('cy', id);
      engine.policy.replace(twoApprovals);
      expect(await engine.stateOf(id)).toBe('waiting');
      expect(await engine.card(id)).toContain('the existing approvals are enough');
      await engine.decide('bo', id);
      expect(await engine.stateOf(id)).toBe('approved');
      expect(await engine.changes.decisions(id)).toHaveLength(2);
    });

    it('an approver who may no longer decide cannot deny a request while their approval of it counts', async () => {
      const { engine, id } = await engineWithOneVote();
      engine.policy.replace(twoApprovals);
      expect(await refusalOf(engine.decide('bo', id, { verdict: 'deny' }))).toBe('changes.refused.again');
    });
  });

  describe('W3b: a waiting request', () => {
    it('a waiting request needs the current number of approvals if it is larger', async () => {
      const { engine, id } = await askedByAna(open, oneApproval);
      engine.policy.replace(twoApprovals);
      expect(await engine.card(id)).toContain('this now needs 2 approvals, instead of 1');
      await engine.decide('bo', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('a waiting request needs the original number of approvals if the current one is smaller', async () => {
      const { engine, id } = await askedByAna(open, twoApprovals);
      engine.policy.replace(oneApproval);
      await engine.decide('bo', id);
      expect(await engine.stateOf(id)).toBe('waiting');
    });

    it('a waiting request is decided by the first matching rule, not by the rule of its name', async () => {
      const plain = 'name: plain, ask: [askers], decide: [leads], card: approvals';
      const { engine, id } = await askedByAna(open, policyText(plain));
      engine.policy.replace(policyText('name: strict, ask: [askers], decide: [auditors], card: approvals', plain));
      expect(await refusalOf(engine.decide('bo', id))).toBe('changes.refused.notDecider');
      await engine.decide('fi', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('a waiting request shows that too few people may decide', async () => {
      const engine = await createEngine(open, twoApprovals);
      const id = await engine.ask('di');
      engine.policy.replace(without(twoApprovals, 'bo'));
      expect(await engine.card(id)).toContain('too few people');
    });
  });

  describe('W3c: a requester who may no longer request it', () => {
    const gone = oneApproval.replace('askers: [ana, di]', 'askers: [di]');

    it('a requester who may no longer request it gets no approval; the card and the press say so', async () => {
      const { engine, id } = await askedByAna(open);
      engine.policy.replace(gone);
      expect(await refusalOf(engine.decide('bo', id))).toBe('changes.refused.notAskable');
      expect(await engine.card(id)).toContain('Ana Rossi may not request this');
    });

    it('a requester who may no longer request it can still withdraw it', async () => {
      const { engine, id } = await askedByAna(open);
      engine.policy.replace(gone);
      await engine.changes.cancel(id, { objectId: people.ana.objectId, name: 'Ana Rossi', language: 'en' });
      expect(await engine.stateOf(id)).toBe('cancelled');
    });

    it('lets it expire', async () => {
      const { engine, id } = await askedByAna(open);
      engine.policy.replace(gone);
      engine.clock.advance(8 * HOUR);
      engine.jobs.start();
      await ends(engine, id, 'expired');
      await engine.jobs.stop();
    });

    it('a requester who may no longer request it may be approved once the policy allows the request again', async () => {
      const { engine, id } = await askedByAna(open);
      engine.policy.replace(gone);
      engine.policy.replace(oneApproval);
      await engine.decide('bo', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });
  });

  describe('W3d: an approved change', () => {
    const toldOperators = async (engine: Engine, id: string) =>
      (await engine.database.db.selectFrom('deliveries').select('face').where('subject', '=', `change:${id}`).execute())
        .map(({ face }) => face)
        .includes('operators');

    const refusedBeforeSending = async (text: string, by: string, ask = 'ana' as const) => {
      const engine = await createEngine(open, text);
      const id = await engine.ask(ask);
      if ((await engine.stateOf(id)) === 'waiting') await engine.decide('bo', id);
      engine.policy.replace(by);
      engine.jobs.start();
      await ends(engine, id, 'failed');
      await engine.jobs.stop();
      expect(engine.vendor.calls).toEqual([]);
      expect(await toldOperators(engine, id)).toBe(true);
      expect((await engine.history(id)).at(-1)).toBe('failed');
      return engine.card(id);
    };

    it('an approved change that nobody could request now is not sent', async () => {
      const card = await refusedBeforeSending(oneApproval, oneApproval.replace('askers: [ana, di]', 'askers: [di]'));
      expect(card).toContain('Ana Rossi may no longer request this. Nothing was sent.');
    });

    it('an approved change that needed no approval and that nobody could request now is not sent', async () => {
      const free = policyText('name: free, ask: [askers], approvals: 0');
      await refusedBeforeSending(free, free.replace('askers: [ana, di]', 'askers: [di]'));
    });

    it('an approved change that needed no approval is not sent if the policy now requires one', async () => {
      await refusedBeforeSending(policyText('name: free, ask: [askers], approvals: 0'), oneApproval);
    });

    it('an approved change whose only vote no longer counts is not sent', async () => {
      expect(await refusedBeforeSending(oneApproval, without(oneApproval, 'bo'))).toContain('0 of 1');
    });

    it('an approved change is sent if the policy now requires less', async () => {
      const { engine, id } = await approvedByBo(open, oneApproval);
      engine.policy.replace(policyText('name: free, ask: [askers], approvals: 0'));
      engine.jobs.start();
      await ends(engine, id, 'done');
      await engine.jobs.stop();
    });

    it('an approved change that the policy stops just before it leaves is not sent', async () => {
      const { engine, id } = await approvedByBo(open, oneApproval);
      engine.vendor.holds.push(() => engine.policy.replace(without(oneApproval, 'bo')));
      engine.jobs.start();
      await ends(engine, id, 'failed');
      await engine.jobs.stop();
      expect(engine.vendor.calls).toEqual([]);
      expect((await engine.find(id)).maybeSent).toBe(false);
    });

    it('an approved change that may have been sent is not sent again: reads decide', async () => {
      const { engine, id } = await approvedByBo(open, oneApproval);
      engine.vendor.answers.push(() => {
        engine.policy.replace(oneApproval.replace('askers: [ana, di]', 'askers: [di]'));
        throw new VendorError({ code: 'Http.Lost', text: 'http.error.lost', arrived: 'maybe', retryable: true });
      });
      engine.jobs.start();
      await untilLater(engine, SECOND, 'a look', () => engine.vendor.looks > 0);
      engine.vendor.settled = { is: 'done' };
      await untilLater(engine, SECOND, 'the end', async () => (await engine.stateOf(id)) === 'done');
      await engine.jobs.stop();
      expect(engine.vendor.calls).toHaveLength(1);
    });
  });
});
