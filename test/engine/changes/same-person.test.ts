import { HOUR } from '#platform/lib/clock.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { people } from '../../../sandbox/world.ts';
import { describeStores } from '../../support/database.ts';
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

/** Fi is another account of this person. */
const sameAs = (text: string, who: string): string =>
  text.replace('name: Fi Costa }', `name: Fi Costa, same as: ${who} }`);
/** Fi decides too. */
const withFi = (text: string): string => text.replace('leads: [bo, cy, di]', 'leads: [bo, cy, di, fi]');

describeStores((_kind, open) => {
  const refusalOf = async (pressed: ReturnType<Engine['decide']>) => (await pressed).refused?.text;

  describe('two accounts of one person', () => {
    it('neither account decides a request of the other', async () => {
      const { engine, id } = await askedByAna(open, sameAs(withFi(oneApproval), 'ana'));
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
      const { engine, id } = await approvedByBo(open, sameAs(withFi(twoApprovals), 'bo'));
      await engine.decide('fi', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      expect(await engine.card(id)).toContain('1 of 2');
    });

    it('the second account cannot deny a request that the first approved', async () => {
      const { engine, id } = await approvedByBo(open, sameAs(withFi(twoApprovals), 'bo'));
      expect(await refusalOf(engine.decide('fi', id, { verdict: 'deny' }))).toBe('changes.refused.again');
    });

    it('a vote of the second account for another group is taken, and both stand for one group', async () => {
      const rule = 'name: both, ask: [askers], decide: [leads, auditors], approvals: { auditors: 1 }, card: approvals';
      const { engine, id } = await approvedByBo(open, sameAs(policyText(rule), 'bo'));
      expect(await engine.stateOf(id)).toBe('waiting');
      await engine.decide('fi', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('two votes from before the policy linked the accounts count as one', async () => {
      const three = policyText('name: three, ask: [askers], decide: [leads], approvals: 3, card: approvals');
      const { engine, id } = await approvedByBo(open, withFi(three));
      await engine.decide('fi', id);
      engine.policy.replace(sameAs(withFi(three), 'bo'));
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      expect(await engine.card(id)).toContain('2 of 3');
      await engine.decide('di', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('the second account may vote once the vote of the first no longer counts', async () => {
      const { engine, id } = await approvedByBo(open, sameAs(withFi(twoApprovals), 'bo'));
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
      const { engine, id } = await approvedByBo(open, both);
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      await engine.decide('fi', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('the card shows the number of approvals for each group', async () => {
      const { engine, id } = await askedByAna(open, both);
      expect(await engine.card(id)).toContain('1 of leads and 1 of auditors');
    });

    it('a person in both groups counts for one of them', async () => {
      const { engine, id } = await approvedByBo(open, both.replace('auditors: [fi]', 'auditors: [fi, bo]'));
      expect(await engine.stateOf(id)).toBe('waiting');
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('approved');
    });

    it('another decider may deny, and counts where more approvals are needed', async () => {
      const rule =
        'name: one of auditors, ask: [askers], decide: [leads, fi], approvals: { auditors: 1 }, card: approvals';
      const { engine, id } = await approvedByBo(open, policyText(rule));
      expect(await engine.stateOf(id)).toBe('waiting');
      await engine.decide('cy', id, { verdict: 'deny' });
      expect(await engine.stateOf(id)).toBe('denied');
    });

    it('a waiting request needs the groups of the current policy', async () => {
      const { engine, id } = await approvedByBo(open, twoApprovals);
      engine.policy.replace(both);
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('waiting');
    });
  });
});

const words = loadTexts().for('en');
const gone = words.markdown('changes.why.notAskable', { who: people.ana.name });

describeStores((_kind, open) => {
  const ruleOf = async ({ changes }: Engine, id: string) => (await changes.find(id))?.rule;
  const deciders = async (engine: Engine, id: string): Promise<string[]> => {
    const waiting = await Promise.all(
      (['ana', 'bo', 'cy', 'di', 'fi'] as const).map(async (who) => {
        const mine = await engine.changes.waitingOn(people[who].objectId);
        return mine.some((change) => change.id === id) ? [who] : [];
      }),
    );
    return waiting.flat();
  };

  it('the first matching rule counts', async () => {
    const engine = await createEngine(
      open,
      policyText(
        'name: owners, when: { role: [owner] }, ask: [askers], decide: [auditors], card: approvals',
        'name: all others, ask: [askers], decide: [leads], card: approvals',
        'name: never reached, ask: [askers], approvals: 0',
      ),
    );
    const [owner, reader] = [await engine.ask('ana', { role: 'owner' }), await engine.ask('ana')];
    expect([await ruleOf(engine, owner), await ruleOf(engine, reader)]).toEqual(['owners', 'all others']);
    expect(await deciders(engine, owner)).toEqual(['fi']);
  });

  it('a rule that does not let this person ask is skipped', async () => {
    const engine = await createEngine(
      open,
      policyText(
        'name: for auditors, ask: [auditors], approvals: 0',
        'name: for askers, ask: [askers], decide: [leads], card: approvals',
      ),
    );
    expect(await ruleOf(engine, await engine.ask('ana'))).toBe('for askers');
  });

  it('a change that no rule names cannot be requested', async () => {
    const engine = await createEngine(open, policyText('name: a, ask: [auditors], decide: [leads], card: approvals'));
    await expect(engine.ask('ana')).rejects.toMatchObject({ code: 'Policy.NotAllowed' });
    expect(await engine.changes.list({}, 1)).toEqual([]);
  });

  it('“self” lets a person ask for themself only', async () => {
    const engine = await createEngine(open, policyText('name: own, ask: [self], approvals: 0'));
    expect(await ruleOf(engine, await engine.ask('fi'))).toBe('own');
    await expect(engine.ask('fi', { whose: 'bo' })).rejects.toMatchObject({ code: 'Policy.NotAllowed' });
  });

  it('“everyone” lets anybody ask', async () => {
    const engine = await createEngine(open, policyText('name: all, ask: [everyone], decide: [leads], card: approvals'));
    expect(await ruleOf(engine, await engine.ask('ed'))).toBe('all');
  });

  it('a request that only its requester could decide is refused at once', async () => {
    const engine = await createEngine(open, policyText('name: lonely, ask: [askers], decide: [di], card: approvals'));
    await expect(engine.ask('di')).rejects.toMatchObject({ code: 'Policy.NobodyDecides' });
    expect(await ruleOf(engine, await engine.ask('ana'))).toBe('lonely');
  });

  it('a request that needs more approvers than there are is refused at once', async () => {
    const rule = 'name: three, ask: [askers], decide: [leads], approvals: 3, card: approvals';
    const engine = await createEngine(open, policyText(rule));
    await expect(engine.ask('di')).rejects.toMatchObject({ code: 'Policy.NobodyDecides' });
  });

  it('a waiting request gets the deciders of the new policy and keeps its terms', async () => {
    const engine = await createEngine(open);
    const id = await engine.ask('ana', { days: 7 });
    engine.policy.replace(policyText('name: plain, ask: [askers], decide: [fi], card: approvals'));
    expect(await deciders(engine, id)).toEqual(['fi']);
    expect((await engine.decide('bo', id)).refused?.text).toBe('changes.refused.notDecider');
    expect((await engine.decide('fi', id)).change?.state).toBe('approved');
    expect((await engine.changes.find(id))?.terms).toMatchObject({ days: 7 });
  });

  it('a renamed rule is found by what it matches', async () => {
    const { engine, id } = await askedByAna(open);
    engine.policy.replace(policyText('name: another name, ask: [askers], decide: [fi], card: approvals'));
    expect(await deciders(engine, id)).toEqual(['fi']);
  });

  it('a request whose rule is gone cannot be decided, and the card says so', async () => {
    const { engine, id } = await askedByAna(open);
    expect(await engine.card(id)).not.toContain(gone);
    engine.policy.replace(policyText('name: owners, when: { role: [owner] }, ask: [askers], approvals: 0'));
    expect((await engine.decide('bo', id)).refused?.text).toBe('changes.refused.notAskable');
    expect(await engine.card(id)).toContain(gone);
  });

  it('cards of waiting requests are redrawn when another policy comes into force', async () => {
    const { engine, id } = await askedByAna(open);
    const before = (await engine.changes.find(id))?.version ?? 0;
    engine.policy.replace(policyText('name: plain, ask: [askers], decide: [fi], card: approvals'));
    const wanted = async (): Promise<number> => {
      const rows = engine.database.db.selectFrom('deliveries').select('wanted_version');
      return (await rows.where('subject', '=', `change:${id}`).executeTakeFirst())?.wanted_version ?? 0;
    };
    await until('a newer version wanted', async () => (await wanted()) > before);
    expect(await engine.card(id)).toContain('Fi Costa');
  });

  it('a request that nobody can decide expires', async () => {
    const { engine, id } = await askedByAna(open);
    engine.policy.replace(policyText('name: owners, when: { role: [owner] }, ask: [askers], approvals: 0'));
    engine.clock.advance(8 * HOUR);
    engine.jobs.start();
    await until('the end', async () => (await engine.changes.find(id))?.state === 'expired');
    await engine.jobs.stop();
  });

  it('the deadline stays as it was at the request', async () => {
    const { engine, id } = await askedByAna(open);
    const asked = (await engine.changes.find(id))?.deadlineAt;
    engine.policy.replace(oneApproval.replace('changes:\n', 'changes:\n  answerWithin: 1 hour\n'));
    expect((await engine.changes.find(id))?.deadlineAt).toBe(asked);
  });
});
