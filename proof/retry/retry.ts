import type { AnyOperation } from '../../src/cloud/operation.ts';
import { getRoleManagementPolicy } from '../../src/cloud/operations/role-eligibility.ts';
import { SECOND } from '../../src/platform/lib/clock.ts';
import { loadFixture } from '../../test/contract/fixture.ts';
import { fc } from '../../test/support/fast-check.ts';
import { defineCheck } from '../lib/define-check.ts';
import { openUpstream, operationOf, perform, type Scripted, type Upstream } from '../upstream/upstream.ts';
import { classOf, type Move, moves, triesOf } from './table.ts';

const CALLS_PER_SECOND = 10;
const WELL_S = 60;
const MOST_EXTRA = 0.1;

/**
 * Ten calls a second; after a good minute the vendor is away. What people asked for is nearly all that it hears.
 * @param seconds how long it is away
 */
const outageViolations = async (upstream: Upstream, seconds: number): Promise<string[]> => {
  const fixture = loadFixture(getRoleManagementPolicy, 'Vendor');
  const good = {
    status: 200,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fixture.answer.body),
  };
  /** @returns how many calls were made in so many seconds */
  const callFor = async (time: number): Promise<number> => {
    const { clock } = upstream;
    const [start, end] = [clock.now(), clock.now() + time * SECOND];
    let calls = 0;
    for (; clock.now() < end; calls += 1) {
      clock.advance(Math.max(0, start + (calls * SECOND) / CALLS_PER_SECOND - clock.now()));
      await perform(upstream.client.Vendor, getRoleManagementPolicy, fixture.input);
    }
    return calls;
  };
  upstream.answerBy(() => good);
  await callFor(WELL_S);
  upstream.answerBy((turn) => (turn % 2 === 0 ? { status: 503 } : undefined));
  const calls = await callFor(seconds);
  const extra = upstream.arrived().length / calls - 1;
  return extra <= MOST_EXTRA ? [] : [`an outage brought ${Math.round(extra * 100)} % more requests`];
};

/** Longer than any budget of retries remembers. */
const REST_MS = 20 * 60 * SECOND;
const WHOLE_RUNS = 5_000;
const OUTAGE_S = 600;
/** Of a proof with few runs. */
const SHORT_OUTAGE_S = 120;

interface PlannedAnswer {
  readonly move: Move;
  /** Seconds that its Retry-After asks for; none when undefined. */
  readonly retryAfter: number | undefined;
  /** The header as a date. */
  readonly asDate: boolean;
}

const scripts: fc.Arbitrary<PlannedAnswer[]> = fc.array(
  fc.record({
    move: fc.constantFrom(...moves),
    retryAfter: fc.option(fc.nat(3), { nil: undefined, freq: 1 }),
    asDate: fc.boolean(),
  }),
  { minLength: 1, maxLength: 5 },
);

const answerOf = ({ move, retryAfter, asDate }: PlannedAnswer, now: number): Scripted | undefined => {
  if (move === 'breaks') return undefined;
  const waits = retryAfter !== undefined && move.startsWith('refuses');
  const when = asDate ? new Date(now + (retryAfter ?? 0) * SECOND).toUTCString() : String(retryAfter);
  const headers = { 'content-type': 'application/json', ...(waits ? { 'retry-after': when } : {}) };
  return { status: Number(move.slice(-3)), headers, body: '{"error":{"code":"Scripted","message":"as told"}}' };
};

/** No try comes before the pause that the one before it was asked for. */
const earlyTries = (script: readonly PlannedAnswer[], at: readonly number[]): string[] =>
  script.flatMap(({ move, retryAfter = 0, asDate }, index) => {
    const [refused, next] = [at[index], at[index + 1]];
    if (refused === undefined || next === undefined || !move.startsWith('refuses')) return [];
    // A date holds whole seconds only: the moment it names is up to a second before the one that was meant.
    const due = asDate ? Math.floor((refused + retryAfter * SECOND) / SECOND) * SECOND : refused + retryAfter * SECOND;
    return next < due ? [`try ${index + 2} came ${due - next} ms early`] : [];
  });

/** @returns what does not hold of one script against one operation, in words */
const violations = async (upstream: Upstream, operation: AnyOperation, script: PlannedAnswer[]): Promise<string[]> => {
  const fixture = loadFixture(operation, 'Vendor');
  const { status, body } = fixture.answer;
  const headers = { 'content-type': 'application/json', ...fixture.answer.headers };
  const good = { status, headers, body: body === null ? '' : JSON.stringify(body) };
  upstream.clock.advance(REST_MS);
  upstream.answerBy((turn, { at }) => {
    const planned = script[turn];
    return planned ? answerOf(planned, at) : good;
  });
  const outcome = await perform(upstream.client.Vendor, operation, fixture.input);
  const at = upstream.arrived().map((arrived) => arrived.at);
  const kind = classOf(operation);
  const moved = script.map(({ move }) => move);
  const tries = triesOf(kind, moved);
  const answered = tries > script.length;
  return [
    ...(at.length === tries ? [] : [`${at.length} tries of a ${kind} call, not ${tries}`]),
    ...(answered && 'error' in outcome ? [`a good answer at the end was not read: ${String(outcome.error)}`] : []),
    ...(!answered && 'read' in outcome ? ['a good answer came of nothing'] : []),
    ...earlyTries(script, at),
  ];
};

/** Every operation against a vendor that refuses, fails and breaks: as often as the table says, and never too early. */
export const retry = defineCheck({
  name: 'retry',
  says: 'every operation is tried as often as the table says, and never too early',
  short: { runs: 100, seed: 4 },
  runs: WHOLE_RUNS,
  at: (run) => operationOf(run).id,
  ground: openUpstream,
  cases: () => scripts,
  faults: (script, upstream, run) => violations(upstream, operationOf(run), script),
  overall: async (upstream, runs) => ({
    broken: await outageViolations(upstream, runs < WHOLE_RUNS ? SHORT_OUTAGE_S : OUTAGE_S),
  }),
});
