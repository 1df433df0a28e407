import type { MessageView } from '../../sandbox/teams/api.ts';
import { team } from '../../sandbox/world.ts';
import type { Db } from '../../src/platform/storage/database.ts';
import { personalChat, wordsOf } from '../../test/support/steward.ts';
import { historyOf } from '../../test/support/store-invariants.ts';
import type { Cluster } from '../cluster/cluster.ts';
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
