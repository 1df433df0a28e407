import crypto from 'node:crypto';
import { VendorError } from '#cloud/errors/errors.ts';
import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import { people } from '../../../sandbox/world.ts';
import { describeStores } from '../../support/database.ts';
import { untilLater } from '../../support/manual-clock.ts';
import { replaceBuiltin, restoreBuiltins } from '../../support/replace-builtin.ts';
import { until } from '../../support/until.ts';
import {
  approvedByBo,
  askedByAna,
  createEngine,
  type Engine,
  oneApproval,
  runningEngines,
  twoApprovals,
} from './engine.ts';

const lost = (): never => {
  throw new VendorError({ code: 'Http.Lost', text: 'http.error.lost', arrived: 'maybe', retryable: true });
};
const unreachable = (): never => {
  throw new VendorError({ code: 'Http.NotSent', text: 'http.error.notSent', arrived: 'no', retryable: true });
};
const refused = (): never => {
  const about = { code: 'Vendor.Refused', vendorCode: 'RuleFailed', status: 400 };
  throw new VendorError({ ...about, text: 'vendor.error.unknown', arrived: 'yes' });
};
const never = () => new Promise<never>(() => {});
/** Longer than any pause between attempts, and any lease. */
const A_WHILE = 2 * MINUTE;

describeStores((_kind, open) => {
  const { started, approved, reaches, abandon } = runningEngines();
  const called = (engine: Engine, times: number): Promise<void> =>
    until(`${times} calls`, () => engine.vendor.calls.length >= times);

  it('the bytes stored at the approval are sent once', async () => {
    const engine = await started(open);
    const id = await approved(engine);
    const frozen = (await engine.changes.find(id))?.frozen;
    await reaches(engine, id, 'done');
    expect(engine.vendor.calls).toEqual([JSON.stringify(frozen)]);
    expect(await engine.history(id)).toEqual(['asked', 'approved', 'sending', 'done']);
  });

  it('after a lost answer the same bytes are sent again', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(lost);
    const id = await approved(engine);
    await called(engine, 1);
    await untilLater(engine, A_WHILE / 20, 'the second call', () => engine.vendor.calls.length === 2);
    await reaches(engine, id, 'done');
    expect(new Set(engine.vendor.calls).size).toBe(1);
  });

  it('after a process died during the call the next one repeats it with the same bytes', async () => {
    const dying = await started(open);
    dying.vendor.answers.push(never);
    const id = await approved(dying);
    await called(dying, 1);
    abandon();
    const next = await started(open);
    next.clock.advance(A_WHILE);
    await reaches(next, id, 'done');
    expect(next.vendor.calls).toEqual(dying.vendor.calls);
  });

  it('a change that the vendor refuses has failed, and is not repeated', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(refused);
    const id = await approved(engine);
    await reaches(engine, id, 'failed');
    expect((await engine.changes.find(id))?.failure?.code).toBe('RuleFailed');
    expect(engine.vendor.calls).toHaveLength(1);
  });

  it('a change that could not be sent in time has failed', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(unreachable, unreachable, unreachable);
    const id = await approved(engine);
    await until('the failed try', async () => (await engine.history(id)).includes('not sent'));
    engine.clock.advance(HOUR);
    await reaches(engine, id, 'failed');
    expect((await engine.changes.find(id))?.failure?.code).toBe('Change.TimeUp');
  });

  it('a change that may have been sent and cannot be found is unconfirmed, and the operators are told', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(lost, lost, lost);
    const id = await approved(engine);
    await called(engine, 1);
    engine.clock.advance(HOUR);
    await reaches(engine, id, 'unconfirmed');
    const copies = engine.database.db.selectFrom('deliveries').select('face').where('subject', '=', `change:${id}`);
    expect((await copies.execute()).map(({ face }) => face)).toContain('operators');
  });

  it('two processes on one store perform each change once', async () => {
    const engines = [await started(open), await started(open)];
    const [first] = engines;
    if (!first) throw new Error('no engine');
    const roles = Array.from({ length: 12 }, (_none, index) => `role${index}`);
    const ids = await Promise.all(roles.map((role) => first.ask('ana', { role })));
    await Promise.all(ids.map((id, index) => engines[index % 2]?.decide('bo', id)));
    for (const id of ids) await reaches(first, id, 'done');
    const calls = engines.flatMap(({ vendor }) => vendor.calls);
    expect([calls.length, new Set(calls).size]).toEqual([ids.length, ids.length]);
  });
});

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
      const { engine, id } = await askedByAna(open);
      engine.clock.advance(DAY);
      expect((await press(engine, id)).refused?.text).toBe('changes.refused.tooLate');
      expect(await engine.stateOf(id)).toBe('expired');
    },
  );

  it('the deadline job has nothing left to do', async () => {
    const { engine, id } = await askedByAna(open);
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
    const { engine, id } = await approvedByBo(open, twoApprovals);
    engine.clock.advance(DAY);
    await takeBack(engine, id);
    expect((await takeBack(engine, id)).refused?.text).toBe('changes.refused.ended');
  });
});

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
