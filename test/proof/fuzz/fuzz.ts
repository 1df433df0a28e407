import { isDeepStrictEqual } from 'node:util';
import { VendorError } from '../../../src/api/errors/errors.ts';
import type { AnyOperation } from '../../../src/api/operation.ts';
import { operations } from '../../../src/api/operations/index.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { type Fixture, loadFixture } from '../../contract/fixture.ts';
import type { Proof } from '../proof.ts';
import { type Dice, diceOf } from '../run-on-stores.ts';
import { type Outcome, perform } from '../upstream/perform.ts';
import { openUpstream, type Scripted, type Upstream } from '../upstream/upstream.ts';
import { breakAnswer } from './broken-answer.ts';
import { damageOnePlace, type Path } from './one-place.ts';

const COPIES = 3;

interface Good {
  readonly answer: Scripted;
  readonly body: unknown;
  /** What each item of a list reads as. */
  readonly items: readonly unknown[];
}

/** A valid answer; a list has each item of its fixture several times. */
const goodAnswer = ({ kind }: AnyOperation, { answer, reads }: Fixture): Good => {
  const headers = { 'content-type': 'application/json', ...answer.headers };
  const valid = { status: answer.status, headers };
  if (kind !== 'list') return { answer: valid, body: answer.body, items: [] };
  const { value } = answer.body as { value: unknown[] };
  const times = <T>(list: readonly T[]): T[] => Array.from({ length: COPIES }, () => list).flat();
  return { answer: valid, body: { ...(answer.body as object), value: times(value) }, items: times(reads as unknown[]) };
};

/** One bad item costs that item only: all others are there, in their order. */
const lostItems = ({ items }: Good, path: Path, outcome: Outcome): string[] => {
  const [list, damaged] = path;
  if (list !== 'value' || typeof damaged !== 'number') return [];
  const others = items.filter((_item, at) => at !== damaged);
  if (!('read' in outcome)) return ['a bad item cost the whole list'];
  // As JSON, where a field that is not there and one that is undefined are the same.
  const read = JSON.parse(JSON.stringify(outcome.read)) as readonly unknown[];
  const kept = read.length === items.length ? read.filter((_item, at) => at !== damaged) : read;
  return isDeepStrictEqual(kept, others) ? [] : [`a bad item changed others: ${read.length} of ${items.length} left`];
};

const texts = loadTexts().for('en');

/** An error of the client's with words for people. */
const isTold = (error: unknown): boolean => error instanceof VendorError && texts.has(error.textKey);

const isUnclean = (): boolean => 'polluted' in {} || Object.keys(Object.prototype).length > 0;

const attempt = async (upstream: Upstream, operation: AnyOperation, dice: Dice): Promise<string[]> => {
  const namespace = dice.pick(['Vendor', 'Microsoft'] as const);
  const fixture = loadFixture(operation, namespace);
  const good = goodAnswer(operation, fixture);
  const decoy = `http://127.0.0.1:${dice.pick(upstream.decoys)}`;
  const ours = new URL(upstream.origin).host;
  const reached = upstream.reached();
  let path: Path = [];
  if (dice.oneIn(3) || good.body === null) {
    const said = breakAnswer(good.answer, JSON.stringify(good.body ?? {}), dice, decoy);
    upstream.answerBy(() => said);
  } else {
    const damaged = damageOnePlace(good.body, dice, decoy);
    path = damaged.path;
    upstream.answerBy(() => ({ ...good.answer, body: damaged.text }));
  }
  const outcome = await perform(upstream.client[namespace], operation, fixture.input);
  const wrong = 'error' in outcome && !isTold(outcome.error);
  return [
    ...(wrong ? [`threw ${outcome.error instanceof Error ? outcome.error.stack : String(outcome.error)}`] : []),
    ...(upstream.reached() > reached ? ['a foreign address was reached'] : []),
    ...(upstream.arrived().some(({ host }) => host !== ours) ? ['the vendor was called by another name'] : []),
    ...(isUnclean() ? ['Object.prototype was changed'] : []),
    ...lostItems(good, path, outcome),
  ];
};

/** Whatever the vendor's answers have become on their way: an error for people, never a fault of ours. */
export const fuzzUpstream: Proof = {
  name: 'fuzz-upstream',
  runs: 20_000,
  async prove({ runs, seed, complain }) {
    const upstream = await openUpstream();
    let current = 0;
    const unhandled = (error: unknown): void =>
      complain({ run: current, at: 'nowhere', words: `unhandled: ${String(error)}` });
    process.on('unhandledRejection', unhandled).on('uncaughtException', unhandled);
    try {
      for (current = 1; current <= runs; current += 1) {
        const operation = operations[(current - 1) % operations.length] as AnyOperation;
        const broken = await attempt(upstream, operation, diceOf(seed, current));
        for (const words of broken) complain({ run: current, at: operation.id, words });
      }
    } finally {
      process.off('unhandledRejection', unhandled).off('uncaughtException', unhandled);
      await upstream.end();
    }
    return runs;
  },
};
