import { people } from '../../../sandbox/world.ts';
import columns from '../../fixtures/deciding-columns.json' with { type: 'json' };
import { describeStores } from '../../support/database.ts';
import { isWorking } from '../../support/store-invariants.ts';
import { until } from '../../support/until.ts';
import { approvedByBo, askedByAna, createEngine, type Engine, oneApproval } from './engine.ts';

const fi = { objectId: people.fi.objectId, name: people.fi.name, language: 'en' };
const LATER = '2099-01-01T00:00:00.000Z';

/** What somebody would write who wants it decided or sent otherwise; any other text where nothing better fits. */
const wanted: Readonly<Record<string, unknown>> = {
  ...{
    state: 'doing',
    version: 7,
    terms_version: 2,
    needs: 0,
    attempts: 5,
    maybe_sent: 1,
    phase: 'look',
    seen_json: '{"x":1}',
  },
  ...{ terms_json: '{"whose":"x","role":"owner","days":9}', requester_id: people.fi.objectId, verdict: 'accept' },
  ...{ deadline_at: LATER, finish_by: LATER, escalated_at: LATER, ended_at: LATER, at: LATER, open_key: null },
  frozen_json: '{"operation":"op","method":"PUT","path":"/x","query":"","body":"{}"}',
  outcome_json: '{"code":"x","text":"changes.failure.frozen","values":{},"rules":[],"correlation":""}',
};

/** Other rows hold these, so that the store itself refuses an edit of a request's id. */
const deciding = (table: 'changes' | 'decisions' | 'change_freezes'): readonly string[] =>
  Object.entries(columns[table]).flatMap(([column, is]) =>
    /^(sealed|compared)$/.test(is) && !/^(id|change_id)$/.test(column) ? [column] : [],
  );

describeStores((_kind, open) => {
  /** One UPDATE of somebody who has the database and not the key. */
  const edit = ({ database: { db } }: Engine, table: 'changes' | 'decisions' | 'change_freezes', column: string) =>
    db
      .updateTable(table)
      .set({ [column]: column in wanted ? wanted[column] : 'edited' })
      .execute();

  const expectUnused = async (engine: Engine, id: string): Promise<void> => {
    const pressed = await engine.decide('cy', id).catch((error: Error) => ({ refused: error }));
    expect(pressed.refused).toBeDefined();
    engine.jobs.start();
    await until('quiet', async () => !(await isWorking(engine.database.db, engine.clock.now())));
    await engine.jobs.stop();
    expect(engine.vendor.calls).toEqual([]);
  };

  it.each(deciding('changes'))('a waiting request with another %s in its row is not approved', async (column) => {
    const { engine, id } = await askedByAna(open, oneApproval);
    await edit(engine, 'changes', column);
    await expectUnused(engine, id);
  });

  it.each([
    ...deciding('changes').map((column) => ['changes', column] as const),
    ...deciding('decisions').map((column) => ['decisions', column] as const),
  ])('an approved request is not sent when its row in %s has another %s', async (table, column) => {
    const { engine, id } = await approvedByBo(open, oneApproval);
    await edit(engine, table, column);
    await expectUnused(engine, id);
  });

  it.each(Object.keys(columns.change_freezes))('a freeze goes on when its row has another %s', async (column) => {
    const engine = await createEngine(open, oneApproval);
    await engine.database.transaction((trx) => engine.changes.freezes.begin(trx, { by: fi, reason: 'taken over' }));
    await edit(engine, 'change_freezes', column);
    await expect(engine.ask('ana')).rejects.toThrow();
    expect(engine.vendor.calls).toEqual([]);
  });

  it('a freeze whose row was deleted goes on, and its administrator can end it', async () => {
    const engine = await createEngine(open, oneApproval);
    const { begin, end } = engine.changes.freezes;
    const { freeze } = await engine.database.transaction((trx) => begin(trx, { by: fi, reason: 'taken over' }));
    await engine.database.db.deleteFrom('change_freezes').execute();
    await expect(engine.ask('ana')).rejects.toMatchObject({ code: 'Policy.Frozen' });
    await engine.database.transaction((trx) => end(trx, freeze.id, fi));
    expect(await engine.ask('ana')).toBeDefined();
  });
});
