import { z } from 'zod';
import { place } from '#bot/arguments/types.ts';
import { ownView } from '#bot/turn/own-view.ts';
import { type Answer, cardAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { personOf } from '#features/change-answers.ts';
import { defineAction, defineCommand, onOwnView, type Services } from '#features/feature.ts';
import { notAllowed, type PolicyPlace } from '#policy/policy.ts';
import { accessReviewVerbs } from '../cards/access-review-card.ts';
import { readReport, reportCard, reportSummary, turnReportTo } from '../cards/access-review-report-card.ts';
import { mayList } from '../policy.ts';
import { answerFor } from '../reviews/answer.ts';
import { beginAccessReview } from '../reviews/begin.ts';
import { partsOf, reviewCardSubject } from '../reviews/cards.ts';
import { mayBeginReview, reviewersOfAll } from '../reviews/reviewers.ts';
import { type AccessReview, findReview, setCard } from '../reviews/store.ts';
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

const page = z.coerce.number().int().min(0).max(10_000);
const card = z.string().max(120);

/** A press counts only where the card stands, which is in its reviewer's own chat. */
const onReviewersCard = {
  subject: ({ card: of }: { readonly card: string }) => reviewCardSubject(of),
  elsewhere: 'access.reviews.refused.elsewhere',
} as const;

const answerWith = (says: 'keep' | 'remove') =>
  defineAction({
    verb: accessReviewVerbs[says],
    card: onReviewersCard,
    may: onOwnView,
    data: z.looseObject({ card, item: z.string().max(60) }),
    async handle(turn, data, services) {
      const reason = data[`${accessReviewVerbs[says]}.${data.item}`];
      const review = await answerFor(services, {
        ...{ item: data.item, person: personOf(turn), says },
        reason: typeof reason === 'string' ? reason : '',
      });
      return drawn(turn, services, data.card, review);
    },
  });

export const keepAccess = answerWith('keep');
export const takeAccess = answerWith('remove');

export const turnAccessReview = defineAction({
  verb: accessReviewVerbs.page,
  card: onReviewersCard,
  may: onOwnView,
  data: z.object({ card, page }),
  async handle(turn, { card: of, page: to }, services) {
    const { db } = services.database;
    const parts = partsOf(of);
    const review = parts && (await findReview(db, parts.review));
    if (!review || parts.person !== turn.who.objectId) return textAnswer('access.reviews.refused.unknown');
    await setCard(db, review.id, parts.person, to);
    return drawn(turn, services, of, review);
  },
});

/** The reviewer's card as it is now, in the place of the pressed one. */
const drawn = async (turn: Turn, services: Services, of: string, review: AccessReview): Promise<Answer> => {
  if (!turn.pressed || partsOf(of)?.person !== turn.who.objectId) return textAnswer('access.reviews.answeredText');
  const subject = reviewCardSubject(of);
  await services.outbox.holdPressedCard(subject, turn.pressed, review.version, turn.words.locale);
  const rendered = await services.outbox.render(subject, 'review', turn.words, { objectId: turn.who.objectId });
  return rendered ? ownView(turn, rendered) : textAnswer('access.reviews.refused.unknown');
};

/** The report names everybody's access: it is for those who may list it, and for those who may begin a review there. */
export const turnReport = defineAction({
  verb: accessReviewVerbs.report,
  automatic: true,
  may: ({ who }, _data, { policy }) =>
    mayList(policy.current(), who.objectId) || mayReviewAnywhere(who.objectId, policy.current()),
  data: z.object({ review: z.string().max(60), page }),
  async handle(turn, { review: id, page: to }, services) {
    const review = await findReview(services.database.db, id);
    if (!review) return textAnswer('access.reviews.refused.unknown');
    const current = services.policy.current();
    const may = (objectId: string): boolean =>
      mayList(current, objectId) || mayBeginReview(current, review.place.key, objectId);
    if (!may(turn.who.objectId)) throw notAllowed('access.who.refused', current, may);
    return showReport(turn, services, id, to);
  },
});

const mayReviewAnywhere = (objectId: string, policy: Parameters<typeof mayBeginReview>[0]): boolean =>
  policy.places.some(({ key }) => mayBeginReview(policy, key, objectId));
