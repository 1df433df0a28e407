import { type Answer, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import { type Change, changeStates } from '#engine/changes/change.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import { pageOf } from '#teams/cards/list.ts';
import { listVerbs } from '../card-buttons.ts';
import { type ListedRequest, type RequestsList, ROWS, requestsCard } from '../cards/requests-card.ts';

const AREA = 'requests';

export const myRequests = defineCommand({
  name: 'my requests',
  aliases: [],
  area: AREA,
  effect: 'shows',
  takes: {},
  menu: ['personal'],
  example: 'my requests',
  run: (turn, _args, services) => showMine(turn, services),
});

export const waiting = defineCommand({
  name: 'waiting',
  aliases: ['waiting on me', 'to approve'],
  area: AREA,
  effect: 'shows',
  takes: {},
  menu: ['team'],
  example: 'waiting',
  run: (turn, _args, services) => showWaiting(turn, services),
});

/** The most of a person's requests that are read, newest first. */
const MOST_REQUESTS = 100;

interface ListPlace {
  /** From 0. */
  readonly page: number;
  /** Short names of what was decided on this card. */
  readonly decided: readonly string[];
}

const FIRST_PAGE: ListPlace = { page: 0, decided: [] };

/** What waits for this person's decision, earliest deadline first; what was decided on this card keeps its place. */
export const showWaiting = async (turn: Turn, services: Services, place: ListPlace = FIRST_PAGE): Promise<Answer> => {
  const waiting = await services.changes.waitingOn(turn.who.objectId);
  const others = place.decided.filter((ref) => !waiting.some((change) => change.ref === ref));
  const decided = await Promise.all(others.map((ref) => services.changes.findByRef(ref)));
  const mine = decided.filter((change) => change && services.changes.maySee(change, turn.who.objectId));
  const all = [...waiting, ...mine.filter((change) => change !== undefined)];
  return show(turn, services, 'waiting', all.toSorted(byDeadline), place);
};

/** What the person asked for, and what others asked for in their place; newest first. */
export const showMine = async (turn: Turn, services: Services, page = 0): Promise<Answer> => {
  const mine = await services.changes.requestsOf(turn.who.objectId, changeStates, MOST_REQUESTS);
  return show(turn, services, 'mine', mine, { page, decided: [] });
};

const byDeadline = (a: Change, b: Change): number => a.deadlineAt - b.deadlineAt || a.createdAt - b.createdAt;

const show = async (
  turn: Turn,
  services: Services,
  list: RequestsList,
  changes: readonly Change[],
  place: ListPlace,
): Promise<Answer> => {
  const { words } = turn;
  const { decided } = place;
  const turnTo = (page: number) => ({ verb: listVerbs[list], data: { page, decided: decided.join(',') } });
  const page = pageOf(changes, place.page, words, turnTo, ROWS[list]);
  const rows = await Promise.all(page.rows.map((change) => listed(turn, services, change)));
  const card = requestsCard({ ...page, rows, list, decided, now: services.clock.now() }, words);
  return cardAnswer(card, words.plain(`requests.${list}.title`), turnTo(page.page));
};

const listed = async ({ who, words }: Turn, { changes }: Services, change: Change): Promise<ListedRequest> => ({
  change,
  description: await changes.describe(change, words),
  state: await changes.stateOf(change, words),
  isOwn: change.requester.objectId === who.objectId,
  mayVote: await changes.mayVote(change, who.objectId),
});
