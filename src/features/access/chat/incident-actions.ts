import { z } from 'zod';
import { textAnswer } from '#bot/turn/turn.ts';
import { answerWithChange, onChangeCard } from '#features/change-answers.ts';
import { defineAction } from '#features/feature.ts';
import { recordAnswer } from '../incident/store.ts';
import { KEEP } from '../requestable.ts';
import { grantTerms } from '../terms.ts';

/** Keep, pressed in the question after an incident: the access stays until its own end. */
export const pressKeep = defineAction({
  verb: KEEP,
  card: onChangeCard,
  data: z.looseObject({ change: z.string() }),
  async handle(turn, data, services) {
    const { audit, changes, clock, database } = services;
    const change = await changes.find(data.change);
    if (change?.state !== 'done') return textAnswer('access.problem.gone');
    const { person } = grantTerms.parse(change.terms);
    if (person.objectId.toLowerCase() !== turn.who.objectId.toLowerCase()) return textAnswer('access.notice.notYours');
    await database.transaction(async (trx) => {
      if (!(await recordAnswer(trx, change.id, clock.now()))) return;
      await changes.redraw(trx, change.id);
      await audit.append(trx, {
        ...{ target: change.id, actor: turn.who.objectId, event: 'kept after incident', detail: {} },
      });
    });
    return answerWithChange(services, turn, change.id);
  },
});
