import type { MessageView } from '../../sandbox/teams/api.ts';
import { team } from '../../sandbox/world.ts';
import type { Db } from '../../src/platform/storage/database.ts';
import { personalChat, wordsOf } from '../../test/support/steward.ts';
import { historyOf, violations } from '../../test/support/store-invariants.ts';
import { listedRole, shown } from '../../test/support/story.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { asksToDecide, oneLine } from '../deciding-button.ts';
import { sentPuts } from '../requests.ts';
import type { Plan } from './plan.ts';

/** The requests of this run; more than one is a fault. */
export const requestsOf = (db: Db, { reason }: Pick<Plan, 'reason'>) =>
  db
    .selectFrom('changes')
    .selectAll()
    .where('kind', '=', 'access.grant')
    .where('terms_json', 'like', `%${reason.slice(-24)}%`)
    .execute();

export type ChangeRow = Awaited<ReturnType<typeof requestsOf>>[number];

/** The removals of what a request brought. */
export const removalsOf = (db: Db, { id }: Pick<ChangeRow, 'id'>): Promise<ChangeRow[]> =>
  db
    .selectFrom('changes')
    .selectAll()
    .where('kind', '=', 'access.remove')
    .where('terms_json', 'like', `%"grant":"${id}"%`)
    .execute();

/** The copies that the bot knows of. */
export const copiesOf = (db: Db, { id }: Pick<ChangeRow, 'id'>) =>
  db.selectFrom('deliveries').selectAll().where('subject', '=', `change:${id}`).execute();

export const decisionsOn = (db: Db, { id }: Pick<ChangeRow, 'id'>) =>
  db.selectFrom('decisions').selectAll().where('change_id', '=', id).execute();

export const eventsOf = (db: Db, { ref }: Pick<ChangeRow, 'ref'>): Promise<string[]> => historyOf(db, ref);

/** Every message of the bot that shows this request, wherever this run's people could read it. */
export const cardsOf = async (
  cluster: Cluster,
  plan: Plan,
  { ref }: Pick<ChangeRow, 'ref'>,
): Promise<MessageView[]> => {
  const places = new Set([...team.channels.map(({ id }) => id), personalChat(plan.asker)]);
  const all = await Promise.all([...places].map((place) => cluster.teams.messages(place)));
  return all.flat().filter((message) => message.cards.length > 0 && wordsOf(message).includes(ref));
};

/** What the vendor was sent of this kind, each with its name and its bytes. */
export const putsOf = async (cluster: Cluster, type: 'AdminAssign' | 'AdminRemove'): Promise<string[]> =>
  (await sentPuts(cluster)).flatMap(({ properties, put }) => (properties.RequestType === type ? [put] : []));

const count = (events: readonly string[], event: string): number => events.filter((one) => one === event).length;
const is = (what: string, found: unknown, wanted: unknown): string[] =>
  found === wanted ? [] : [`${what}: ${String(found)}, not ${String(wanted)}`];

/** All that must hold when everything has come to rest. @param removed whether it was removed again. @returns what does not, in words */
export const crashViolations = async (cluster: Cluster, plan: Plan, removed: boolean): Promise<string[]> => {
  const requests = await cluster.inStore((db) => requestsOf(db, plan));
  const [request] = requests;
  if (!request || requests.length > 1) return [`there are ${requests.length} requests`];
  return [
    ...is('the request is', request.state, 'done'),
    ...(await decisionViolations(cluster, request)),
    ...(await grantViolations(cluster, plan, request, removed)),
    ...(removed ? await removalViolations(cluster, request) : []),
    ...(await cardViolations(cluster, plan, request, removed)),
    ...(await stuckWork(cluster)),
  ];
};

const decisionViolations = async (cluster: Cluster, request: ChangeRow): Promise<string[]> => {
  const decisions = await cluster.inStore((db) => decisionsOn(db, request));
  return [...is('decisions', decisions.length, 1), ...(await auditViolations(cluster, request))];
};

/** One record for each transition. */
const auditViolations = async (cluster: Cluster, change: ChangeRow): Promise<string[]> => {
  const events = await cluster.inStore((db) => eventsOf(db, change));
  return [
    ...['asked', 'approved', 'done'].flatMap((event) => is(`records of ${event}`, count(events, event), 1)),
    ...is('records of sending', count(events, 'sending'), change.attempts),
  ];
};

const oneRequest = (what: string, puts: readonly string[], guid: string | null): string[] => [
  ...is(`different ${what} that the vendor saw`, new Set(puts).size, 1),
  ...(puts.every((put) => put.startsWith(`${guid} `)) ? [] : [`a ${what} without the GUID of the approval`]),
];

const grantViolations = async (
  cluster: Cluster,
  plan: Plan,
  request: ChangeRow,
  removed: boolean,
): Promise<string[]> => {
  const listed = await listedRole(cluster, plan.asker, plan.place, plan.role);
  return [
    ...oneRequest('grants', await putsOf(cluster, 'AdminAssign'), request.guid),
    ...is('schedules that the vendor lists', listed.length, removed ? 0 : 1),
    ...listed.flatMap(({ roleEligibilityScheduleRequestId: id }) =>
      is('the schedule is of request', id.split('/').at(-1), request.guid),
    ),
  ];
};

const removalViolations = async (cluster: Cluster, request: ChangeRow): Promise<string[]> => {
  const removals = await cluster.inStore((db) => removalsOf(db, request));
  const [removal] = removals;
  if (!removal || removals.length > 1) return [`there are ${removals.length} removals`];
  return [
    ...is('the removal is', removal.state, 'done'),
    ...oneRequest('removals', await putsOf(cluster, 'AdminRemove'), removal.guid),
    ...(await auditViolations(cluster, removal)),
  ];
};

const cardViolations = async (
  cluster: Cluster,
  plan: Plan,
  request: ChangeRow,
  removed: boolean,
): Promise<string[]> => {
  const [cards, copies] = await Promise.all([
    cardsOf(cluster, plan, request),
    cluster.inStore((db) => copiesOf(db, request)),
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
    ...cards.filter(asksToDecide).map(({ conversationId }) => `a card still asks for a decision in ${conversationId}`),
    ...copies
      .filter(({ activity_id }) => activity_id === null || !standing.has(activity_id))
      .map(({ face, target }) => `the card for ${face} does not stand in ${target}`),
    ...(told ? [] : ['whoever asked was not told']),
  ];
};

const stuckWork = (cluster: Cluster): Promise<string[]> => cluster.inStore(violations);
