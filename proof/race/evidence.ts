import type { MessageView } from '../../sandbox/teams/api.ts';
import type { Db } from '../../src/platform/storage/database.ts';
import { asTextKey } from '../../src/platform/texts/texts.ts';
import { wordsOf } from '../../test/support/steward.ts';
import { shown } from '../../test/support/story.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { sentPuts, type Waiting } from '../requests.ts';
import type { RaceHistory } from './invariants.ts';
import type { RacePlan } from './plan.ts';

/** What came of the clicks on a request. */
export interface Raced extends Waiting<RacePlan> {
  readonly answers: RaceHistory['answers'];
}

export const lastDeadline = async (db: Db, races: readonly Waiting[]): Promise<number> => {
  const ids = races.map(({ id }) => id);
  const rows = await db.selectFrom('changes').select('deadline_at').where('id', 'in', ids).execute();
  return Math.max(...rows.map(({ deadline_at }) => Date.parse(deadline_at)));
};

/** All that these races left in the store and at the vendor, in their order. */
export const historiesOf = async (cluster: Cluster, races: readonly Raced[]): Promise<RaceHistory[]> => {
  const ids = races.map(({ id }) => id);
  const [changes, decisions, audit, puts] = await Promise.all([
    cluster.inStore((db) => db.selectFrom('changes').selectAll().where('id', 'in', ids).execute()),
    cluster.inStore((db) => db.selectFrom('decisions').selectAll().where('change_id', 'in', ids).execute()),
    cluster.inStore((db) => db.selectFrom('audit').selectAll().where('change_id', 'in', ids).orderBy('seq').execute()),
    sentPuts(cluster),
  ]);
  return races.map(({ id, wish, answers }) => {
    const change = changes.find((one) => one.id === id);
    return {
      state: change?.state ?? 'gone',
      guid: change?.guid ?? null,
      decisions: decisions.filter(({ change_id }) => change_id === id),
      events: audit.filter(({ change_id }) => change_id === id).map(({ event }) => event),
      puts: puts.flatMap(({ properties, put }) => (properties.Justification === wish.reason ? [put] : [])),
      answers,
    };
  });
};

/** What the card of this race says at the end that is not so. */
export const falseCard = (messages: readonly MessageView[], { card }: Waiting, history: RaceHistory): string[] => {
  const message = messages.find(({ id }) => id === card);
  if (!message) return ['its card is gone'];
  const by = history.decisions[0]?.person_name ?? '';
  const says =
    history.state === 'done'
      ? shown('access.status.until')
      : shown(asTextKey(`changes.state.${history.state}`), { by });
  const words = wordsOf(message);
  return words.includes(says)
    ? []
    : [`its card does not say “${says}”: ${words.replaceAll('\n', ' · ').slice(0, 200)}`];
};
