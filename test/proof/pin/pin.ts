import { VendorError } from '../../../src/vendor/errors.ts';
import type { AnyOperation } from '../../../src/vendor/operation.ts';
import { operations } from '../../../src/vendor/operations/index.ts';
import { type Fixture, loadFixture } from '../../contract/fixture.ts';
import { type Dice, diceOf } from '../lanes.ts';
import type { Proof } from '../proof.ts';
import { perform } from '../upstream/perform.ts';
import { openUpstream, type Scripted, type Upstream } from '../upstream/upstream.ts';
import { hostileAddress } from './hostile.ts';

const PER_OPERATION = 200;
const REDIRECTS = [301, 302, 303, 307, 308];

type Trap = (fixture: Fixture, target: string, dice: Dice) => Scripted;

const headersOf = (answer: Fixture['answer']) => ({ 'content-type': 'application/json', ...answer.headers });

/** A header holds no line break and no letter beyond Latin 1; the body's nextLink does. */
const inHeader = (target: string): string => encodeURI(target.replace(/[\r\n]/g, ''));

const redirect: Trap = (_fixture, target, dice) => ({
  status: dice.pick(REDIRECTS),
  headers: { location: inHeader(target) },
  body: '{}',
});

/** A good answer with a Location beside it: followed by what is long-running, and there only within the origin. */
const location: Trap = ({ answer }, target) => ({
  status: answer.status,
  headers: { ...headersOf(answer), location: inHeader(target), 'content-location': inHeader(target) },
  body: answer.body === null ? '' : JSON.stringify(answer.body),
});

const nextLink: Trap = ({ answer }, target) => ({
  status: answer.status,
  headers: headersOf(answer),
  body: JSON.stringify({ ...(answer.body as object), nextLink: target }),
});

const trapsOf = ({ kind }: AnyOperation): readonly Trap[] =>
  kind === 'list' ? [nextLink, redirect, location] : [redirect, location];

/** @returns what does not hold, in words */
const spring = async (upstream: Upstream, operation: AnyOperation, seed: number, run: number): Promise<string[]> => {
  const dice = diceOf(seed, run);
  const namespace = dice.pick(['Vendor', 'Microsoft'] as const);
  const fixture = loadFixture(operation, namespace);
  const ours = new URL(upstream.origin).host;
  const target = hostileAddress(dice, ours, upstream.decoys);
  const answer = dice.pick(trapsOf(operation))(fixture, target, dice);
  const before = upstream.reached();
  upstream.answerBy(() => answer);
  const outcome = await perform(upstream.client[namespace], operation, fixture.input);
  const said = `${operation.id} at ${JSON.stringify(target)}`;
  return [
    ...(upstream.reached() > before ? [`${said}: a decoy was reached`] : []),
    ...upstream
      .arrived()
      .filter(({ host }) => host !== ours)
      .map(({ host }) => `${said}: the vendor was called ${host}`),
    ...('error' in outcome && !(outcome.error instanceof VendorError)
      ? [`${said}: threw ${String(outcome.error)}`]
      : []),
  ];
};

/** Wherever the vendor's answers point, nothing goes to another origin: no request, and so no credential. */
export const pin: Proof = {
  name: 'pin',
  runs: operations.length * PER_OPERATION,
  async prove({ runs, seed, complain }) {
    const upstream = await openUpstream();
    try {
      for (let run = 1; run <= runs; run += 1) {
        const operation = operations[(run - 1) % operations.length] as AnyOperation;
        for (const words of await spring(upstream, operation, seed, run)) complain({ run, at: operation.id, words });
      }
    } finally {
      await upstream.end();
    }
    return runs;
  },
};
