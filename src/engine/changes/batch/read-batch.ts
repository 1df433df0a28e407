import type { Db } from '#platform/storage/database.ts';
import type { Words } from '#platform/texts/texts.ts';
import { type Rights, rightsOf } from '../card/rights.ts';
import type { Change } from '../change.ts';
import type { Description } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { type DecisionContext, votingContext } from '../decision/check-decision.ts';
import { concernsPerson } from '../decision/review.ts';
import { listDecisions } from '../repository.ts';
import { sealOfBatch } from '../seal/seal.ts';
import type { Batch, RefusedLine } from './batch.ts';
import { changesOfBatch, findBatch } from './store.ts';

/** A request of a batch as it is now. */
export interface RequestLine {
  readonly change: Change;
  readonly context: DecisionContext;
  readonly described: Description;
  /** Of the only reader; undefined on the card that everybody sees. */
  readonly rights: Rights | undefined;
  /** Whether that reader may see the request's own card. */
  readonly mayOpen: boolean;
}

export type ReadLine = RequestLine | RefusedLine;

/** A batch with its lines, for its card. */
export interface ReadBatch {
  readonly batch: Batch;
  /** Something other than the engine wrote its row. */
  readonly isAltered: boolean;
  readonly lines: readonly ReadLine[];
}

export const isRequest = (line: ReadLine): line is RequestLine => 'change' in line;

/** @param reader a directory object id; undefined for everybody */
export const readBatch = async (
  core: ChangesCore,
  db: Db,
  id: string,
  words: Words,
  reader: string | undefined,
): Promise<ReadBatch | undefined> => {
  const batch = await findBatch(db, id);
  if (!batch) return undefined;
  const changes = new Map((await changesOfBatch(db, batch)).map((change) => [change.id, change]));
  const lines: ReadLine[] = [];
  for (const line of batch.lines) {
    const change = 'change' in line ? changes.get(line.change) : undefined;
    if (change) lines.push(await readRequest(core, db, change, words, reader));
    else if (!('change' in line)) lines.push(line);
  }
  return { batch, isAltered: batch.seal !== sealOfBatch(core.audit, batch), lines };
};

const readRequest = async (
  core: ChangesCore,
  db: Db,
  change: Change,
  words: Words,
  reader: string | undefined,
): Promise<RequestLine> => {
  const kind = core.kindOf(change.kind);
  const described = await kind.describe(change, core.context(db, change.id), words);
  const context = await votingContext(core, db, change, await listDecisions(db, change.id));
  const rights = reader === undefined ? undefined : rightsOf(core, context, reader, described);
  const me = reader?.toLowerCase() ?? '';
  const mayOpen = concernsPerson(context.review, me) || kind.maySee?.(change, context.policy, me) === true;
  return { change, context, described, rights, mayOpen };
};
