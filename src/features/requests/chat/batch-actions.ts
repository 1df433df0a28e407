import { z } from 'zod';
import { type Answer, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { batchSubject } from '#engine/changes/batch/batch.ts';
import { batchVerbs } from '#engine/changes/batch/batch-buttons.ts';
import type { BatchPress, BatchResult, ShownLine } from '#engine/changes/batch/decide-batch.ts';
import { answersFor, REASON } from '#engine/changes/card/card-buttons.ts';
import { answerWithBatch, onBatchCard, viewOfBatch } from '#features/batch-answers.ts';
import { personOf } from '#features/change-answers.ts';
import { defineAction, type Services } from '#features/feature.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';

/** `R-7KQ2M.1 R-9WX4T.2`: the requests that the button was about, each with the version of its terms. */
const LINE = /^(R-[0-9A-Z]{5,6})\.(\d{1,6})$/;
const shownLines = z
  .string()
  .max(400)
  .transform((text) =>
    text.split(' ').flatMap((part): ShownLine[] => {
      const [, ref, terms] = LINE.exec(part) ?? [];
      return ref === undefined ? [] : [{ ref, terms: Number(terms) }];
    }),
  );

const pressed = z.looseObject({ batch: z.string(), lines: shownLines });

const pressOf = (name: 'approve' | 'deny' | 'accept' | 'cancel' | 'refuse') =>
  defineAction({
    verb: batchVerbs[name],
    data: pressed,
    ...(name === 'approve' || name === 'deny' ? { decides: true as const } : {}),
    card: onBatchCard,
    async handle(turn, data, services) {
      const verdict = name === 'refuse' ? 'cancel' : name;
      const press: BatchPress = {
        ...{ batch: data.batch, lines: data.lines, person: personOf(turn), verdict },
        reason: answersFor(batchVerbs[name], data)[REASON] ?? '',
        conversation: baseId(turn.where.conversationId),
      };
      return answer(services, turn, press, await services.changes.decideBatch(press));
    },
  });

/** The buttons that decide, accept or withdraw what their reader may. */
export const batchPresses = (['approve', 'deny', 'accept', 'cancel', 'refuse'] as const).map(pressOf);

/** The current card; or what could not be done, a sentence for each request. */
const answer = async (
  services: Services,
  turn: Turn,
  { batch, verdict }: BatchPress,
  { results }: BatchResult,
): Promise<Answer> => {
  const { words } = turn;
  const refused = results.flatMap(({ change, refused: why }) => (why ? [{ change, why }] : []));
  if (refused.length === 0) return answerWithBatch(services, turn, batch);
  if (turn.pressed) {
    const version = (await services.changes.findBatch(batch))?.version ?? 0;
    await services.outbox.holdPressedCard(batchSubject(batch), turn.pressed, version, words.locale);
  }
  const lines = refused.map(({ change, why }) => {
    const stateName = change ? words.plain(`changes.stateName.${change.state}`) : '';
    const said = words.plain(why.text, { ...why.values, stateName });
    return change ? words.plain('changes.batch.resultLine', { ref: change.ref, why: said }) : said;
  });
  const count = results.length;
  return textAnswer('changes.batch.result', { verdict, count, done: count - refused.length, lines: lines.join(' ') });
};

/** The viewer's own view in the card's place; their client asks for it by itself too. */
export const pressViewBatch = defineAction({
  verb: batchVerbs.view,
  repeatable: true,
  automatic: true,
  data: z.object({ batch: z.string() }),
  card: onBatchCard,
  async handle(turn, data, services) {
    if (turn.pressed && turn.automatic) return viewOfBatch(services, turn, data.batch);
    if (turn.pressed) return answerWithBatch(services, turn, data.batch, { asked: true });
    const batch = await services.changes.findBatch(data.batch);
    if (!batch) return textAnswer('changes.refused.unknown');
    // A client that shows no answers: in their own chat nobody else sees their buttons.
    await services.outbox.deliver(services.database.db, {
      subject: batchSubject(batch.id),
      variant: 'decider',
      to: { person: turn.who.objectId },
      language: turn.words.locale,
      version: batch.version,
      needsAnswer: true,
    });
    return textAnswer('changes.batch.ownChat');
  },
});

export const pressFixBatch = defineAction({
  verb: batchVerbs.fix,
  data: z.object({ batch: z.string() }),
  card: onBatchCard,
  async handle(turn, data, services) {
    const form = await services.changes.batchForm(data.batch, turn.who.objectId, turn.words);
    return form ? formAnswer(form.name, form.answers, true) : textAnswer('requests.notAgain');
  },
});
