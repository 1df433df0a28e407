import type { CallOptions, VendorClient } from '../../api/client.ts';
import { VendorError } from '../../api/errors/errors.ts';
import { listRuns } from './list-runs.ts';
import type { Shared } from './policy.ts';
import { fits, type Question } from './question.ts';
import { byNewest, isSince, type Run, usualDurations } from './run.ts';

export interface Findings {
  /** Those that fit the question, what waits first, then the newest. */
  readonly runs: readonly Run[];
  /** How many there are of that time, whether they fit or not. */
  readonly all: number;
  /** How long one of that time usually took, by mode, in milliseconds. */
  readonly usual: ReadonlyMap<string | undefined, number>;
  /** Whether the vendor told them all. */
  readonly whole: boolean;
  /** Names and tenants of everybody who began one in that time. */
  readonly people: readonly string[];
}

/**
 * What a question asks for, as the vendor tells it now; what was read before it failed counts.
 * @throws VendorError where nothing could be read at all
 */
export const readRuns = async (
  vendor: VendorClient,
  share: Shared,
  question: Question,
  from: number,
  options: CallOptions,
): Promise<Findings> => {
  const found = new Map<string, Run>();
  let whole = true;
  try {
    for await (const run of listRuns(vendor, share, from, options)) {
      if (isSince(run, from)) found.set(run.id, run);
    }
  } catch (error) {
    if (!(error instanceof VendorError) || found.size === 0) throw error;
    whole = false;
  }
  const all = [...found.values()];
  const people = all.flatMap(({ consumer: { name, tenant } }) => [name, tenant]).filter((name) => name !== '');
  return {
    runs: all.filter((run) => fits(question, run)).sort(byNewest),
    all: all.length,
    usual: usualDurations(all),
    whole,
    people: [...new Set(people)],
  };
};
