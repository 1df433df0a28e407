import type { AnyOperation } from '../../../src/api/operation.ts';
import { operations } from '../../../src/api/operations/index.ts';
import { loadFixture } from '../../contract/fixture.ts';
import type { Proof } from '../proof.ts';
import { type Dice, diceOf } from '../run-on-stores.ts';
import { perform } from '../upstream/perform.ts';
import { openUpstream, type Scripted, type Upstream } from '../upstream/upstream.ts';
import { classOf } from './classes.ts';
import { brokenOutageLaws } from './outage.ts';
import { type Move, moves, triesOf } from './table.ts';

const SECOND = 1_000;
/** Longer than any budget of retries remembers. */
const REST_MS = 20 * 60 * SECOND;
const WHOLE_RUNS = 5_000;
const OUTAGE_S = 600;
/** Of a proof with few runs. */
const SHORT_OUTAGE_S = 120;

interface Planned {
  readonly move: Move;
  /** Seconds that its Retry-After asks for; none when undefined. */
  readonly retryAfter: number | undefined;
  /** The header as a date. */
  readonly asDate: boolean;
}

const scriptBy = (dice: Dice): Planned[] =>
  Array.from({ length: 1 + Math.floor(dice.next() * 5) }, () => ({
    move: dice.pick(moves),
    retryAfter: dice.oneIn(2) ? Math.floor(dice.next() * 4) : undefined,
    asDate: dice.oneIn(2),
  }));

const answerOf = ({ move, retryAfter, asDate }: Planned, now: number): Scripted | undefined => {
  if (move === 'breaks') return undefined;
  const waits = retryAfter !== undefined && move.startsWith('refuses');
  const when = asDate ? new Date(now + (retryAfter ?? 0) * SECOND).toUTCString() : String(retryAfter);
  const headers = { 'content-type': 'application/json', ...(waits ? { 'retry-after': when } : {}) };
  return { status: Number(move.slice(-3)), headers, body: '{"error":{"code":"Scripted","message":"as told"}}' };
};

/** No try comes before the pause that the one before it was asked for. */
const earlyTries = (script: readonly Planned[], at: readonly number[]): string[] =>
  script.flatMap(({ move, retryAfter = 0, asDate }, index) => {
    const [asked, next] = [at[index], at[index + 1]];
    if (asked === undefined || next === undefined || !move.startsWith('refuses')) return [];
    // A date holds whole seconds only: the moment it names is up to a second before the one that was meant.
    const due = asDate ? Math.floor((asked + retryAfter * SECOND) / SECOND) * SECOND : asked + retryAfter * SECOND;
    return next < due ? [`try ${index + 2} came ${due - next} ms early`] : [];
  });

/** @returns what does not hold of one script against one operation, in words */
const play = async (upstream: Upstream, operation: AnyOperation, dice: Dice): Promise<string[]> => {
  const fixture = loadFixture(operation, 'Vendor');
  const script = scriptBy(dice);
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
  if (kind === undefined) return ['nobody has said which class it is of'];
  const wanted = triesOf(
    kind,
    script.map(({ move }) => move),
  );
  const told = script.map(({ move }) => move).join(', ');
  const ended = wanted > script.length;
  return [
    ...(at.length === wanted ? [] : [`${told}: ${at.length} tries of a ${kind} call, not ${wanted}`]),
    ...(ended && 'error' in outcome
      ? [`${told}: a good answer at the end was not read: ${String(outcome.error)}`]
      : []),
    ...(!ended && 'read' in outcome ? [`${told}: a good answer came of nothing`] : []),
    ...earlyTries(script, at),
  ];
};

/** Every operation against a vendor that refuses, fails and breaks: as often as the table says, and never too early. */
export const retry: Proof = {
  name: 'retry',
  runs: WHOLE_RUNS,
  async prove({ runs, seed, complain }) {
    const upstream = await openUpstream();
    const outage = runs < WHOLE_RUNS ? SHORT_OUTAGE_S : OUTAGE_S;
    try {
      for (let run = 1; run <= runs; run += 1) {
        const operation = operations[(run - 1) % operations.length] as AnyOperation;
        for (const words of await play(upstream, operation, diceOf(seed, run))) {
          complain({ run, at: operation.id, words });
        }
      }
      for (const words of await brokenOutageLaws(upstream, outage)) complain({ run: runs, at: 'the outage', words });
    } finally {
      await upstream.end();
    }
    return runs;
  },
};
