import { people } from '../../../sandbox/world.ts';
import { describeStores } from '../../support/database.ts';
import { createEngine, type Engine } from './engine.ts';

const MANY = 12;
const ROUNDS = 8;

describeStores((_kind, open) => {
  const takeBack = ({ changes }: Engine, id: string) => changes.cancel(id, { ...people.ana, language: 'en' });

  it('concurrent copies of one press count as one press, and none is refused', async () => {
    const engine = await createEngine(open);
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await engine.ask('ana', { role: `role ${round}` });
      const outcomes = await Promise.all(Array.from({ length: MANY }, () => engine.decide('bo', id)));
      expect(outcomes.filter(({ refused }) => refused)).toEqual([]);
    }
  });

  it('a withdrawal after a decision is refused with who decided and when', async () => {
    const engine = await createEngine(open);
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
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
