import { z } from 'zod';
import { type Answer, delivered, formAnswer, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { answersFor, REASON, verbs } from '#engine/changes/card/card-buttons.ts';
import { canResubmit } from '#engine/changes/card/rights.ts';
import { type Change, subjectOf } from '#engine/changes/change.ts';
import type { Deciding } from '#engine/changes/decision/decide.ts';
import type { DecisionResult } from '#engine/changes/decision/outcome.ts';
import { findFormButton, isOffered } from '#engine/outbox/card-button.ts';
import {
  answerWithChange,
  onChangeCard,
  personOf,
  resubmitAnswers,
  SHOW,
  viewOfChange,
} from '#features/change-answers.ts';
import { defineAction, onOwnView, type Services } from '#features/feature.ts';
import { listed } from '#platform/texts/texts.ts';
import { baseId } from '#teams/connector/conversations/conversation.ts';
import { changeHere } from './translatable.ts';

/** A press names the change and the terms version that was shown; everything else is read from the row. */
const pressed = z.looseObject({ change: z.string(), terms: z.coerce.number().int() });

const decideBy = (verdict: 'approve' | 'deny') =>
  defineAction({
    verb: verbs[verdict],
    data: pressed,
    decides: true,
    card: onChangeCard,
    async handle(turn, data, services) {
      const { [REASON]: reason = '', ...narrowed } = answersFor(verbs[verdict], data);
      const said = { change: { id: data.change }, terms: data.terms, verdict, reason, narrowed };
      return answer(services, turn, await decideRequest(turn, services, said));
    },
  });

/** A press on a change's card that does one thing to the change. */
const pressOf = (
  verb: string,
  act: (turn: Turn, services: Services, data: z.infer<typeof pressed>) => Promise<DecisionResult>,
) =>
  defineAction({
    verb,
    data: pressed,
    card: onChangeCard,
    handle: async (turn, data, services) => answer(services, turn, await act(turn, services, data)),
  });

/** The buttons that do one thing to a request. */
export const changePresses = [
  decideBy('approve'),
  decideBy('deny'),
  pressOf(verbs.cancel, (turn, services, { change }) => withdrawRequest(turn, services, { id: change })),
  // By the person in whose place somebody else asked.
  pressOf(verbs.accept, (turn, { changes }, { change }) => changes.accept(change, personOf(turn))),
  pressOf(verbs.refuse, (turn, { changes }, data) =>
    changes.cancel(data.change, personOf(turn), answersFor(verbs.refuse, data)[REASON]),
  ),
  pressOf(verbs.claim, (turn, { changes }, { change }) => changes.claim(change, personOf(turn))),
  // By the approver, when the cloud takes their token no longer.
  pressOf(verbs.signIn, (turn, { changes }, { change }) =>
    changes.renewSignIn({ change, person: personOf(turn), ...(turn.signIn ? { signIn: turn.signIn } : {}) }),
  ),
];

/** The current card, or the reason why nothing happened; an unknown copy of the card is adopted. */
const answer = async (services: Services, turn: Turn, outcome: DecisionResult): Promise<Answer> => {
  const { change } = outcome;
  if (!outcome.refused) return answerWithChange(services, turn, outcome.change.id);
  const { words, pressed: at } = turn;
  if (change && at && services.changes.maySee(change, turn.who.objectId)) {
    await services.outbox.holdPressedCard(subjectOf(change.id), at, change.version, words.locale);
  }
  return refusedAnswer(turn, services, outcome);
};

/**
 * The viewer's own view in the card's place; their client asks for it by itself too, and then it costs a few reads and nothing
 * else. A client that shows no answers gets it in their own chat, where nobody else sees their buttons.
 */
export const pressView = defineAction({
  verb: verbs.view,
  repeatable: true,
  automatic: true,
  data: z.object({ change: z.string(), back: z.string().optional() }),
  card: onChangeCard,
  async handle(turn, data, services) {
    if (turn.pressed && turn.automatic) return viewOfChange(services, turn, data.change);
    const change = await services.changes.find(data.change);
    if (!change) return textAnswer('changes.refused.unknown');
    // A reader who comes back from its history did not ask what they can do.
    const how = data.back === undefined ? { asked: true as const } : {};
    if (turn.pressed) return answerWithChange(services, turn, change.id, how);
    await services.outbox.deliver(services.database.db, {
      subject: subjectOf(change.id),
      variant: 'approvers',
      to: { person: turn.who.objectId },
      language: turn.words.locale,
      version: change.version,
      needsAnswer: change.state === 'waiting',
    });
    return textAnswer('requests.ownChat', { ref: change.ref });
  },
});

export const pressFix = defineAction({
  verb: verbs.fix,
  data: pressed,
  card: onChangeCard,
  async handle(turn, data, services) {
    const change = await services.changes.find(data.change);
    if (!change) return textAnswer('changes.refused.unknown');
    if (change.requester.objectId !== turn.who.objectId) {
      return textAnswer('changes.refused.notYours', { who: change.requester.name });
    }
    return resubmit(turn, services, change);
  },
});

/** Opens the form as it was filled in, where the request is over; the form knows what the vendor refused. */
export const resubmit = async (turn: Turn, services: Services, change: Change): Promise<Answer> => {
  const { form } = change;
  const isOver = form && canResubmit(change, await services.changes.describe(change, turn.words));
  return isOver ? formAnswer(form.name, resubmitAnswers(change) ?? {}, true) : textAnswer('requests.notAgain');
};

/** A button of another feature opens that feature's form, filled in from the change. */
export const pressCardButton = defineAction({
  verb: verbs.offer,
  data: z.object({ change: z.string(), offer: z.string() }),
  card: onChangeCard,
  may: ({ who }, { offer }, { changes, policy }) =>
    isOffered(changes.cardButtons, offer, who.objectId, policy.current()),
  async handle(turn, data, services) {
    const { changes, policy } = services;
    const change = await changeHere(turn, services, data.change);
    if (!change) return textAnswer('changes.refused.unknown');
    const offer = findFormButton(changes.cardButtons, data.offer);
    const answers = offer?.answers(await changes.subjectOf(change, turn.words), policy.current());
    return offer && answers ? formAnswer(offer.form, answers, !offer.atOnce) : textAnswer('requests.noOffer');
  },
});

/** Posts a copy of the card in this conversation, with the buttons for deciding. */
export const pressShow = defineAction({
  verb: SHOW,
  may: onOwnView,
  data: z.object({ change: z.string() }),
  async handle(turn, data, services) {
    const change = await services.changes.find(data.change);
    if (!change || !services.changes.maySee(change, turn.who.objectId)) return textAnswer('changes.refused.unknown');
    await postCard(turn, services, change);
    return turn.pressed ? textAnswer('requests.shown', { ref: change.ref }) : delivered;
  },
});

/** A decision of the person whose turn it is; judged by what is stored, wherever it was pressed or typed. */
export const decideRequest = (
  turn: Turn,
  services: Services,
  {
    change,
    ...said
  }: Pick<Deciding, 'terms' | 'verdict' | 'reason' | 'narrowed'> & {
    readonly change: Pick<Change, 'id'>;
  },
): Promise<DecisionResult> =>
  services.changes.decide({
    ...said,
    change: change.id,
    person: personOf(turn),
    conversation: baseId(turn.where.conversationId),
    ...(turn.signIn ? { signIn: turn.signIn } : {}),
  });

export const withdrawRequest = (turn: Turn, services: Services, change: Pick<Change, 'id'>): Promise<DecisionResult> =>
  services.changes.cancel(change.id, personOf(turn));

/** Why nothing happened, as a sentence. */
export const refusedAnswer = async (
  { words }: Turn,
  services: Services,
  { change, refused }: DecisionResult,
): Promise<Answer> => {
  if (!refused) throw new Error('nothing was refused');
  if (change && refused.text === 'changes.refused.notDecider') {
    const people = await services.changes.decidersOf(change);
    const names = listed(people, words, 'disjunction');
    return textAnswer('requests.notDecider', { count: people.length, people: names });
  }
  const stateName = change ? words.plain(`changes.stateName.${change.state}`) : '';
  const isOver = change?.state === 'done' && (await services.changes.describe(change, words)).isOver;
  const values = { ...refused.values, stateName, ...(isOver ? { state: 'over' } : {}) };
  return textAnswer(refused.text, values, refused.signIn);
};

/** Puts a copy of the request's card where the person is, with the buttons that go with deciding. */
export const postCard = (turn: Turn, { outbox, database }: Services, change: Change): Promise<void> =>
  outbox.deliver(database.db, {
    subject: subjectOf(change.id),
    variant: change.requester.objectId === turn.who.objectId ? 'asker' : 'approvers',
    to: { conversation: turn.where.conversationId, copy: turn.source },
    language: turn.words.locale,
    version: change.version,
  });
