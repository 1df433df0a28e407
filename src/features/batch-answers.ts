import type { FormContext, FormEnd } from '#bot/commands/registry.ts';
import { ownView } from '#bot/turn/own-view.ts';
import { type Answer, delivered, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { batchSubject, type RefusedLine } from '#engine/changes/batch/batch.ts';
import type { BatchDraft } from '#engine/changes/batch/submit-batch.ts';
import type { Viewer } from '#engine/outbox/renderer.ts';
import type { Words } from '#platform/texts/texts.ts';
import { originOf, personOf, sourceOf } from './change-answers.ts';
import type { Services } from './feature.ts';

/** A press on a batch's card counts only where the card stands. */
export const onBatchCard = {
  subject: ({ batch }: { readonly batch: string }) => batchSubject(batch),
  elsewhere: 'changes.refused.elsewhere',
} as const;

/**
 * Hands several requests that a form gathered to the change engine. The form's card, where one was pressed, becomes theirs. Where
 * every one of them is refused, the form stays open and says why.
 */
export const submitRequests = async (
  { turn, services, form, answers }: FormContext,
  draft: Pick<BatchDraft, 'title' | 'lines'> & { readonly form: string },
): Promise<FormEnd> => {
  const { batch, refused } = await services.changes.submitBatch({
    ...{ title: draft.title, lines: draft.lines, requester: personOf(turn), source: sourceOf(form) },
    asked: originOf(turn),
    form: { name: draft.form, answers },
  });
  if (!batch) return { kind: 'wrong', errors: {}, problem: refusedText(refused, turn.words) };
  return turn.pressed ? answerWithBatch(services, turn, batch.id) : delivered;
};

/** What could not be sent, and why: a line for each. */
const refusedText = (refused: readonly RefusedLine[], words: Words): string =>
  [
    words.plain('changes.batch.noneSent'),
    ...refused.map(({ what, refused: why }) =>
      words.plain('changes.batch.line', {
        what: words.plain(what.text, what.values),
        why: words.plain(why.text, why.values),
      }),
    ),
  ].join(' ');

/** A batch's card as its viewer sees it, in the pressed card's place; elsewhere a sentence will do. */
export const answerWithBatch = async (
  services: Services,
  turn: Turn,
  id: string,
  how: Pick<Viewer, 'asked'> = {},
): Promise<Answer> => {
  const batch = await services.changes.findBatch(id);
  if (!batch) return textAnswer('changes.refused.unknown');
  if (!turn.pressed)
    return textAnswer('changes.batch.sent', { what: turn.words.plain(batch.title.text, batch.title.values) });
  await services.outbox.holdPressedCard(batchSubject(id), turn.pressed, batch.version, turn.words.locale);
  return viewOfBatch(services, turn, id, how);
};

/** What this person sees of a batch's card; in their own chat only what concerns them. */
export const viewOfBatch = async (
  services: Services,
  turn: Turn,
  id: string,
  how: Pick<Viewer, 'asked'> = {},
): Promise<Answer> => {
  const subject = batchSubject(id);
  const copies = turn.pressed ? await services.outbox.copies(subject) : [];
  const variant = copies.find(({ activityId }) => activityId === turn.pressed?.activityId)?.variant ?? 'asker';
  const viewer = { objectId: turn.who.objectId, ...how };
  const drawn = await services.outbox.render(subject, variant, turn.words, viewer);
  return drawn ? ownView(turn, drawn) : textAnswer('changes.refused.unknown');
};
