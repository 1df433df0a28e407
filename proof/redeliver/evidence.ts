import type { Db } from '../../src/platform/storage/database.ts';
import type { Cluster } from '../cluster/cluster.ts';
import type { Answered } from '../direct-client.ts';
import { sentPuts } from '../requests.ts';
import type { Effect } from './invariants.ts';
import type { Redelivery } from './plan.ts';

/** A removal says why in words of its own, so that it is never taken for the request. */
export const whyOf = ({ kind, reason }: Redelivery): string => (kind === 'remove' ? `no more: ${reason}` : reason);

export interface Pressed {
  readonly plan: Redelivery;
  readonly answers: readonly Answered[];
}

export const effectsOf = async (cluster: Cluster, pressed: readonly Pressed[]): Promise<Effect[]> => {
  const [{ changes, decisions, audit }, puts] = await Promise.all([cluster.inStore(rowsOf), sentPuts(cluster)]);
  return pressed.map(({ plan, answers }) => {
    const why = whyOf(plan);
    return {
      kind: plan.kind,
      answers,
      changes: changes
        .filter(({ terms_json }) => terms_json.includes(`"${why}"`))
        .map(({ id, state }) => ({
          state,
          events: audit.filter(({ change_id }) => change_id === id).map(({ event }) => event),
          decisions: decisions.filter(({ change_id }) => change_id === id).length,
        })),
      puts: puts.flatMap(({ properties, put }) => (properties.Justification === why ? [put] : [])),
    };
  });
};

const rowsOf = async (db: Db) => ({
  changes: await db.selectFrom('changes').selectAll().execute(),
  decisions: await db.selectFrom('decisions').selectAll().execute(),
  audit: await db.selectFrom('audit').select(['change_id', 'event']).execute(),
});
