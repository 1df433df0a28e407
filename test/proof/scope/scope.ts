import { operations } from '../../../src/api/operations/index.ts';
import { addressOf, freezeParts, pathParameters } from '../../../src/api/request/freeze.ts';
import { profileOf } from '../../../src/api/services/profile.ts';
import type { Proof } from '../proof.ts';
import { type Dice, diceOf } from '../run-on-stores.ts';
import { brokenFilterLaws } from './filters.ts';
import { valueBy } from './plan.ts';
import { brokenQuestionLaws } from './questions.ts';
import { brokenScopeLaws } from './typed-scopes.ts';

const BASE = 'https://vendor.example';

type Segments = readonly string[];

/** What an operation's path must be, segment by segment and decoded, or undefined where it must be refused. */
const expected = (
  path: string,
  namespace: string,
  values: ReadonlyMap<string, Segments | undefined>,
): Segments | undefined => {
  const words = path.slice(1).split('/');
  const segments = words.map((word) => {
    const name = /^\{(\w+)\}$/.exec(word)?.[1];
    return name === undefined ? [word.replace(/^Vendor(?=\.)/, namespace)] : values.get(name);
  });
  return segments.every((part) => part !== undefined) ? segments.flat() : undefined;
};

/** @returns what does not hold of one address, in words */
const brokenPathLaws = (dice: Dice): string[] => {
  const operation = dice.pick(operations);
  const namespace = dice.pick(['Vendor', 'Microsoft'] as const);
  const names = pathParameters(operation);
  const values = names.map((name) => [name, valueBy(operation, name, dice, namespace)] as const);
  const wanted = expected(operation.path, namespace, new Map(values.map(([name, { segments }]) => [name, segments])));
  const path = Object.fromEntries(values.map(([name, { text }]) => [name, text]));
  try {
    const url = addressOf(freezeParts(operation, { path }, profileOf(namespace)), BASE);
    const sent = url.pathname.slice(1).split('/').map(decodeURIComponent);
    if (!wanted) return [`${operation.id} sent what must be refused: ${url.pathname}`];
    const same = url.origin === BASE && sent.length === wanted.length && sent.every((word, at) => word === wanted[at]);
    return same ? [] : [`${operation.id} sent ${JSON.stringify(sent)}, not ${JSON.stringify(wanted)}`];
  } catch (error) {
    if (!(error instanceof RangeError)) return [`${operation.id} threw ${String(error)}`];
    return wanted ? [`${operation.id} refused ${JSON.stringify(wanted)}: ${error.message}`] : [];
  }
};

/** The paths of all operations are the most to look at. */
const allLaws = [brokenPathLaws, brokenPathLaws, brokenScopeLaws, brokenFilterLaws, brokenQuestionLaws];

/** Every address stands for its parts and for nothing else, whatever text people or the vendor bring. */
export const scope: Proof = {
  name: 'scope',
  runs: 1_000_000,
  async prove({ runs, seed, complain }) {
    for (let run = 1; run <= runs; run += 1) {
      const dice = diceOf(seed, run);
      for (const words of dice.pick(allLaws)(dice)) complain({ run, at: 'the wire', words });
    }
    return runs;
  },
};
