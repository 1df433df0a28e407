import { decodeManagementError } from '#cloud/errors/error-body.ts';
import { errorFromAnswer, VendorError } from '#cloud/errors/errors.ts';
import { nextTry } from '#engine/changes/execution/refusal.ts';
import { HOUR, iso, MINUTE, SECOND } from '#platform/lib/clock.ts';
import type { Database, Migrations } from '#platform/storage/database.ts';
import { describeStores, type OpenStore } from '../../support/database.ts';
import { untilLater } from '../../support/manual-clock.ts';
import { until } from '../../support/until.ts';
import { createEngine, type Engine, oneApproval, runningEngines } from './engine.ts';

interface Refusal {
  readonly status: number;
  readonly code: string;
  readonly message?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const ids = { requestId: undefined, correlationId: undefined };

describeStores((_kind, open) => {
  const running: Engine[] = [];
  afterEach(() => Promise.all(running.splice(0).map(({ jobs }) => jobs.stop())));

  /** An approved change at a vendor that refuses so, and when each call came. */
  const refused = async (refusal: Refusal, times: number, operation?: string) => {
    const { status, code, message = 'So it is.', headers = {} } = refusal;
    const engine = await createEngine(open, oneApproval, operation);
    const calls: number[] = [];
    const text = JSON.stringify({ error: { code, message } });
    const refuse = (): never => {
      throw errorFromAnswer({ status, headers, text }, decodeManagementError, ids, engine.clock.now());
    };
    engine.vendor.answers.push(...Array.from({ length: times }, () => refuse));
    engine.vendor.holds.push(...Array.from({ length: 100 }, () => () => void calls.push(engine.clock.now())));
    engine.jobs.start();
    running.push(engine);
    const id = await engine.ask('ana');
    await engine.decide('bo', id);
    await until('a call', () => calls.length > 0);
    return { engine, id, calls };
  };
  /** Moves the clock to each next try until the change has ended. */
  const ends = ({ engine, id }: Awaited<ReturnType<typeof refused>>, state: string): Promise<void> =>
    until(state, async () => {
      const change = await engine.find(id);
      const next = nextTry(change, engine.clock.now());
      if (next) engine.clock.advance(Date.parse(next.at) - engine.clock.now());
      return change.state === state;
    });
  const gaps = (calls: readonly number[]): number[] => calls.slice(1).map((at, index) => at - (calls[index] ?? 0));

  it.each<[string, Refusal]>([
    ['another request is pending', { status: 400, code: 'PendingRoleAssignmentRequest' }],
    ['a registry’s limit', { status: 409, code: 'RegistryErrorResponse', message: 'Please retry later.' }],
    ['a new account', { status: 400, code: 'PrincipalNotFound' }],
    ['a new role', { status: 404, code: 'RoleDefinitionDoesNotExist' }],
    ['a new right of Steward’s own', { status: 403, code: 'AuthorizationFailed' }],
    ['another operation', { status: 409, code: 'AnotherOperationInProgress' }],
  ])('a refusal for now (%s) is sent again until it is taken, with growing pauses', async (_, refusal) => {
    const change = await refused(refusal, 3);
    await ends(change, 'done');
    const [first = 0, second = 0, third = 0] = gaps(change.calls);
    expect(change.calls).toHaveLength(4);
    expect([first >= 5 * SECOND, second >= first, third >= second]).toEqual([true, true, true]);
  });

  it.each<[string, Refusal]>([
    ['a rule', { status: 400, code: 'RoleAssignmentRequestPolicyValidationFailed' }],
    ['a lock', { status: 409, code: 'ScopeLocked' }],
    ['another directory', { status: 401, code: 'InvalidAuthenticationTokenTenant' }],
    ['a version that is not there', { status: 400, code: 'NoRegisteredProviderFound' }],
  ])('a final refusal (%s) ends it at once', async (_, refusal) => {
    const { engine, id, calls } = await refused(refusal, 3);
    await until('the end', async () => (await engine.stateOf(id)) === 'failed');
    expect(calls).toHaveLength(1);
    expect((await engine.find(id)).failure?.code).toBe(refusal.code);
  });

  it('the card says what the vendor says, when it is sent again, and until when', async () => {
    const { engine, id } = await refused(
      { status: 400, code: 'PendingRoleAssignmentRequest', message: 'One waits.' },
      9,
    );
    await until('the card', async () => (await engine.card(id)).includes('The vendor says: One waits.'));
    const { finishBy = 0 } = await engine.find(id);
    expect(await engine.card(id)).toContain(`goes on until {{DATE(${iso(finishBy).slice(0, 10)}`);
  });

  it('the card of a throttled one says so, and nothing is sent before the vendor’s time', async () => {
    const headers = { 'retry-after': '90' };
    const change = await refused({ status: 429, code: 'TooManyRequests', headers }, 1);
    const { engine, id, calls } = change;
    await until('the card', async () => (await engine.card(id)).includes('asks Steward to wait'));
    await ends(change, 'done');
    expect(gaps(calls)[0]).toBeGreaterThanOrEqual(90 * SECOND);
  });

  it('what has to reach every part of the vendor is final after twelve tries, which take more than eight minutes', async () => {
    const change = await refused({ status: 403, code: 'AuthorizationFailed' }, 100);
    await ends(change, 'failed');
    const { failure } = await change.engine.find(change.id);
    expect(failure).toMatchObject({ code: 'AuthorizationFailed' });
    expect(change.calls).toHaveLength(12);
    expect((change.calls.at(-1) ?? 0) - (change.calls[0] ?? 0)).toBeGreaterThan(8 * MINUTE);
  });

  it('when the change’s own time is over, its card has the vendor’s last words', async () => {
    const change = await refused({ status: 409, code: 'AnotherOperationInProgress', message: 'Still busy.' }, 100);
    change.engine.clock.advance(50 * MINUTE);
    await ends(change, 'failed');
    const { failure } = await change.engine.find(change.id);
    expect(failure).toMatchObject({ code: 'AnotherOperationInProgress', text: 'changes.failure.refusedUntil' });
    expect(await change.engine.card(change.id)).toContain('Still busy.');
  });

  it('a call that goes at most once is not sent again, whatever the refusal says', async () => {
    const busy = { status: 409, code: 'AnotherOperationInProgress' };
    const change = await refused(busy, 3, 'acceptSubscriptionOwnership');
    await ends(change, 'failed');
    expect(change.calls).toHaveLength(1);
  });
});

/** An operation whose retry class is “at most once”. */
const ONCE = 'acceptSubscriptionOwnership';

const failing =
  (arrived: 'no' | 'maybe', status = 0) =>
  (): never => {
    throw new VendorError({ code: 'Vendor.X', text: 'vendor.error.lost', arrived, status, retryable: true });
  };
/** Longer than any lease of the dead process. */
const LEASES_OVER = 2 * MINUTE;
const lost = failing('maybe');
const unreachable = failing('no');
const never = () => new Promise<never>(() => {});

/** A store with so many more commits; then its process dies, before the next commit or right after it. */
const dying = (open: OpenStore, commits: number, edge: 'before' | 'after') => {
  let left = commits;
  const store: OpenStore = async <T>(migrations: Migrations) => {
    const database = await open<T>(migrations);
    const transaction: Database<T>['transaction'] = async (work) => {
      left -= 1;
      if (left >= 0) return database.transaction(work);
      if (edge === 'after') await database.transaction(work);
      return never();
    };
    return { ...database, transaction };
  };
  return { store, isGone: () => left < 0 };
};

describeStores((_kind, open) => {
  const { started, approved, reaches, abandon } = runningEngines(ONCE);
  const afterAWhile = (engine: Engine, what: string, so: () => Promise<boolean>): Promise<void> =>
    untilLater(engine, MINUTE / 4, what, so);

  it.each([
    ['a lost answer', lost],
    ['an answer of the vendor’s that says nothing (500)', failing('maybe', 500)],
    ['an answer that a gateway may have given (503)', failing('no', 503)],
  ])(
    'after %s the call is not repeated; when reading does not show its effect, a person is asked within minutes',
    async (_w, answer) => {
      const engine = await started(open);
      engine.vendor.answers.push(answer);
      const id = await approved(engine);
      const askedAt = engine.clock.now();
      await afterAWhile(engine, 'the operators to be told', async () => (await engine.stateOf(id)) === 'unconfirmed');
      expect(engine.clock.now() - askedAt).toBeLessThan(HOUR / 2);
      expect(engine.vendor.calls).toHaveLength(1);
      expect(await engine.history(id)).toEqual(['asked', 'approved', 'sending', 'not sent again', 'unconfirmed']);
    },
  );

  it('after a lost answer reading may show that the change is done', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(lost);
    engine.vendor.settled = { is: 'done' };
    const id = await approved(engine);
    await afterAWhile(engine, 'the end', async () => (await engine.stateOf(id)) === 'done');
    expect(engine.vendor.calls).toHaveLength(1);
  });

  it('a call that provably never left is repeated', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(unreachable, unreachable);
    const id = await approved(engine);
    await afterAWhile(engine, 'the end', async () => (await engine.stateOf(id)) === 'done');
    expect(engine.vendor.calls).toHaveLength(3);
    expect(new Set(engine.vendor.calls).size).toBe(1);
  });

