import { channels } from '../../../test/support/steward.ts';
import type { Cluster } from '../../cluster/cluster.ts';
import { type Copy, claimedCopies, evidenceOf, markIn } from '../shared/evidence.ts';

const keyOf = ({ channel, mark }: Pick<Copy, 'channel' | 'mark'>): string => `${mark} in ${channel}`;

/** Counts the answers to posts of each card that never reached the store. */
export interface Ledger {
  /** Called when a process is dead or stopped and the other one is done: posts that it had claimed and Teams received have lost their answers. */
  note(): Promise<void>;
  /**
   * Called when a stopped process continues after another took over: in each conversation it may have
   * been in the middle of one call, which is sent now. @param at milliseconds since 1970
   */
  goesOn(at: number): void;
  /** Number of such calls. */
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

  /** Of the work that a continued process had claimed, the first card of each channel since then. */
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

/** Posts that Teams received but whose answer was lost: cut off, or replaced by a 504. */
const lostByTeams = async (cluster: Cluster): Promise<string[]> =>
  (await cluster.teams.requests())
    .filter(({ method, status }) => method === 'POST' && (status === 0 || status === 504))
    .flatMap(({ path, body }) => {
      const channel = Object.entries(channels).find(([, id]) => path.includes(`/${id}/activities`))?.[0];
      const mark = markIn(JSON.stringify(body ?? ''));
      return channel && mark !== '' ? [`${mark} in ${channel}`] : [];
    });
