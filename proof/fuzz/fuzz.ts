import { isDeepStrictEqual } from 'node:util';
import { VendorError } from '../../src/cloud/errors/errors.ts';
import type { AnyOperation } from '../../src/cloud/operation.ts';
import type { Namespace } from '../../src/platform/config/vendor-settings.ts';
import { type Fixture, loadFixture } from '../../test/contract/fixture.ts';
import { anyDice } from '../lib/check-case.ts';
import { defineCheck } from '../lib/define-check.ts';
import type { Dice } from '../lib/dice.ts';
import {
  type Outcome,
  openUpstream,
  operationOf,
  perform,
  type Scripted,
  type Upstream,
} from '../upstream/upstream.ts';
import { breakAnswer, damageOnePlace, type Path } from './damage.ts';

const COPIES = 3;

interface GoodAnswer {
  readonly answer: Scripted;
  readonly body: unknown;
  /** What each item of a list reads as. */
  readonly items: readonly unknown[];
}

/** A valid answer; a list has each item of its fixture several times. */
const goodAnswer = ({ kind }: AnyOperation, { answer, reads }: Fixture): GoodAnswer => {
  const headers = { 'content-type': 'application/json', ...answer.headers };
  const valid = { status: answer.status, headers };
  if (kind !== 'list') return { answer: valid, body: answer.body, items: [] };
  const { value } = answer.body as { value: unknown[] };
  const times = <T>(list: readonly T[]): T[] => Array.from({ length: COPIES }, () => list).flat();
  return { answer: valid, body: { ...(answer.body as object), value: times(value) }, items: times(reads as unknown[]) };
};

interface DamagedAnswer {
  readonly namespace: Namespace;
  /** Undefined where the connection breaks. */
  readonly answer: Scripted | undefined;
  /** Where one place only was damaged. */
  readonly path: Path;
}

const damagedAnswer = (operation: AnyOperation, dice: Dice, decoys: readonly number[]): DamagedAnswer => {
  const namespace = dice.pick(['Vendor', 'Microsoft'] as const);
  const { answer, body } = goodAnswer(operation, loadFixture(operation, namespace));
  const decoy = `http://127.0.0.1:${dice.pick(decoys)}`;
  if (dice.oneIn(3) || body === null)
    return { namespace, answer: breakAnswer(answer, JSON.stringify(body ?? {}), dice, decoy), path: [] };
  const { text, path } = damageOnePlace(body, dice, decoy);
  return { namespace, answer: { ...answer, body: text }, path };
};

/** One bad item costs that item only: all others are there, in their order. */
const lostItems = ({ items }: GoodAnswer, path: Path, outcome: Outcome): string[] => {
  const [list, damaged] = path;
  if (list !== 'value' || typeof damaged !== 'number') return [];
  const others = items.filter((_item, at) => at !== damaged);
  if (!('read' in outcome)) return ['a bad item cost the whole list'];
  // As JSON, where a field that is not there and one that is undefined are the same.
  const read = JSON.parse(JSON.stringify(outcome.read)) as readonly unknown[];
  const left = read.length === items.length ? read.filter((_item, at) => at !== damaged) : read;
  return isDeepStrictEqual(left, others) ? [] : [`a bad item changed others: ${read.length} of ${items.length} left`];
};

/** An error of the client's with words for people. */
const isVendorError = (error: unknown): boolean => error instanceof VendorError;

const isPolluted = (): boolean => 'polluted' in {} || Object.keys(Object.prototype).length > 0;

/** @returns what does not hold of one damaged answer, in words */
const violations = async (upstream: Upstream, operation: AnyOperation, damaged: DamagedAnswer): Promise<string[]> => {
  const fixture = loadFixture(operation, damaged.namespace);
  const ours = new URL(upstream.origin).host;
  const reached = upstream.reached();
  upstream.answerBy(() => damaged.answer);
  const outcome = await perform(upstream.client[damaged.namespace], operation, fixture.input);
  const wrong = 'error' in outcome && !isVendorError(outcome.error);
  return [
    ...(wrong ? [`threw ${outcome.error instanceof Error ? outcome.error.stack : String(outcome.error)}`] : []),
    ...(upstream.reached() > reached ? ['a foreign address was reached'] : []),
    ...(upstream.arrived().some(({ host }) => host !== ours) ? ['the vendor was called by another name'] : []),
    ...(isPolluted() ? ['Object.prototype was changed'] : []),
    ...lostItems(goodAnswer(operation, fixture), damaged.path, outcome),
  ];
};

/** The vendor, and all that nobody handles: it counts for the run in which it comes. */
const openGround = async () => {
  const upstream = await openUpstream();
  const unhandled: string[] = [];
  const note = (error: unknown): void => void unhandled.push(`unhandled: ${String(error)}`);
  process.on('unhandledRejection', note).on('uncaughtException', note);
  return {
    ...{ upstream, unhandled },
    async end() {
      process.off('unhandledRejection', note).off('uncaughtException', note);
      await upstream.end();
    },
  };
};

/** Whatever the vendor's answers have become on their way: an error for people, never a fault of ours. */
export const fuzzUpstream = defineCheck({
  name: 'fuzz-upstream',
  says: 'whatever the vendor’s answers have become on their way, people get an error that explains it',
  short: { runs: 300, seed: 4 },
  runs: 20_000,
  at: (run) => operationOf(run).id,
  ground: openGround,
  cases: (run, _seed, { upstream }) => anyDice.map((dice) => damagedAnswer(operationOf(run), dice, upstream.decoys)),
  faults: async (damaged, { upstream, unhandled }, run) => [
    ...(await violations(upstream, operationOf(run), damaged)),
    ...unhandled.splice(0),
  ],
  overall: ({ unhandled }) => ({ broken: unhandled }),
});
