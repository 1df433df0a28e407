import type { MessageView } from '../../sandbox/teams/api.ts';
import type { Cluster } from '../cluster/cluster.ts';
import { extrasOf, lostAnswers, type Posted } from './evidence.ts';

/** Knows, for each request and place, the answers that never reached the store: those that Teams lost, and those that a kill did. */
export interface Ledger {
  /** To be called when the bot is dead: a post that was on its way, and that Teams took, has lost its answer. */
  died(posted: readonly Posted[]): Promise<void>;
  /** How many were lost in each place. */
  lost(posted: Posted): Promise<Record<string, number>>;
}

export const createLedger = (cluster: Cluster): Ledger => {
  /** The messages whose answers a kill lost: none is counted that came later. */
  const killed: MessageView[] = [];

  const lostOf = async (one: Posted): Promise<string[]> => [
    ...(await lostAnswers(cluster)).filter(({ ref }) => ref === one.ref).map(({ place }) => place),
    ...killed.filter(({ id }) => one.standing.some((message) => message.id === id)).map((one) => one.conversationId),
  ];

  /** What more stands there than answers are known to be lost, of a row that the dead bot was about to post. */
  const unexplained = async (one: Posted): Promise<MessageView[]> => {
    const lost = await lostOf(one);
    const claimed = one.rows.filter((row) => row.claimed && row.activity === null);
    return claimed.flatMap(({ place }) => {
      const extras = extrasOf(one).filter(({ conversationId }) => conversationId === place);
      return extras.length > lost.filter((where) => where === place).length ? extras.slice(-1) : [];
    });
  };

  return {
    async died(posted) {
      const found = (await Promise.all(posted.map(unexplained))).flat();
      // In one conversation the bot says one thing at a time: of all that stands there only the newest was on its way.
      const newest = Map.groupBy(found, ({ conversationId }) => conversationId).values();
      for (const messages of newest) killed.push(...messages.toSorted((a, b) => Number(a.id) - Number(b.id)).slice(-1));
    },
    async lost(one) {
      const places = Map.groupBy(await lostOf(one), (place) => place);
      return Object.fromEntries([...places].map(([place, all]) => [place, all.length]));
    },
  };
};
