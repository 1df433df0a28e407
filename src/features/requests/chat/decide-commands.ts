import { period, reason, recognised } from '#bot/arguments/types.ts';
import { cardPlaceOf } from '#bot/commands/own-views.ts';
import { readPointed } from '#bot/turn/pointed.ts';
import { type Answer, cardAnswer, delivered, type Turn, textAnswer } from '#bot/turn/turn.ts';
import { postedSubject } from '#engine/changes/card/posted-card.ts';
import { type Change, subjectOf } from '#engine/changes/change.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { dotted, escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Answers } from '#teams/cards/form.ts';
import { choicesCard } from '#teams/cards/notice-card.ts';
import { listVerbs } from '../card-buttons.ts';
import { findRequest, REFERENCE } from '../find-request.ts';
import { decideRequest, postCard, refusedAnswer, withdrawRequest } from './actions.ts';
import { showMine, showWaiting } from './commands.ts';

const AREA = 'requests';
/** The request that is meant; without one the list is, which shows what could be. */
export const named = recognised('request').first(REFERENCE).needed().shownAs('R-…');

/** Runs `then` on the request that the message means; where none is named, the list shows those that it could be. */
export const withRequest = async (
  turn: Turn,
  services: Services,
  {
    ref,
    fits,
    list,
  }: {
    readonly ref: string | undefined;
    fits(change: Change): Promise<boolean>;
    list(): Promise<Answer>;
  },
  then: (change: Change) => Promise<Answer>,
): Promise<Answer> => {
  const asked = { ref, objectId: turn.who.objectId, pointed: () => readPointed(turn, services.outbox) };
  const found = await findRequest(services, asked, fits);
  if (found.is === 'found') return then(found.change);
  return found.is === 'unknown' ? textAnswer('requests.unknown', { ref: found.ref }) : list();
};

const toDecide = (turn: Turn, services: Services, ref: string | undefined) => ({
  ref,
  fits: (change: Change) => services.changes.mayVote(change, turn.who.objectId),
  list: () => showWaiting(turn, services),
});

/** What became of a request, with the way to its card. */
const outcomeAnswer = async (turn: Turn, services: Services, change: Change): Promise<Answer> => {
  const { words } = turn;
  const { title } = await services.changes.describe(change, words);
  const { text } = await services.changes.stateOf(change, words);
  const state = words.plain(`changes.stateName.${change.state}`);
  return cardAnswer(
    choicesCard.render({
      text: dotted(`**${title}**` as Markdown, escapeMarkdown(change.ref), text),
      buttons: [{ title: words.plain('requests.show'), verb: listVerbs.show, data: { change: change.id } }],
    }),
    words.plain('requests.is', { ref: change.ref, state }),
  );
};

export const approve = defineCommand({
  name: 'approve',
  aliases: ['approve request'],
  area: AREA,
  effect: 'acts',
  takes: { ref: named, shorter: period, reason },
  example: 'approve R-7KQ2M for 6 hours',
  says: 'nothing',
  run: (turn, { ref, shorter, reason: why = '' }, services) =>
    withRequest(turn, services, toDecide(turn, services, ref), async (change) => {
      const narrowed = shorterAnswers(turn, services, change, shorter);
      if (!narrowed) return textAnswer('requests.notNarrowable');
      return decided(turn, services, { change, verdict: 'approve', reason: why, narrowed });
    }),
});

export const deny = defineCommand({
  name: 'deny',
  aliases: ['deny request', 'reject'],
  area: AREA,
  effect: 'acts',
  takes: { ref: named, reason },
  example: 'deny R-7KQ2M because the release is frozen',
  says: 'nothing',
  run: (turn, { ref, reason: why = '' }, services) =>
    withRequest(turn, services, toDecide(turn, services, ref), async (change) =>
      decided(turn, services, { change, verdict: 'deny', reason: why, narrowed: {} }),
    ),
});

/** What an approval is to make smaller, in the one field that the kind has for it; undefined where it has none. */
const shorterAnswers = (
  { words }: Turn,
  { changes }: Services,
  change: Change,
  shorter: string | undefined,
): Answers | undefined => {
  if (shorter === undefined) return {};
  const [field] = changes.narrowable(change, words);
  return field && { [field.id]: shorter };
};

/** Whether a card of it, or of what was sent with it, stands in this conversation. */
const isPostedHere = async (turn: Turn, { outbox }: Services, change: Change): Promise<boolean> =>
  (await outbox.hasCopyIn(subjectOf(change.id), cardPlaceOf(turn))) ||
  (await outbox.hasCopyIn(postedSubject(change), cardPlaceOf(turn)));

/** Nobody decides what they were not shown: where no card of it stands, the sentence brings the card, and decides nothing. */
const decided = async (
  turn: Turn,
  services: Services,
  said: Omit<Parameters<typeof decideRequest>[2], 'terms'> & { readonly change: Change },
): Promise<Answer> => {
  const { change, verdict, narrowed } = said;
  const couldDecide = (await services.changes.mayVote(change, turn.who.objectId)) || Object.keys(narrowed).length > 0;
  if (change.state === 'waiting' && couldDecide && !(await isPostedHere(turn, services, change))) {
    await postCard(turn, services, change);
    return textAnswer('requests.shownFirst', { ref: change.ref, verdict });
  }
  const result = await decideRequest(turn, services, { ...said, terms: said.change.termsVersion });
  return result.refused ? refusedAnswer(turn, services, result) : outcomeAnswer(turn, services, result.change);
};

/** Of what concerns a person the newest are looked at. */
const MOST_LOOKED_AT = 100;

/** A single word that is no reference is refused by name; "that" may be what was said. */
const WITHDRAWN = new RegExp(`^(?!that$)(?:${REFERENCE.source}|[\\w-]+$)`, 'i');

export const cancelRequest = defineCommand({
  name: 'cancel request',
  aliases: ['withdraw', 'withdraw request', 'take back'],
  area: AREA,
  effect: 'acts',
  takesAway: true,
  takes: { ref: recognised('request').first(WITHDRAWN).shownAs('R-…') },
  example: 'cancel request R-7KQ2M',
  says: 'nothing',
  async run(turn, { ref }, services) {
    const waiting = await services.changes.requestsOf(turn.who.objectId, ['waiting'], MOST_LOOKED_AT);
    const isMine = async (change: Change) =>
      change.state === 'waiting' && services.changes.mayWithdraw(change, turn.who.objectId);
    const [only, ...more] = waiting;
    const withdrawn = async (change: Change): Promise<Answer> => {
      const result = await withdrawRequest(turn, services, change);
      return result.refused ? refusedAnswer(turn, services, result) : outcomeAnswer(turn, services, result.change);
    };
    // A person with one waiting request can mean no other one, unless they quote something else.
    const list = async () => {
      if (!only) return textAnswer('requests.cancel.none');
      return more.length === 0 && !turn.quotes ? withdrawn(only) : showMine(turn, services);
    };
    return withRequest(turn, services, { ref, fits: isMine, list }, withdrawn);
  },
});

export const showRequest = defineCommand({
  name: 'show',
  aliases: ['show request'],
  area: AREA,
  effect: 'shows',
  takes: { ref: named },
  example: 'show R-7KQ2M',
  says: 'nothing',
  run: (turn, { ref }, services) =>
    withRequest(
      turn,
      services,
      { ref, fits: async () => true, list: () => showMine(turn, services) },
      async (change) => {
        await postCard(turn, services, change);
        return delivered;
      },
    ),
});
