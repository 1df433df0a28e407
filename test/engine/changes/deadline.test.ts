import { DAY } from '#platform/lib/clock.ts';
import { people } from '../../../sandbox/world.ts';
import { describeStores } from '../../support/database.ts';
import { until } from '../../support/until.ts';
import { createEngine, type Engine, twoApprovals } from './engine.ts';

const ROUNDS = 12;

describeStores((_kind, open) => {
  const takeBack = ({ changes }: Engine, id: string) => changes.cancel(id, { ...people.ana, language: 'en' });

  const presses = [
    ['decides', (engine: Engine, id: string) => engine.decide('bo', id)],
    ['takes it back', takeBack],
  ] as const;

  /** Two processes on one store, with different clocks. */
  const apart = async (): Promise<{ ahead: Engine; behind: Engine }> => {
    const [ahead, behind] = [await createEngine(open), await createEngine(open)];
    ahead.clock.advance(DAY);
    return { ahead, behind };
  };

  it.each(presses)(
    'who %s after the deadline, before the timer has run, is told so and ends it',
    async (_what, press) => {
      const engine = await createEngine(open);
      const id = await engine.ask('ana');
      engine.clock.advance(DAY);
      expect((await press(engine, id)).refused?.text).toBe('changes.refused.tooLate');
      expect(await engine.stateOf(id)).toBe('expired');
    },
  );

  it('the deadline job has nothing left to do', async () => {
    const engine = await createEngine(open);
    const id = await engine.ask('ana');
    engine.clock.advance(DAY);
    await engine.decide('bo', id);
    engine.jobs.start();
    await until('an idle timer', async () => {
      const jobs = await engine.database.db.selectFrom('jobs').select('state').execute();
      return jobs.every(({ state }) => state === 'done');
    });
    await engine.jobs.stop();
    expect(await engine.history(id)).toEqual(['asked', 'expired']);
  });

  it.each(presses)('after one person was told that the deadline is over, nobody %s', async (_what, press) => {
    const { ahead, behind } = await apart();
    const id = await behind.ask('ana');
    await ahead.decide('cy', id);
    expect((await press(behind, id)).refused).toMatchObject({
      text: 'changes.refused.ended',
      values: { state: 'expired' },
    });
  });

  it('if a decision and the deadline coincide, everyone sees the one that came first', async () => {
    const { ahead, behind } = await apart();
    for (let round = 0; round < ROUNDS; round += 1) {
      const id = await behind.ask('ana', { role: `role ${round}` });
      const [late, early] = await Promise.all([ahead.decide('bo', id), behind.decide('cy', id)]);
      const expired = (await behind.stateOf(id)) === 'expired';
      expect([late.refused?.text, early.refused?.text]).toEqual(
        expired ? ['changes.refused.tooLate', 'changes.refused.ended'] : ['changes.refused.decided', undefined],
      );
    }
  });

  it('the first of two approvers is not named as the one who ended an expired request', async () => {
    const engine = await createEngine(open, twoApprovals);
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    engine.clock.advance(DAY);
    await takeBack(engine, id);
    expect((await takeBack(engine, id)).refused?.text).toBe('changes.refused.ended');
  });
});
