import type { Renderer, Viewer, Views } from '#engine/outbox/renderer.ts';
import { NO_TEXT } from '#platform/lib/text.ts';
import type { Db } from '#platform/storage/database.ts';
import type { Words } from '#platform/texts/texts.ts';
import { type Rights, rightsOf } from '../card/rights.ts';
import type { Change } from '../change.ts';
import type { Description } from '../change-kind.ts';
import type { ChangesCore } from '../core.ts';
import { RECEIVER } from '../decision/accept.ts';
import { type DecisionContext, votingContext } from '../decision/check-decision.ts';
import { concernsPerson } from '../decision/review.ts';
import { notifiedLine } from '../notices/notice-cards.ts';
import { listDecisions } from '../repository.ts';
import { sealOfBatch } from '../seal/seal.ts';
import { BATCH, type Batch, changesOfBatch, findBatch, type RefusedLine } from './batch.ts';
import { batchVerbs, canResubmitBatch } from './batch-buttons.ts';
import { drawBatch, stateOfBatch } from './batch-card.ts';

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
const readBatch = async (
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

/** The variants in a person's own chat that show only what concerns them. */
const OWN_LINES: ReadonlySet<string> = new Set([RECEIVER, 'personal']);

/** Draws a batch's card from its requests as they are now: for everybody where a copy stands, or for one person. */
export const batchRenderer = (core: ChangesCore): Renderer => ({
  kind: BATCH,
  replaced: true,
  async render(id, variant, words, viewer) {
    const all = await readBatch(core, core.database.db, id, words, viewer?.objectId);
    if (!all) return undefined;
    const read = shownOn(all, variant, viewer);
    const requests = read.lines.filter(isRequest);
    const isAsker = requests.some(({ rights }) => rights?.withdraw && !rights.accept);
    const contexts = requests.map(({ context }) => context);
    const drawing = {
      ...{ reader: viewer?.objectId, asked: viewer?.asked === true, isNotice: variant === 'personal' },
      now: core.clock.now(),
      notified: isAsker ? await notifiedLine(core, contexts, words) : NO_TEXT,
    };
    return {
      version: read.batch.version,
      card: drawBatch(read, drawing, words),
      summary: summaryOf(read, words),
      views: viewsOf(read),
    };
  },
});

/** A receiver of one part sees that part; the requester sees all. */
const shownOn = (read: ReadBatch, variant: string, viewer: Viewer | undefined): ReadBatch => {
  if (!viewer || !OWN_LINES.has(variant) || isRequester(read, viewer.objectId)) return read;
  return { ...read, lines: read.lines.filter((line) => isRequest(line) && line.mayOpen) };
};

const isRequester = ({ lines }: ReadBatch, objectId: string): boolean =>
  lines.find(isRequest)?.change.requester.objectId.toLowerCase() === objectId.toLowerCase();

const summaryOf = (read: ReadBatch, words: Words): string => {
  const { batch, lines } = read;
  const requests = lines.filter(isRequest);
  const what = words.plain(batch.title.text, batch.title.values);
  const isOpen = requests.some(({ change }) => change.state === 'waiting');
  if (isOpen) return words.plain('changes.batch.summary.open', { who: requests[0]?.change.requester.name ?? '', what });
  return words.plain('changes.batch.summary.over', { what, state: stateOfBatch(lines, words).text });
};

/** The requester, the deciders and the receivers. */
const viewsOf = ({ batch, lines }: ReadBatch): Views => ({
  action: { verb: batchVerbs.view, data: { batch: batch.id } },
  people: [
    ...new Set(
      lines
        .filter(isRequest)
        .flatMap(({ context: { review } }) => [
          review.parties.requester,
          ...review.deciders.map(({ objectId }) => objectId),
          ...review.parties.concerns,
        ]),
    ),
  ],
});

/** The form of a batch, for its requester, once all of it can be requested again. */
export const batchForm = async (
  core: ChangesCore,
  id: string,
  objectId: string,
  words: Words,
): Promise<Batch['form']> => {
  const read = await readBatch(core, core.database.db, id, words, objectId);
  return read && isRequester(read, objectId) && canResubmitBatch(read) ? read.batch.form : undefined;
};
