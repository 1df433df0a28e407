import { VendorError } from '#cloud/errors/errors.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { people } from '../../../sandbox/world.ts';
import { describeStores } from '../../support/database.ts';
import { untilLater } from '../../support/manual-clock.ts';
import { approvedByBo, askedByAna, createEngine, type Engine, oneApproval, twoApprovals } from './engine.ts';

const lost = (): never => {
  throw new VendorError({ code: 'Http.Lost', text: 'http.error.lost', arrived: 'maybe', retryable: true });
};
const fi = { objectId: people.fi.objectId, name: people.fi.name, language: 'en' };

describeStores((_kind, open) => {
  const freeze = async ({ changes, database }: Engine) =>
    (await database.transaction((trx) => changes.freezes.begin(trx, { by: fi, reason: 'an account was taken over' })))
      .freeze;
  const unfreeze = ({ changes, database }: Engine, id: string) =>
    database.transaction((trx) => changes.freezes.end(trx, id, fi));
  const revoke = ({ changes, database }: Engine, who: 'ana' | 'bo') =>
    database.transaction((trx) =>
      changes.revoke(trx, { person: people[who].objectId, by: fi, reason: 'an account was taken over' }),
    );

  describe('a freeze', () => {
    it('a freeze refuses a request with who, since when and why', async () => {
      const engine = await createEngine(open, oneApproval);
      await freeze(engine);
      await expect(engine.ask('ana')).rejects.toMatchObject({
        code: 'Policy.Frozen',
        textKey: 'changes.refused.frozen',
        values: { who: fi.name, reason: 'an account was taken over', when: new Date(engine.clock.now()) },
      });
    });

    it('a freeze refuses an approval and takes a denial', async () => {
      const { engine, id } = await askedByAna(open, oneApproval);
      await freeze(engine);
      expect((await engine.decide('bo', id)).refused?.text).toBe('changes.refused.frozen');
      expect((await engine.decide('bo', id, { verdict: 'deny' })).refused).toBeUndefined();
      expect(await engine.stateOf(id)).toBe('denied');
    });

    it('a freeze keeps an approved change from being sent, which fails with that reason', async () => {
      const { engine, id } = await approvedByBo(open, oneApproval);
      const { id: frozen } = await freeze(engine);
      engine.jobs.start();
      await untilLater(engine, SECOND, 'failed', async () => (await engine.stateOf(id)) === 'failed');
      expect((await engine.find(id)).failure?.code).toBe('Policy.Frozen');
      expect(engine.vendor.calls).toEqual([]);
      await unfreeze(engine, frozen);
      await engine.jobs.stop();
    });

    it('a freeze that begins right before the call keeps the call from leaving', async () => {
      const { engine, id } = await askedByAna(open, oneApproval);
      engine.vendor.beforeSending = () => freeze(engine);
      await engine.decide('bo', id);
      engine.jobs.start();
      await untilLater(engine, SECOND, 'failed', async () => (await engine.stateOf(id)) === 'failed');
      expect(engine.vendor.calls).toEqual([]);
      await engine.jobs.stop();
    });

    it('a freeze that is begun twice is one freeze, and ends once', async () => {
      const engine = await createEngine(open, oneApproval);
      const { id } = await freeze(engine);
      expect((await freeze(engine)).id).toBe(id);
      expect(await unfreeze(engine, id)).toBeDefined();
      expect(await unfreeze(engine, id)).toBeUndefined();
      expect(await engine.changes.freezes.list(engine.database.db)).toEqual([]);
    });
  });

  describe('a revocation', () => {
    it('a revocation ends what the person asked for as denied by the administrator', async () => {
      const engine = await createEngine(open, oneApproval);
      const [theirs, other] = [await engine.ask('ana'), await engine.ask('di')];
      const { ended } = await revoke(engine, 'ana');
      expect(ended).toEqual([(await engine.find(theirs)).ref]);
      expect([await engine.stateOf(theirs), await engine.stateOf(other)]).toEqual(['denied', 'waiting']);
      expect((await engine.changes.decisions(theirs)).map(({ person }) => person.name)).toEqual([fi.name]);
    });

    it('a revocation takes the person’s approval away, and the request is decided by others then', async () => {
      const { engine, id } = await approvedByBo(open, twoApprovals);
      expect((await revoke(engine, 'bo')).voided).toEqual([(await engine.find(id)).ref]);
      expect(await engine.card(id)).toContain('an administrator revoked that');
      await engine.decide('cy', id);
      expect(await engine.stateOf(id)).toBe('waiting');
      await engine.decide('di', id);
      expect(await engine.stateOf(id)).toBe('approved');
      expect(await engine.history(id)).toContain('approval revoked');
    });

    it('a revocation leaves the person’s denial', async () => {
      const { engine, id } = await askedByAna(open, twoApprovals.replace('approvals: 2', 'approvals: 1, denials: 2'));
      await engine.decide('bo', id, { verdict: 'deny' });
      expect((await revoke(engine, 'bo')).voided).toEqual([]);
      await engine.decide('cy', id, { verdict: 'deny' });
      expect(await engine.stateOf(id)).toBe('denied');
    });

    it('a revocation stops what was approved and is not sent yet', async () => {
      const { engine, id } = await approvedByBo(open, oneApproval);
      await revoke(engine, 'ana');
      expect((await engine.find(id)).failure?.code).toBe('Change.Revoked');
    });

    it('a revocation stops what the person approved and is not sent yet, and tells whoever asked who must approve it now', async () => {
      const { engine, id } = await approvedByBo(open, oneApproval);
      const { stopped, sent } = await revoke(engine, 'bo');
      expect([stopped, sent]).toEqual([[(await engine.find(id)).ref], []]);
      expect((await engine.find(id)).failure).toMatchObject({
        ...{ code: 'Change.Revoked', text: 'changes.failure.voteRevoked' },
        values: { who: fi.name, approver: people.bo.name, reason: 'an account was taken over' },
      });
      expect(await engine.card(id)).toContain('somebody else must approve it');
      const told = engine.database.db.selectFrom('deliveries').select('target').where('face', '=', 'personal');
      expect(await told.execute()).toEqual([{ target: people.ana.objectId }]);
      engine.jobs.start();
      await engine.jobs.stop();
      expect(engine.vendor.calls).toEqual([]);
    });

    it('a revocation of an approver whose call may be at the vendor names it as sent, and reading shows what became of it', async () => {
      const { engine, id } = await approvedByBo(open, oneApproval);
      engine.vendor.answers.push(lost);
      engine.vendor.settled = { is: 'done' };
      engine.jobs.start();
      await untilLater(engine, 0, 'the call', async () => engine.vendor.calls.length === 1);
      const { stopped, sent } = await revoke(engine, 'bo');
      expect([stopped, sent]).toEqual([[], [(await engine.find(id)).ref]]);
      await untilLater(engine, SECOND, 'read', async () => (await engine.stateOf(id)) === 'done');
      await engine.jobs.stop();
      expect(engine.vendor.calls).toHaveLength(1);
    });

    it('a revocation of an approver right before the call keeps the call from leaving', async () => {
      const { engine, id } = await askedByAna(open, oneApproval);
      engine.vendor.beforeSending = () => revoke(engine, 'bo');
      await engine.decide('bo', id);
      engine.jobs.start();
      await untilLater(engine, SECOND, 'failed', async () => (await engine.stateOf(id)) === 'failed');
      await engine.jobs.stop();
      expect(engine.vendor.calls).toEqual([]);
    });
  });
});
