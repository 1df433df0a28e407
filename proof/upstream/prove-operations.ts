import type { AnyOperation } from '../../src/cloud/operation.ts';
import { operations } from '../../src/cloud/operations/index.ts';
import type { fc } from '../../test/support/fast-check.ts';
import { checkCases } from '../check-case.ts';
import type { ProofOptions } from '../proof.ts';
import { openUpstream, type Upstream } from './upstream.ts';

const operationOf = (run: number) => operations[(run - 1) % operations.length] as AnyOperation;

/** A proof in which each run calls the next operation of the scripted vendor. @returns how many were made */
export const proveOperations = async <T>(
  options: ProofOptions,
  casesOf: (upstream: Upstream, operation: AnyOperation) => fc.Arbitrary<T>,
  check: (upstream: Upstream, operation: AnyOperation, one: T, run: number) => Promise<string[]>,
  atEnd: (upstream: Upstream) => Promise<void> = async () => {},
): Promise<number> => {
  const upstream = await openUpstream();
  try {
    const made = await checkCases(
      options,
      (run) => operationOf(run).id,
      (run) => casesOf(upstream, operationOf(run)),
      (one, run) => check(upstream, operationOf(run), one, run),
    );
    await atEnd(upstream);
    return made;
  } finally {
    await upstream.end();
  }
};
