import type { VendorClient } from '../../src/cloud/client.ts';
import { VendorError } from '../../src/cloud/errors/errors.ts';
import type { AnyLong, AnyOperation } from '../../src/cloud/operation.ts';
import { operations } from '../../src/cloud/operations/index.ts';
import { type Fixture, loadFixture } from '../../test/contract/fixture.ts';
import { fc } from '../../test/support/fast-check.ts';
import { defineCheck } from '../lib/define-check.ts';
import {
  type Outcome,
  openUpstream,
  operationOf,
  perform,
  type Scripted,
  type Upstream,
} from '../upstream/upstream.ts';
import shapes from './shapes.json' with { type: 'json' };

const tails = ['', '/', '/subscriptions', '/x?api-version=2020-10-01', '/..//..', '?$skipToken=a'];

/**
 * Addresses that look like ours, or like none, and lead to a decoy; the last ones lead to something else of ours.
 * @param ours host and port of the vendor @param decoys ports where nobody may ever come
 */
export const hostileAddresses = (ours: string, decoys: readonly number[]): fc.Arbitrary<string> =>
  fc
    .tuple(fc.constantFrom(...shapes), fc.constantFrom(...decoys), fc.constantFrom(...tails))
    .map(([shape, port, tail]) => {
      const parts = { decoy: `127.0.0.1:${port}`, port, ours, ourPort: new URL(`http://${ours}`).port };
      return shape.replace(/\{(\w+)\}/g, (_hole, name) => String(parts[name as keyof typeof parts])) + tail;
    });

const PER_OPERATION = 200;

/** A header holds printable letters of ASCII only; the body's nextLink holds all. */
const inHeader = (target: string): string => target.replace(/[^\x20-\x7e]/g, (letter) => encodeURIComponent(letter));

type Trap = (answer: Fixture['answer'], target: string, redirect: number) => Scripted;

/** Ways to lead to a target out of an operation's good answer. */
const traps = {
  nextLink: ({ status, headers, body }, target) => ({
    status,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ ...(body as object), nextLink: target }),
  }),
  redirect: (_answer, target, status) => ({ status, headers: { location: inHeader(target) }, body: '{}' }),
  /** Followed by what is long-running, and there only within the origin. */
  location: ({ status, headers, body }, target) => ({
    status,
    headers: {
      'content-type': 'application/json',
      ...headers,
      location: inHeader(target),
      'content-location': inHeader(target),
    },
    body: body === null ? '' : JSON.stringify(body),
  }),
} satisfies Record<string, Trap>;

const casesOf = ({ origin, decoys }: Upstream, { kind }: AnyOperation) =>
  fc.record({
    namespace: fc.constantFrom('Vendor' as const, 'Microsoft' as const),
    target: hostileAddresses(new URL(origin).host, decoys),
    trap: fc.constantFrom(
      ...(kind === 'list' ? (['nextLink'] as const) : []),
      'redirect' as const,
      'location' as const,
    ),
    redirect: fc.constantFrom(301, 302, 303, 307, 308),
    /** A long-running one is polled by another process too: the answer to the poll is as hostile as the first one. */
    isPolled: kind === 'long' ? fc.boolean() : fc.constant(false),
  });

const poll = (client: VendorClient, operation: AnyLong): Promise<Outcome> =>
  client.poll(operation, '/going/on?api-version=2021-10-01').then(
    (read) => ({ read }),
    (error: unknown) => ({ error }),
  );

type PinCase = ReturnType<typeof casesOf> extends fc.Arbitrary<infer One> ? One : never;

/** @returns what does not hold, in words */
const violations = async (upstream: Upstream, operation: AnyOperation, one: PinCase): Promise<string[]> => {
  const { namespace, target, trap, redirect, isPolled } = one;
  const { answer, input } = loadFixture(operation, namespace);
  const before = upstream.reached();
  upstream.answerBy(() => traps[trap](answer, target, redirect));
  const client = upstream.client[namespace];
  const outcome =
    isPolled && operation.kind === 'long' ? await poll(client, operation) : await perform(client, operation, input);
  const ours = new URL(upstream.origin).host;
  const foreign = upstream.arrived().filter(({ host }) => host !== ours);
  const paths = upstream.arrived().map((arrived) => arrived.target.split('?', 1)[0]);
  return [
    ...(upstream.reached() > before ? ['a decoy was reached'] : []),
    ...foreign.map(({ host }) => `the vendor was called ${host}`),
    ...(operation.kind === 'list' && new Set(paths).size > 1 ? [`asked for ${paths.join(', then ')}`] : []),
    ...('error' in outcome && !(outcome.error instanceof VendorError) ? [`threw ${String(outcome.error)}`] : []),
  ];
};

/** Wherever the vendor's answers point, nothing goes to another origin, and no list becomes something else. */
export const pin = defineCheck({
  name: 'pin',
  says: 'wherever the vendor’s answers point, nothing goes to another origin',
  short: { runs: 200, seed: 4 },
  runs: operations.length * PER_OPERATION,
  at: (run) => operationOf(run).id,
  ground: openUpstream,
  cases: (run, _seed, upstream) => casesOf(upstream, operationOf(run)),
  faults: (one, upstream, run) => violations(upstream, operationOf(run), one),
});
