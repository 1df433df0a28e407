import { choice, person, place, role, since } from '#bot/arguments/types.ts';
import { personIn } from '#bot/turn/mentions.ts';
import { type Answer, cardAnswer, type Turn } from '#bot/turn/turn.ts';
import { alertVerbs } from '#engine/alerts/alerts.ts';
import type { Change } from '#engine/changes/change.ts';
import type { Position } from '#engine/changes/listing.ts';
import { defineCommand, type Services } from '#features/feature.ts';
import type { Words } from '#platform/texts/texts.ts';
import { buttonData, type ListButton, listCard } from '#teams/cards/list.ts';
import { listVerbs } from '../card-buttons.ts';
import { FOUND_ROWS, type FoundRequest, foundSummary, foundView } from '../cards/found-card.ts';
import { type ListQuery, parseQuery, STATES_ONLY, type TypedQuery, toChangeQuery } from '../parse-query.ts';

const AREA = 'requests';

/** “requests denied by Ana Rossi on payments since Monday” */
export const ofFound = {
  area: AREA,
  effect: 'shows',
  takes: {
    states: choice('state').first(STATES_ONLY),
    person: person.ledBy('whom').after('for'),
    by: person.after('by').shownAs('NAME'),
    place: place.after('on'),
    role: role.after('role'),
    since,
  },
} as const;

export const findRequests = defineCommand({
  name: 'requests',
  aliases: ['all requests', 'list requests'],
  ...ofFound,
  menu: ['personal'],
  example: 'requests denied by Ana Rossi on payments since Monday',
  says: 'nothing',
  run: (turn, typed, services) => showFound(turn, services, readTyped('found', turn, typed, services)),
});

export const whatChanged = defineCommand({
  name: 'what changed',
  aliases: ['what has changed'],
  area: AREA,
  effect: 'shows',
  takes: { place: place.after('on', 'at', 'in'), since },
  menu: ['groupChat'],
  example: 'what changed on payments since yesterday',
  says: 'example',
  run: (turn, typed, services) => showFound(turn, services, readTyped('changed', turn, typed, services)),
});

export const readTyped = (list: ListQuery['list'], turn: Turn, typed: TypedQuery, services: Services): ListQuery => {
  const mentioned = (text: string | undefined) => (text === undefined ? undefined : personIn(turn, text));
  return parseQuery(
    list,
    { ...typed, by: mentioned(typed.by), person: mentioned(typed.person) },
    {
      policy: services.policy.current(),
      me: turn.who.objectId,
      roles: services.changes.wordsOf('role'),
      now: services.clock.now(),
      zone: turn.zone,
    },
  );
};

/** The way back: where each page began, the newest last. */
type Trail = readonly Position[];

/** Pages that Previous leads back through; beyond them it leads to the first one. */
const LONGEST_TRAIL = 30;

/** A page of requests that this person may see, newest first. @param trail where this page begins, after those before it */
export const showFound = async (
  turn: Turn,
  services: Services,
  query: ListQuery,
  trail: Trail = [],
): Promise<Answer> => {
  const { words, who } = turn;
  const policy = services.policy.current();
  const asked = toChangeQuery(query, policy);
  const page = await services.changes.page(asked, who.objectId, FOUND_ROWS, trail.at(-1));
  const rows = await Promise.all(page.changes.map((change) => found(turn, services, change)));
  const hasMore = rows.length > 0 || page.next !== undefined;
  const buttons = [...buttonsOf(turn, query, trail, page.next), ...(hasMore ? exportButton(query, words) : [])];
  const view = foundView({ query, rows, policy, readBackTo: page.readBackTo, buttons }, words);
  return cardAnswer(listCard.render(view), foundSummary(query, policy, words), turnTo(query, trail));
};

/** @returns Previous, Next, and the way back to the card where the list was opened, as far as there are such */
const buttonsOf = ({ words }: Turn, query: ListQuery, trail: Trail, next: Position | undefined): ListButton[] => [
  ...(trail.length > 0 ? [{ title: words.plain('cards.list.previous'), ...turnTo(query, trail.slice(0, -1)) }] : []),
  ...(next ? [{ title: words.plain('cards.list.next'), ...turnTo(query, [...trail, next]) }] : []),
  ...(query.card === undefined
    ? []
    : [{ title: words.plain('requests.list.back'), verb: alertVerbs.back, data: { card: query.card } }]),
];

/** All that the filters find, as a file; what changed at a place has none. */
const exportButton = (query: ListQuery, words: Words): readonly ListButton[] =>
  query.list === 'found'
    ? [{ title: words.plain('requests.export.button'), verb: listVerbs.exportList, data: buttonData(query) }]
    : [];

const turnTo = (query: ListQuery, trail: Trail): Omit<ListButton, 'title'> => ({
  verb: listVerbs.found,
  data: { ...buttonData(query), trail: trail.slice(-LONGEST_TRAIL).map(formatPosition).join(',') },
});

const formatPosition = ({ at, ref }: Position): string => `${at} ${ref}`;

const found = async ({ words }: Turn, { changes }: Services, change: Change): Promise<FoundRequest> => ({
  change,
  description: await changes.describe(change, words),
  state: await changes.stateOf(change, words),
  decisions: await changes.decisions(change.id),
});