  it('a limit (429) is an answer: the change has failed, and may be requested again', async () => {
    const engine = await started(open);
    engine.vendor.answers.push(failing('no', 429));
    const id = await approved(engine);
    await reaches(engine, id, 'failed');
    expect(engine.vendor.calls).toHaveLength(1);
  });

  const deaths = (['before', 'after'] as const).flatMap((edge) => [0, 1, 2].map((commits) => ({ edge, commits })));

  it.each(deaths)(
    'a process that dies $edge commit $commits sends the call once at most, and people are told the end',
    async (death) => {
      const id = await approved(await createEngine(open, oneApproval, ONCE));
      const { store, isGone } = dying(open, death.commits, death.edge);
      const doomed = await started(store);
      const ended = async () => (await doomed.changes.find(id))?.endedAt !== undefined;
      await until('the doomed process to be gone or through', async () => isGone() || (await ended()));
      abandon();
      const next = await started(open);
      next.clock.advance(LEASES_OVER);
      const end = async () => next.stateOf(id);
      await afterAWhile(next, 'the end', async () => ['done', 'unconfirmed'].includes(await end()));
      const calls = doomed.vendor.calls.length + next.vendor.calls.length;
      expect(calls).toBeLessThanOrEqual(1);
      expect([calls, await end()]).not.toEqual([0, 'done']);
    },
  );
});
