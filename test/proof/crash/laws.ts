import { personalChat, wordsOf } from '../../support/steward.ts';
import { breaches } from '../../support/store-laws.ts';
import { listedRole, shown } from '../../support/story.ts';
import { decidingVerb, oneLine } from '../deciding.ts';
import type { Fleet } from '../fleet/fleet.ts';
import {
  type ChangeRow,
  cardsOf,
  copiesOf,
  decisionsOn,
  eventsOf,
  putsOf,
  removalsOf,
  requestsOf,
} from './evidence.ts';
import type { Plan } from './plan.ts';

const count = (events: readonly string[], event: string): number => events.filter((one) => one === event).length;
const is = (what: string, found: unknown, wanted: unknown): string[] =>
  found === wanted ? [] : [`${what}: ${String(found)}, not ${String(wanted)}`];

/** All that must hold when everything has come to rest. @param removed whether it was removed again. @returns what does not, in words */
export const brokenLaws = async (fleet: Fleet, plan: Plan, removed: boolean): Promise<string[]> => {
  const requests = await fleet.inStore((db) => requestsOf(db, plan));
  const [request] = requests;
  if (!request || requests.length > 1) return [`there are ${requests.length} requests`];
  return [
    ...is('the request is', request.state, 'done'),
    ...(await decidedOnce(fleet, request)),
    ...(await grantedOnce(fleet, plan, request, removed)),
    ...(removed ? await removedOnce(fleet, request) : []),
    ...(await everyCardTrue(fleet, plan, request, removed)),
    ...(await nothingStuck(fleet)),
  ];
};

const decidedOnce = async (fleet: Fleet, request: ChangeRow): Promise<string[]> => {
  const decisions = await fleet.inStore((db) => decisionsOn(db, request));
  return [...is('decisions', decisions.length, 1), ...(await auditWhole(fleet, request))];
};

/** One record for each transition. */
const auditWhole = async (fleet: Fleet, change: ChangeRow): Promise<string[]> => {
  const events = await fleet.inStore((db) => eventsOf(db, change));
  return [
    ...['asked', 'approved', 'done'].flatMap((event) => is(`records of ${event}`, count(events, event), 1)),
    ...is('records of sending', count(events, 'sending'), change.attempts),
  ];
};

const oneRequest = (what: string, puts: readonly string[], guid: string | null): string[] => [
  ...is(`different ${what} that the vendor saw`, new Set(puts).size, 1),
  ...(puts.every((put) => put.startsWith(`${guid} `)) ? [] : [`a ${what} without the GUID of the approval`]),
];

const grantedOnce = async (fleet: Fleet, plan: Plan, request: ChangeRow, removed: boolean): Promise<string[]> => {
  const listed = await listedRole(fleet, plan.asker, plan.place, plan.role);
  return [
    ...oneRequest('grants', await putsOf(fleet, 'AdminAssign'), request.guid),
    ...is('schedules that the vendor lists', listed.length, removed ? 0 : 1),
    ...listed.flatMap(({ roleEligibilityScheduleRequestId: id }) =>
      is('the schedule is of request', id.split('/').at(-1), request.guid),
    ),
  ];
};

const removedOnce = async (fleet: Fleet, request: ChangeRow): Promise<string[]> => {
  const removals = await fleet.inStore((db) => removalsOf(db, request));
  const [removal] = removals;
  if (!removal || removals.length > 1) return [`there are ${removals.length} removals`];
  return [
    ...is('the removal is', removal.state, 'done'),
    ...oneRequest('removals', await putsOf(fleet, 'AdminRemove'), removal.guid),
    ...(await auditWhole(fleet, removal)),
  ];
};

const everyCardTrue = async (fleet: Fleet, plan: Plan, request: ChangeRow, removed: boolean): Promise<string[]> => {
  const [cards, copies] = await Promise.all([
    cardsOf(fleet, plan, request),
    fleet.inStore((db) => copiesOf(db, request)),
  ]);
  const says = removed ? 'Removed by' : shown('access.status.until');
  const standing = new Set(cards.map(({ id }) => id));
  const told = cards.some(({ conversationId, id }) => {
    const copy = copies.find(({ activity_id }) => activity_id === id);
    return conversationId === personalChat(plan.asker) && copy?.face === 'personal';
  });
  return [
    ...cards
      .filter((card) => !wordsOf(card).includes(says))
      .map((card) => `a card does not say “${says}” in ${card.conversationId}: ${oneLine(wordsOf(card))}`),
    ...cards
      .filter((card) => decidingVerb(card) !== undefined)
      .map(({ conversationId }) => `a card still asks for a decision in ${conversationId}`),
    ...copies
      .filter(({ activity_id }) => activity_id === null || !standing.has(activity_id))
      .map(({ face, target }) => `the card for ${face} does not stand in ${target}`),
    ...(told ? [] : ['whoever asked was not told']),
  ];
};

const nothingStuck = (fleet: Fleet): Promise<string[]> => fleet.inStore(breaches);
