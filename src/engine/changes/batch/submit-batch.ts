import { iso } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { withReference } from '#platform/lib/ids.ts';
import { insertNew } from '#platform/storage/claim.ts';
import type { Trx } from '#platform/storage/database.ts';
import type { Change } from '../change.ts';
import type { ChangesCore } from '../core.ts';
import { openKeyOf } from '../repository.ts';
import { sealOfBatch } from '../seal/seal.ts';
import {
  type CheckedRequest,
  checkRequest,
  type Draft,
  deliverCopies,
  openRequests,
  type ShownRequest,
  storeRequest,
  withMembersFor,
} from '../submit.ts';
import {
  type Batch,
  type BatchLine,
  findBatchBySource,
  MOST_LINES,
  type RefusedLine,
  type StoredText,
} from './batch.ts';

/** One request of a batch; `form` reopens it alone. */
interface RequestLineDraft extends Pick<Draft, 'kind' | 'terms' | 'form'> {
  /** What it is, for its line where it is refused. */
  readonly what: StoredText;
}

/** A request, or what could not even become one: it stands on the card with its reason. */
export type BatchLineDraft = RequestLineDraft | RefusedLine;

/** Several requests that one person sends at once; the same `source` gives the same batch, and `form` reopens all of it. */
export interface BatchDraft extends Pick<Draft, 'requester' | 'source' | 'asked' | 'form'> {
  readonly title: StoredText;
  /** At most `MOST_LINES`. */
  readonly lines: readonly BatchLineDraft[];
}

/** `refused`: every line was, and nothing was sent. */
export type SubmittedBatch =
  | { readonly batch: Batch; readonly refused?: undefined }
  | { readonly batch?: undefined; readonly refused: readonly RefusedLine[] };

/** A line of the batch that is refused while it is stored: nothing of that attempt stays. */
class LineRefused extends Error {
  readonly position: number;
  readonly refusal: AppError;

  constructor(position: number, refusal: AppError) {
    super('a line is refused', { cause: refusal });
    this.position = position;
    this.refusal = refusal;
  }
}

/** The same activity sent it, in another process. */
class SentBefore extends Error {}

/** What is stored: a request by its checked draft. */
type CheckedLine = RefusedLine | { readonly what: StoredText; readonly request: CheckedRequest };

/** Submits several requests in one transaction; a line that is refused stands on the card with its reason, and the others are stored. */
export const submitBatch = async (engine: ChangesCore, draft: BatchDraft): Promise<SubmittedBatch> => {
  if (draft.lines.length > MOST_LINES) throw new Error(`a batch has at most ${MOST_LINES} lines`);
  const core = await withMembersFor(
    engine,
    draft.lines.filter((line) => 'kind' in line),
  );
  const lines = checkLines(core, draft);
  // Each try that does not end here refuses one line more, or finds what another process sent.
  for (;;) {
    const earlier = await findBatchBySource(core.database.db, draft.source);
    if (earlier) return { batch: earlier };
    const refused = lines.filter((line) => 'refused' in line);
    if (refused.length === lines.length) return { refused };
    try {
      return { batch: await core.database.transaction((trx) => storeBatch(core, trx, draft, lines)) };
    } catch (error) {
      if (error instanceof SentBefore) continue;
      if (!(error instanceof LineRefused)) throw error;
      const { position, refusal } = error;
      lines[position] = refusedLine(lines[position]?.what ?? draft.title, refusal);
    }
  }
};

/** By the policy, and each request once. */
const checkLines = (core: ChangesCore, draft: BatchDraft): CheckedLine[] => {
  const keys = new Set<string>();
  return draft.lines.map((line, position) => {
    if ('refused' in line) return line;
    const { what, kind, terms, form } = line;
    const { requester } = draft;
    const source = `${draft.source} ${position}`;
    try {
      const request = checkRequest(core, { kind, terms, requester, source, ...(form ? { form } : {}) });
      const key = openKeyOf(kind, request.kind.openKey(request.terms));
      if (keys.has(key)) throw new AppError({ code: 'Change.Twice', text: 'changes.batch.twice' });
      keys.add(key);
      return { what, request };
    } catch (error) {
      return refusedLine(what, refusalIn(error));
    }
  });
};

/** @throws whatever is no refusal */
const refusalIn = (error: unknown): AppError => {
  if (error instanceof AppError && !error.retryable) return error;
  throw error;
};

const refusedLine = (what: StoredText, error: AppError): RefusedLine => {
  const { textKey, values } = error;
  const stored = Object.entries(values).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ]);
  return { what, refused: { text: textKey, values: Object.fromEntries(stored) } };
};

const storeBatch = async (
  core: ChangesCore,
  trx: Trx,
  draft: BatchDraft,
  lines: readonly CheckedLine[],
): Promise<Batch> => {
  const id = core.ids.ordered();
  const shown: ShownRequest[] = [];
  const stored: BatchLine[] = [];
  for (const [position, line] of lines.entries()) {
    if ('refused' in line) stored.push(line);
    else {
      const change = await storeLine(core, trx, line.request, { batch: id, position });
      stored.push({ change: change.id });
      shown.push({ change, request: line.request });
    }
  }
  const { source, title, form } = draft;
  const batch = { id, source, title, lines: stored, form };
  const row = {
    ...{ id, source, title_json: JSON.stringify(title), lines_json: JSON.stringify(stored) },
    ...{ form: form?.name ?? null, answers_json: JSON.stringify(form?.answers ?? {}) },
    ...{ version: 1, seal: sealOfBatch(core.audit, batch), created_at: iso(core.clock.now()) },
  };
  if (!(await insertNew(trx.insertInto('change_batches').values(row)))) throw new SentBefore();
  await deliverCopies(core, trx, draft, shown);
  await openRequests(
    core,
    trx,
    shown.map(({ change }) => change),
  );
  const inserted = await findBatchBySource(trx, source);
  if (!inserted) throw new Error('a batch disappeared in its own transaction');
  return inserted;
};

/** @throws LineRefused, or SentBefore */
const storeLine = async (
  core: ChangesCore,
  trx: Trx,
  request: CheckedRequest,
  { batch, position }: { readonly batch: string; readonly position: number },
): Promise<Change> => {
  const store = (ref: string) => storeRequest(core, trx, request, ref, batch);
  const stored = await withReference('R', store).catch((error) => {
    throw new LineRefused(position, refusalIn(error));
  });
  if (!stored.isNew) throw new SentBefore();
  return stored.change;
};
