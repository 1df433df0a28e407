import type { AnyOperation } from '../../src/cloud/operation.ts';
import { operations } from '../../src/cloud/operations/index.ts';
import { pathParameters } from '../../src/cloud/request/freeze.ts';
import type { Namespace } from '../../src/platform/config/vendor-settings.ts';
import { fc } from '../../test/support/fast-check.ts';
import { type Value, valuesOf } from './plan.ts';
import { addressFor, differences, segmentsOf } from './sent-path.ts';

interface PathCase {
  readonly operation: string;
  readonly namespace: Namespace;
  readonly values: Readonly<Record<string, Value>>;
}

const byId = new Map<string, AnyOperation>(operations.map((operation) => [operation.id, operation]));

const casesOf = (operation: AnyOperation, namespace: Namespace): fc.Arbitrary<PathCase> =>
  fc.record({
    operation: fc.constant(operation.id),
    namespace: fc.constant(namespace),
    values: fc.record(
      Object.fromEntries(pathParameters(operation).map((name) => [name, valuesOf(operation, name, namespace)])),
    ),
  });

/** Every operation in the names of both namespaces, with what may and what may not stand in its path. */
export const pathCases = fc.oneof(
  ...operations.flatMap((operation) => [casesOf(operation, 'Vendor'), casesOf(operation, 'Microsoft')]),
);

/** What an operation's path must be, segment by segment and decoded, or undefined where it must be refused. */
const wantedPath = (path: string, { namespace, values }: PathCase): readonly string[] | undefined => {
  const segments = path
    .slice(1)
    .split('/')
    .map((word) => {
      const name = /^\{(\w+)\}$/.exec(word)?.[1];
      return name === undefined ? [word.replace(/^Vendor(?=\.)/, namespace)] : values[name]?.segments;
    });
  return segments.every((part) => part !== undefined) ? segments.flat() : undefined;
};

/** @returns what does not hold of the address of one operation, in words */
export const pathViolations = (one: PathCase): string[] => {
  const operation = byId.get(one.operation) as AnyOperation;
  const path = Object.fromEntries(Object.entries(one.values).map(([name, { text }]) => [name, text]));
  return differences(operation.id, wantedPath(operation.path, one), () =>
    segmentsOf(addressFor(operation, { path }, one.namespace)),
  );
};
