import { z } from 'zod';
import { ownView } from '#bot/turn/own-view.ts';
import { type Answer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { answersFor, REASON } from '#engine/changes/card/card-buttons.ts';
import { personOf } from '#features/change-answers.ts';
import { defineAction, type Services } from '#features/feature.ts';
import { type Reviewing, reviewUse } from '../break-glass/review.ts';
import { reviewSubject } from '../break-glass/store.ts';
import { ENDS, isRemovable, JUSTIFIED, NOT_JUSTIFIED, YES } from '../cards/review-card.ts';
import { grantTerms } from '../terms.ts';
import { submitRemoval } from './actions.ts';

const onReviewCard = {
  subject: ({ change }: { readonly change: string }) => reviewSubject(change),
  elsewhere: 'changes.refused.elsewhere',
} as const;

export const pressJustified = defineAction({
  verb: JUSTIFIED,
  card: onReviewCard,
  data: z.looseObject({ change: z.string() }),
  handle: (turn, { change }, services) =>
    reviewAs(turn, services, { change, result: 'justified', reason: '', person: personOf(turn) }),
});

/** Not justified: with a reason, and with the end of the access if it still stands and the reviewer wants that. */
export const pressNotJustified = defineAction({
  verb: NOT_JUSTIFIED,
  card: onReviewCard,
  data: z.looseObject({ change: z.string() }),
  async handle(turn, data, services) {
    const { [REASON]: reason = '', [ENDS]: ends } = answersFor(NOT_JUSTIFIED, data);
    const person = personOf(turn);
    const answer = await reviewAs(turn, services, { change: data.change, result: 'notJustified', reason, person });
    if (ends === YES) await removeToo(turn, services, data.change, reason);
    return answer;
  },
});

const reviewAs = async (turn: Turn, services: Services, reviewing: Reviewing): Promise<Answer> => {
  const use = await reviewUse(services, reviewing);
  const subject = reviewSubject(use.change);
  if (!turn.pressed) return textAnswer(`access.breakGlass.reviewState.${use.state}`, { by: use.review?.by.name ?? '' });
  await services.outbox.holdPressedCard(subject, turn.pressed, use.version, turn.words.locale);
  const drawn = await services.outbox.render(subject, 'review', turn.words, { objectId: turn.who.objectId });
  return drawn ? ownView(turn, drawn) : textAnswer('changes.refused.unknown');
};

const removeToo = async (turn: Turn, services: Services, id: string, reason: string): Promise<void> => {
  const change = await services.changes.find(id);
  if (!change || !(await isRemovable(services, id, grantTerms.parse(change.terms), turn.who.objectId))) return;
  await submitRemoval(turn, services, change, reason);
};
