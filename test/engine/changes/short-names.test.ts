import crypto from 'node:crypto';
import { describeStores } from '../../support/database.ts';
import { replaceBuiltin, restoreBuiltins } from '../../support/replace-builtin.ts';
import { createEngine, oneApproval } from './engine.ts';

const { randomInt } = crypto;

/** The next names use the letters with these numbers; later ones are random. */
const draw = (...numbers: readonly number[]): void => {
  const left = [...numbers];
  replaceBuiltin(crypto, 'randomInt', (max: number) => left.shift() ?? randomInt(max));
};

const FIRST = [0, 0, 0, 0, 0];

describeStores((_kind, open) => {
  restoreBuiltins();

  const refOf = async (engine: Awaited<ReturnType<typeof createEngine>>, id: string) =>
    (await engine.changes.find(id))?.ref;

  it('a request whose short name is taken gets another, and a longer one', async () => {
    const engine = await createEngine(open, oneApproval);
    draw(...FIRST, ...FIRST, 1, 1, 1, 1, 1, 1);
    const refs = [
      await refOf(engine, await engine.ask('ana', { role: 'reader' })),
      await refOf(engine, await engine.ask('ana', { role: 'owner' })),
    ];
    expect(refs).toEqual(['R-22222', 'R-333333']);
  });

  it('nine taken names in a row refuse no request', async () => {
    const engine = await createEngine(open, oneApproval);
    draw(...FIRST);
    await engine.ask('ana', { role: 'reader' });
    const { db } = engine.database;
    const one = await db.selectFrom('changes').selectAll().executeTakeFirstOrThrow();
    const longer = { ...one, id: 'longer', ref: 'R-222222', open_key: null, source: 'longer' };
    await db.insertInto('changes').values(longer).execute();
    draw(...FIRST, ...Array.from({ length: 8 }, () => [0, ...FIRST]).flat());
    expect(await refOf(engine, await engine.ask('ana', { role: 'owner' }))).toMatch(/^R-\w{6}$/);
  });

  it('a second open request is refused with the name of the first, not as a taken short name', async () => {
    const engine = await createEngine(open, oneApproval);
    const ref = await refOf(engine, await engine.ask('ana'));
    await expect(engine.ask('ana')).rejects.toMatchObject({ code: 'Change.AlreadyOpen', values: { ref } });
  });
});
