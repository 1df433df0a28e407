import { channels } from '../../../support/steward.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { type Copy, claimedCopies, evidenceOf, markIn } from '../shared/evidence.ts';

const keyOf = ({ channel, mark }: Pick<Copy, 'channel' | 'mark'>): string => `${mark} in ${channel}`;

/** Knows how many answers to the posts of each card never reached the store. */
export interface Ledger {
  /** To be called when a process is gone or stands still, and the other one is done: what it had taken for itself and Teams has has lost its answer. */
  note(): Promise<void>;
  /**
   * To be called when a process that was stopped anywhere goes on, after others took over: in each conversation it may have
   * been in the middle of one call, which leaves now. @param at milliseconds since 1970
   */
  goesOn(at: number): void;
  /** How many such calls there were. */
  late(): Promise<number>;
  lost(): Promise<ReadonlyMap<string, number>>;
}

export const createLedger = (cluster: Cluster): Ledger => {
  const gaps = new Map<string, number>();
  let way: readonly Copy[] = [];
  const stood: { readonly at: number; readonly way: readonly Copy[] }[] = [];

  const lost = async (): Promise<Map<string, number>> => {
    const all = new Map(gaps);
    const late = await leftLate();
    for (const key of [...(await lostByTeams(cluster)), ...late]) all.set(key, (all.get(key) ?? 0) + 1);
    return all;
  };

  /** Of what a process that goes on had taken for itself, the first card of each channel that comes since then. */
  const leftLate = async (): Promise<string[]> => {
    if (stood.length === 0) return [];
    const { extras } = await evidenceOf(cluster);
    return stood.flatMap(({ at, way: taken }) => {
      const keys = new Set(taken.map(keyOf));
      const cards = extras.filter((one) => one.kind === 'card' && Number(one.id) >= at && keys.has(keyOf(one)));
      return [...new Map(cards.toReversed().map((one) => [one.channel, keyOf(one)])).values()];
    });
  };

  return {
    async note() {
      way = await cluster.inStore(claimedCopies);
      const [{ extras }, known] = [await evidenceOf(cluster), await lost()];
      for (const key of new Set(way.filter(({ kind }) => kind === 'card').map(keyOf))) {
        const standing = extras.filter((extra) => extra.kind === 'card' && keyOf(extra) === key).length;
        if (standing > (known.get(key) ?? 0)) gaps.set(key, (gaps.get(key) ?? 0) + 1);
      }
    },
    goesOn: (at) => void stood.push({ at, way }),
    late: async () => (await leftLate()).length,
    lost,
  };
};

/** Posts that Teams took and whose answer it lost: cut, or hidden by a 504. */
const lostByTeams = async (cluster: Cluster): Promise<string[]> =>
  (await cluster.teams.requests())
    .filter(({ method, status }) => method === 'POST' && (status === 0 || status === 504))
    .flatMap(({ path, body }) => {
      const channel = Object.entries(channels).find(([, id]) => path.includes(`/${id}/activities`))?.[0];
      const mark = markIn(JSON.stringify(body ?? ''));
      return channel && mark !== '' ? [`${mark} in ${channel}`] : [];
    });
