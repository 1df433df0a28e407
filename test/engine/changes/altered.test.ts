import { sealOpenChanges } from '#engine/changes/seal/seal.ts';
import { verifyAudit } from '#platform/audit/entries.ts';
import { HOUR } from '#platform/lib/clock.ts';
import { people } from '../../../sandbox/world.ts';
import { testKey } from '../../support/audit.ts';
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

const twoDenials = policyText('name: denials, ask: [ana], decide: [leads], denials: 2, card: approvals');
const escalating = policyText(
  'name: one, ask: [askers], decide: [bo], card: approvals, escalate: { to: [fi], after: 2 hours }',
);
const noApproval = policyText('name: free, ask: [askers], approvals: 0');

describeStores((_kind, open) => {
  const running: Engine[] = [];
  afterEach(() => {
    for (const engine of running.splice(0)) void engine.jobs.stop();
  });

  /** An edit of the row alone, by someone with write access to the database. */
  const alter = ({ database: { db } }: Engine, id: string, columns: Readonly<Record<string, unknown>>) =>
    db.updateTable('changes').set(columns).where('id', '=', id).execute();
  const perform = async (engine: Engine, id: string) => {
    running.push(engine);
    engine.jobs.start();
    await until('its end', async () => (await engine.find(id)).endedAt !== undefined);
  };
  const rowOf = ({ database: { db } }: Engine, id: string) =>
    db.selectFrom('changes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const noticesOf = async ({ database: { db } }: Engine): Promise<string[]> =>
    (await db.selectFrom('notices').select('text_key').execute()).map(({ text_key }) => text_key);

  /** Nothing was sent, the card says why, the audit has it, and the operators are alerted. */
  const expectStopped = async (engine: Engine, id: string): Promise<void> => {
    const { state, failure } = await engine.find(id);
    expect([state, failure?.code]).toEqual(['failed', 'Change.Altered']);
    expect(engine.vendor.calls).toEqual([]);
    expect((await engine.history(id)).at(-1)).toBe('altered in the database');
    expect(await noticesOf(engine)).toEqual(['operators.changeAltered']);
    expect(await engine.card(id)).toContain('altered in the database');
    expect(await verifyAudit(engine.database.db, testKey)).toMatchObject({ ok: true });
  };

  const OWNER = '{"whose":"11111111-1111-4111-8111-111111111111","role":"owner","days":5}';
  const waitingAttacks: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
    ['the terms', { terms_json: OWNER }],
    ['who asked', { requester_id: '99999999-9999-4999-8999-999999999999' }],
    ['the name of who asked', { requester_name: 'Cy Okafor' }],
    ['the approvals that it needs', { needs: 0 }],
    ['the rule', { rule: 'another' }],
    ['the version of the terms', { terms_version: 2 }],
    ['the frozen call', { frozen_json: '{"operation":"op","method":"PUT","path":"/x","query":"","body":"{}"}' }],
    ['the deadline', { deadline_at: '2099-01-01T00:00:00.000Z' }],
    ['the seal', { seal: 'f'.repeat(64) }],
    ['the seal, taken away', { seal: null }],
  ];

  it.each(waitingAttacks)('a press on a request with an altered %s ends the request', async (_what, columns) => {
    const { engine, id } = await askedByAna(open, oneApproval);
    await alter(engine, id, columns);
    const terms = Number(columns['terms_version'] ?? 1);
    expect((await engine.decide('bo', id, { terms })).refused?.text).toBe('changes.refused.altered');
    await expectStopped(engine, id);
  });

  it.each(['deny', 'approve'] as const)(
    'a press on a request from which a denial was deleted ends the request (%s)',
    async (verdict) => {
      const { engine, id } = await askedByAna(open, twoDenials);
      await engine.decide('bo', id, { verdict: 'deny' });
      await engine.database.db.deleteFrom('decisions').where('change_id', '=', id).execute();
      expect((await engine.decide('cy', id, { verdict })).refused?.text).toBe('changes.refused.altered');
      await expectStopped(engine, id);
    },
  );

  const call = (body: string): string =>
    JSON.stringify({ operation: 'op', method: 'PUT', path: '/1', query: '', body });
  it.each<readonly [string, Readonly<Record<string, unknown>>]>([
    ...waitingAttacks.filter(([, columns]) => !('terms_version' in columns)),
    ['the call', { frozen_json: call('{"role":"owner"}') }],
    ['the time limit', { finish_by: '2099-01-01T00:00:00.000Z' }],
    ['the number of attempts', { attempts: 7 }],
    ['the mark that it may be sent', { maybe_sent: 1 }],
    ['what was seen of it', { seen_json: '{"role":"owner"}' }],
    ['its GUID', { guid: '99999999-9999-4999-8999-999999999999' }],
  ])('an approved change with an altered %s is not sent', async (_what, columns) => {
    const { engine, id } = await approvedByBo(open, oneApproval);
    await alter(engine, id, columns);
    await perform(engine, id);
    await expectStopped(engine, id);
  });

  it('a change that was altered between the read of its row and the call is not sent', async () => {
    const { engine, id } = await approvedByBo(open, oneApproval);
    engine.vendor.beforeSending = () => alter(engine, id, { frozen_json: call('{"role":"owner"}') });
    await perform(engine, id);
    await expectStopped(engine, id);
  });

  it('a request with altered terms does not escalate: its time ends it', async () => {
    const { engine, id } = await askedByAna(open, escalating);
    await alter(engine, id, { terms_json: OWNER });
    running.push(engine);
    engine.jobs.start();
    engine.clock.advance(2 * HOUR);
    await until('its end', async () => (await engine.find(id)).endedAt !== undefined);
    await expectStopped(engine, id);
  });

  it('a request that needs no approval is sent, but not when it was altered', async () => {
    const [fine, altered] = [await createEngine(open, noApproval), await createEngine(open, noApproval)];
    const good = await fine.ask('ana');
    await perform(fine, good);
    expect(await fine.stateOf(good)).toBe('done');
    const bad = await altered.ask('di');
    await alter(altered, bad, { terms_json: OWNER });
    await perform(altered, bad);
    expect((await altered.find(bad)).failure?.code).toBe('Change.Altered');
    expect(altered.vendor.calls).toEqual([]);
  });

  describe('a decision', () => {
    const twoAsked = async () => {
      const { engine, id } = await approvedByBo(open, twoApprovals);
      return { engine, id };
    };
    const decisions = ({ database: { db } }: Engine) => db.selectFrom('decisions').selectAll().execute();

    it('a decision that was forged does not count, and ends the request', async () => {
      const { engine, id } = await twoAsked();
      const [made] = await decisions(engine);
      if (!made) throw new Error('there is no decision');
      await engine.database.db
        .insertInto('decisions')
        .values({ ...made, person_id: '99999999-9999-4999-8999-999999999999', person_name: 'Nobody' })
        .execute();
      expect((await engine.decide('cy', id)).refused?.text).toBe('changes.refused.altered');
      await expectStopped(engine, id);
    });

    it('a decision that was copied from another request does not count', async () => {
      const { engine, id } = await twoAsked();
      const other = await engine.ask('di', { role: 'contributor' });
      await engine.decide('cy', other);
      const made = (await decisions(engine)).find(({ change_id }) => change_id === other);
      if (!made) throw new Error('there is no decision');
      await engine.database.db
        .insertInto('decisions')
        .values({ ...made, change_id: id })
        .execute();
      expect((await engine.decide('cy', id)).refused?.text).toBe('changes.refused.altered');
    });

    it.each<readonly [string, Readonly<Record<string, unknown>>]>([
      ['the verdict', { verdict: 'deny' }],
      ['the person', { person_id: '99999999-9999-4999-8999-999999999999' }],
      ['the name', { person_name: 'Fi Ito' }],
      ['the reason', { reason: 'something else' }],
      ['what was seen', { shown: 'f'.repeat(64) }],
      ['the moment', { at: '2020-01-01T00:00:00.000Z' }],
    ])('a decision with an altered %s stops the change that it approved', async (_what, columns) => {
      const { engine, id } = await approvedByBo(open, oneApproval);
      await engine.database.db.updateTable('decisions').set(columns).where('change_id', '=', id).execute();
      await perform(engine, id);
      await expectStopped(engine, id);
    });

    it('a decision that was deleted stops the change that it approved', async () => {
      const { engine, id } = await approvedByBo(open, oneApproval);
      await engine.database.db.deleteFrom('decisions').where('change_id', '=', id).execute();
      await perform(engine, id);
      await expectStopped(engine, id);
    });

    it('a decision to deny is no approval when the request was set back to waiting', async () => {
      const { engine, id } = await twoAsked();
      await engine.decide('cy', id, { verdict: 'deny' });
      await alter(engine, id, { state: 'waiting', ended_at: null });
      expect((await engine.decide('cy', id)).refused?.text).toBe('changes.refused.altered');
      expect(engine.vendor.calls).toEqual([]);
    });
  });

  it('a forged request, approved and with its job, is not sent', async () => {
    const engine = await createEngine(open, oneApproval);
    const { db } = engine.database;
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    const row = await db.selectFrom('changes').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
    const forged = { ...row, id: 'forged', ref: 'R-FORGE', source: 's', guid: 'g', open_key: 'k' };
    await db.insertInto('changes').values(forged).execute();
    await db.updateTable('jobs').set({ payload: '{"change":"forged"}' }).execute();
    await perform(engine, 'forged');
    await expectStopped(engine, 'forged');
  });

  it('a request whose terms were set back to those before they were narrowed cannot be decided', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana', { days: 9 });
    const { terms_json, terms_version, seal } = await rowOf(engine, id);
    await engine.decide('bo', id, { days: 4 });
    await alter(engine, id, { terms_json, terms_version, seal });
    expect((await engine.decide('cy', id)).refused?.text).toBe('changes.refused.altered');
    await expectStopped(engine, id);
  });

  it('an approval whose row was put back after an administrator revoked it does not count', async () => {
    const { engine, id } = await approvedByBo(open, twoApprovals);
    const decisions = engine.database.db.selectFrom('decisions').selectAll().where('change_id', '=', id);
    const { change_id: _change, person_id: _person, ...vote } = await decisions.executeTakeFirstOrThrow();
    const revoking = { person: people.bo.objectId, by: { ...people.fi, language: 'en' }, reason: 'taken over' };
    await engine.database.transaction((trx) => engine.changes.revoke(trx, revoking));
    await engine.database.db.updateTable('decisions').set(vote).where('change_id', '=', id).execute();
    expect((await engine.decide('cy', id)).refused?.text).toBe('changes.refused.altered');
    await expectStopped(engine, id);
  });

  it('an approved request that was put back as it waited, with its seals, cannot be approved again', async () => {
    const { engine, id } = await askedByAna(open, oneApproval);
    const { version: _version, ...before } = await rowOf(engine, id);
    await engine.decide('bo', id);
    await engine.database.db.deleteFrom('decisions').execute();
    await alter(engine, id, before);
    expect((await engine.decide('cy', id)).refused?.text).toBe('changes.refused.altered');
    await expectStopped(engine, id);
  });

  it.each(['event', 'actor', 'detail_json', 'at'] as const)(
    'a request whose audit entry has another %s is not sent',
    async (column) => {
      const { engine, id } = await approvedByBo(open, oneApproval);
      const value = { event: 'looked at', actor: 'x', detail_json: '{}', at: '2020-01-01T00:00:00.000Z' }[column];
      await engine.database.db
        .updateTable('audit')
        .set({ [column]: value })
        .where('event', '=', 'approved')
        .execute();
      await perform(engine, id);
      expect((await engine.find(id)).failure?.code).toBe('Change.Altered');
      expect(engine.vendor.calls).toEqual([]);
    },
  );

  it('a finished request that was set back is not sent a second time', async () => {
    const { engine, id } = await approvedByBo(open, oneApproval);
    const { state, phase, finish_by, maybe_sent, ended_at } = await rowOf(engine, id);
    const jobs = engine.database.db.selectFrom('jobs').selectAll().where('kind', '=', 'changes.perform');
    const job = await jobs.executeTakeFirstOrThrow();
    await perform(engine, id);
    expect(engine.vendor.calls).toHaveLength(1);
    await alter(engine, id, { state, phase, finish_by, maybe_sent, ended_at });
    await engine.database.db.deleteFrom('jobs').execute();
    await engine.database.db.insertInto('jobs').values(job).execute();
    await until('its end', async () => (await engine.stateOf(id)) === 'failed');
    expect((await engine.find(id)).failure?.code).toBe('Change.Altered');
    expect(engine.vendor.calls).toHaveLength(1);
  });

  it('a request that was narrowed, approved by two and finished is unaltered', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana', { days: 9 });
    await engine.decide('bo', id, { days: 4 });
    await engine.decide('cy', id, { terms: 2, days: 3 });
    await perform(engine, id);
    expect(await engine.stateOf(id)).toBe('done');
    expect(engine.vendor.calls).toHaveLength(1);
  });

  it('a request that two processes approved with clocks a minute apart is unaltered, also with the later decision by the slow clock', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana', { days: 9 });
    await engine.decide('bo', id);
    engine.clock.advance(-60_000);
    await engine.decide('cy', id, { days: 3 });
    await perform(engine, id);
    expect(await engine.stateOf(id)).toBe('done');
  });

  it('an open request of an older Steward is sealed once and stays valid', async () => {
    const { engine, id } = await approvedByBo(open, twoApprovals);
    await alter(engine, id, { seal: null });
    await engine.database.db.updateTable('decisions').set({ shown: null, seal: null }).execute();
    await engine.database.transaction((trx) => sealOpenChanges(trx, { seal: testKey.mac }));
    await engine.decide('cy', id);
    await perform(engine, id);
    expect(await engine.stateOf(id)).toBe('done');
  });
});
