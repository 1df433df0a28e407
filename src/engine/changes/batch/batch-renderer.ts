import type { Renderer, Viewer, Views } from '#engine/outbox/renderer.ts';
import { NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { ChangesCore } from '../core.ts';
import { RECEIVER } from '../decision/receiver-consent.ts';
import { notifiedLine } from '../notices/notice-cards.ts';
import { BATCH, type Batch } from './batch.ts';
import { batchVerbs, canResubmitBatch } from './batch-buttons.ts';
import { drawBatch, stateOfBatch } from './batch-card.ts';
import { isRequest, type ReadBatch, readBatch } from './read-batch.ts';

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
