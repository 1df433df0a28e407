import { place } from '#bot/arguments/types.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { notAllowed, type PolicyPlace } from '#policy/policy.ts';
import { readReport, reportCard, reportSummary, turnReportTo } from '../cards/access-review-report-card.ts';
import { beginAccessReview } from '../reviews/begin.ts';
import { mayBeginReview, reviewersOfAll } from '../reviews/reviewers.ts';
import { whichPlace } from './who-commands.ts';

export const reviewAccess = defineCommand({
  name: 'review access',
  aliases: ['access review', 'recertify access'],
  area: 'access',
  effect: 'acts',
  takes: { place: place.after('on', 'to', 'at') },
  example: 'review access on payments',
  run: (turn, { place }, services) => whichPlace(services, place, (found) => beginHere(turn, services, found)),
});

/** Begins it, or shows how far the one is that is under way. @throws AppError for a person who may not */
const beginHere = async (turn: Turn, services: Services, place: PolicyPlace): Promise<Answer> => {
  const { policy } = services;
  const current = policy.current();
  const { who, where, words } = turn;
  const may = (objectId: string): boolean => mayBeginReview(current, place.key, objectId);
  if (!may(who.objectId)) throw notAllowed('access.reviews.refused.notBeginner', current, may, { place: place.title });
  const begun = await beginAccessReview(services, {
    ...{ place, askedBy: { objectId: who.objectId, name: who.name }, reportTo: where.conversationId },
    ...{ language: current.conversationById(where.conversationId)?.language ?? words.locale, endBy: turn.answerBy },
  });
  if (!begun) return textAnswer('changes.refused.busy');
  const { review, isNew, items } = begun;
  if (!isNew) return showReport(turn, services, review.id, 0);
  const open = items.filter(({ state }) => state === 'open');
  if (open.length === 0) return textAnswer('access.reviews.begun.nothing', { place: place.title });
  return textAnswer('access.reviews.begun.asked', {
    ...{ place: place.title, count: open.length, until: new Date(review.endsAt) },
    people: reviewersOfAll(current, place.key, open)
      .map(({ name }) => name)
      .join(', '),
  });
};

/** A page of a review's report, as it is now. */
export const showReport = async (turn: Turn, services: Services, review: string, page: number): Promise<Answer> => {
  const report = await readReport(services, review);
  if (!report) return textAnswer('access.reviews.refused.unknown');
  return cardAnswer(
    reportCard(report, page, turn.words),
    reportSummary(report, turn.words),
    turnReportTo(review, page),
  );
};
