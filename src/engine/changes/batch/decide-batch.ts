import type { Person } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { accept } from '../decision/accept.ts';
import { decide } from '../decision/decide.ts';
import { cancel } from '../decision/end-undecided.ts';
import { type DecisionResult, noteRefusal, refuse } from '../decision/outcome.ts';
import { findChangeByRef } from '../repository.ts';
import { sealOfBatch } from '../seal/seal.ts';
import { type Batch, findBatch } from './batch.ts';

/** A request on the card as its reader saw it: by its short name, with the version of its terms. */
export interface ShownLine {
  readonly ref: string;
  readonly terms: number;
}

/** What one press on a batch's card wants of some of its requests. */
export interface BatchPress {
  readonly batch: string;
  readonly lines: readonly ShownLine[];
  readonly person: Person;
  readonly verdict: 'approve' | 'deny' | 'accept' | 'cancel';
  readonly reason: string;
  /** The conversation of the press. */
  readonly conversation?: string;
}

/** What became of each of them, in their order. */
export interface BatchResult {
  readonly batch: Batch | undefined;
  readonly results: readonly DecisionResult[];
}

/** Decides each request as if it had been pressed alone. A card that was altered in the database decides nothing. */
export const decideBatch = async (core: ChangesCore, press: BatchPress): Promise<BatchResult> => {
  const batch = await findBatch(core.database.db, press.batch);
  if (!batch) return { batch, results: [{ change: undefined, refused: refuse('unknown') }] };
  if (batch.seal !== sealOfBatch(core.audit, batch)) {
    core.log.error('batch.altered', { change: batch.id });
    return { batch, results: [{ change: undefined, refused: refuse('altered') }] };
  }
  const results: DecisionResult[] = [];
  for (const line of press.lines) results.push(await decideLine(core, batch, line, press));
  return { batch, results };
};

const decideLine = async (
  core: ChangesCore,
  batch: Batch,
  { ref, terms }: ShownLine,
  press: BatchPress,
): Promise<DecisionResult> => {
  const change = await findChangeByRef(core.database.db, ref);
  // Its id in the press alone opens no request of another card.
  if (change?.batch !== batch.id) return { change: undefined, refused: refuse('unknown') };
  const { person, verdict, conversation } = press;
  const result = await pressOn(core, change.id, terms, press);
  await noteRefusal(core, { person, verdict, ...(conversation === undefined ? {} : { conversation }) }, result);
  return result;
};

const pressOn = (
  core: ChangesCore,
  change: string,
  terms: number,
  { person, verdict, reason }: BatchPress,
): Promise<DecisionResult> => {
  if (verdict === 'cancel') return cancel(core, change, person, reason);
  if (verdict === 'accept') return accept(core, change, person);
  return decide(core, { change, terms, person, verdict, reason, narrowed: {} });
};
