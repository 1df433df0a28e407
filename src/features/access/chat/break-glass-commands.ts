import { z } from 'zod';
import { period, place, reason, role, ticket } from '#bot/arguments/types.ts';
import { ownView } from '#bot/turn/own-view.ts';
import { type Answer, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { answersFor, REASON } from '#engine/changes/card/card-buttons.ts';
import { personOf } from '#features/change-answers.ts';
import { defineAction, defineCommand, type Services } from '#features/feature.ts';
import { givenAnswers } from '#features/form-fields.ts';
import { refuseSecond } from '../break-glass/kind.ts';
import { type Reviewing, reviewUse } from '../break-glass/review.ts';
import { reviewSubject } from '../break-glass/store.ts';
import { ENDS, isRemovable, JUSTIFIED, NOT_JUSTIFIED, YES } from '../cards/review-card.ts';
import { BREAK_GLASS, requireRequestable } from '../requestable.ts';
import { grantTerms } from '../terms.ts';
import { submitRemoval } from './actions.ts';
import { BREAK_GLASS_FORM } from './break-glass-form.ts';
import { withPlace } from './choose-form.ts';

/** Opens the form, and never more. @throws AppError for a person without the right, and while an earlier use is not reviewed */
export const breakGlassCommand = defineCommand({
  name: 'break glass',
  aliases: ['breakglass', 'emergency access'],
  area: 'access',
  form: BREAK_GLASS_FORM,
  effect: 'asks',
  grave: true,
  takes: { role: role.first(), place: place.after('on', 'to'), duration: period, ticket, reason },
  menu: ['groupChat'],
  example: 'break glass owner on payments for 30 minutes because the payouts are down',
  async run(turn, args, services) {
    const { objectId } = turn.who;
    const all = requireRequestable(services, objectId, BREAK_GLASS);
    await refuseSecond(services.audit, services.database.db, services.policy.current(), objectId);
    return formAnswer(BREAK_GLASS_FORM, withPlace(givenAnswers(args), all));
  },
});

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
