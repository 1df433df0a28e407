import type { VendorClient } from '../../../src/api/client.ts';
import { VendorError } from '../../../src/api/errors/errors.ts';
import type { AnyLong, AnyOperation } from '../../../src/api/operation.ts';
import { operations } from '../../../src/api/operations/index.ts';
import { type Fixture, loadFixture } from '../../contract/fixture.ts';
import type { Proof } from '../proof.ts';
import { type Dice, diceOf } from '../run-on-stores.ts';
import { type Outcome, perform } from '../upstream/perform.ts';
import { openUpstream, type Scripted, type Upstream } from '../upstream/upstream.ts';
import { hostileAddress } from './hostile.ts';

const PER_OPERATION = 200;
const REDIRECTS = [301, 302, 303, 307, 308];

type Trap = (fixture: Fixture, target: string, dice: Dice) => Scripted;

const headersOf = (answer: Fixture['answer']) => ({ 'content-type': 'application/json', ...answer.headers });

/** A header holds printable letters of ASCII only; the body's nextLink holds all. */
const inHeader = (target: string): string => target.replace(/[^\x20-\x7e]/g, (letter) => encodeURIComponent(letter));

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

const look = (client: VendorClient, operation: AnyLong): Promise<Outcome> =>
  client.poll(operation, '/going/on?api-version=2021-10-01').then(
    (read) => ({ read }),
    (error: unknown) => ({ error }),
  );

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
  const client = upstream.client[namespace];
  // A long-running one is followed later too, by another process: its second look is as hostile as the first answer.
  const later = operation.kind === 'long' && dice.oneIn(2);
  const outcome = later ? await look(client, operation) : await perform(client, operation, fixture.input);
  const paths = upstream.arrived().map(({ target: asked }) => asked.split('?', 1)[0]);
  const said = `${operation.id} at ${JSON.stringify(target)}`;
  return [
    ...(upstream.reached() > before ? [`${said}: a decoy was reached`] : []),
    ...upstream
      .arrived()
      .filter(({ host }) => host !== ours)
      .map(({ host }) => `${said}: the vendor was called ${host}`),
    ...(operation.kind === 'list' && new Set(paths).size > 1 ? [`${said}: asked for ${paths.join(', then ')}`] : []),
    ...('error' in outcome && !(outcome.error instanceof VendorError)
      ? [`${said}: threw ${String(outcome.error)}`]
      : []),
  ];
};

/** Wherever the vendor's answers point, nothing goes to another origin, and no list becomes something else. */
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
