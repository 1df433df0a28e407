import { findChange, moveChange } from '#engine/changes/repository.ts';
import { people } from '../../../sandbox/world.ts';
import { describeStores } from '../../support/database.ts';
import { approvedByBo, askedByAna, createEngine, type Engine, migrations } from './engine.ts';

const COPIES = 12;
const ROUNDS = 8;

describeStores((_kind, open) => {
  const takeBack = ({ changes }: Engine, id: string) => changes.cancel(id, { ...people.ana, language: 'en' });

  it('concurrent copies of one press count as one press, and none is refused', async () => {
    const engine = await createEngine(open);
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await engine.ask('ana', { role: `role ${round}` });
      const outcomes = await Promise.all(Array.from({ length: COPIES }, () => engine.decide('bo', id)));
      expect(outcomes.filter(({ refused }) => refused)).toEqual([]);
    }
  });

  it('a withdrawal after a decision is refused with who decided and when', async () => {
    const { engine, id } = await approvedByBo(open);
    expect((await takeBack(engine, id)).refused).toEqual({
      text: 'changes.refused.decided',
      values: {
        who: people.bo.name,
        when: new Date(engine.clock.now()),
        state: 'approved',
        mine: true,
        asker: people.ana.name,
      },
    });
  });
});

const MANY = 20;

describeStores((_kind, open) => {
  it('one of many concurrent updates of one version succeeds, also over two handles', async () => {
    const engine = await createEngine(open);
    const other = await open(migrations);
    const id = await engine.ask('ana');
    const read = await findChange(engine.database.db, id);
    if (!read) throw new Error('the change is gone');
    const moves = Array.from({ length: MANY }, (_none, index) =>
      moveChange((index % 2 ? other : engine.database).db, read, index, { state: 'denied' }),
    );
    const won = (await Promise.all(moves)).filter((moved) => moved !== undefined);
    expect(won).toHaveLength(1);
    expect((await findChange(engine.database.db, id))?.version).toBe(read.version + 1);
  });

  it('the change has only the values of the update that succeeded', async () => {
    const { engine, id } = await askedByAna(open);
    const read = await findChange(engine.database.db, id);
    if (!read) throw new Error('the change is gone');
    const states = ['denied', 'cancelled', 'expired', 'approved'] as const;
    const ends = await Promise.all(states.map((state) => moveChange(engine.database.db, read, 0, { state })));
    const [winner] = ends.filter((moved) => moved !== undefined);
    expect((await findChange(engine.database.db, id))?.state).toBe(winner?.state);
  });

  it('an ended change may be requested again', async () => {
    const engine = await createEngine(open);
    const first = await engine.ask('ana');
    await expect(engine.ask('ana')).rejects.toMatchObject({ code: 'Change.AlreadyOpen' });
    await engine.decide('bo', first, { verdict: 'deny' });
    expect(await engine.ask('ana')).not.toBe(first);
  });

  it('concurrent copies of one activity make one change', async () => {
    const engine = await createEngine(open);
    const asked = await Promise.all(Array.from({ length: MANY }, () => engine.ask('ana', {}, 'form 1')));
    expect(new Set(asked).size).toBe(1);
  });

  it('the same request in many activities at once makes one change, and the others get its name', async () => {
    const engine = await createEngine(open);
    const asked = await Promise.allSettled(Array.from({ length: MANY }, () => engine.ask('ana')));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [change] = await engine.changes.list({}, 2);
    const reasons = asked.flatMap((one) => (one.status === 'rejected' ? [one.reason.values.ref] : []));
    expect(new Set(reasons)).toEqual(new Set([change?.ref]));
  });
});
