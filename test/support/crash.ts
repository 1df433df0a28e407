import type { Steward } from './steward.ts';
import { inStore, isIdle, violations } from './store-invariants.ts';

/** Longer than any lease that a crash leaves behind. */
const LEASES_OVER = 61_000;

/** What a story needs to end the bot in the middle of something and to look at what is left. */
interface Crash {
  /** How many copies of the newest request are being sent or edited at this moment. */
  underWay(): Promise<number>;
  /** The name of the newest request, and its state. */
  ref(): Promise<string>;
  state(): Promise<string | undefined>;
  /** The bot is gone, and whatever the other side still had in hand from it has ended. @param calls of the bot to Teams */
  now(calls?: number): Promise<void>;
  /** A new bot on the same store, as late as the leases of the old one want it. */
  over(): Promise<void>;
  /** Waits until nothing is left to be done. @returns what is wrong then, in words */
  remains(): Promise<string[]>;
}

export const createCrash = (s: Steward): Crash => {
  const newest = () =>
    inStore(s, (db) => db.selectFrom('changes').selectAll().orderBy('created_at', 'desc').limit(1).executeTakeFirst());
  return {
    async underWay() {
      const change = await newest();
      const rows = await inStore(s, (db) =>
        db
          .selectFrom('deliveries')
          .select('id')
          .where('subject', '=', `change:${change?.id}`)
          .where('lease_owner', 'is not', null)
          .execute(),
      );
      return rows.length;
    },
    ref: async () => (await newest())?.ref ?? '',
    state: async () => (await newest())?.state,
    async now(calls = 0) {
      const before = s.teams.requests().length;
      await s.kill();
      await s.until('the last calls of the dead bot', async () => s.teams.requests().length >= before + calls);
    },
    async over() {
      s.teams.faults.clear();
      s.clock.advance(LEASES_OVER);
      await s.restart();
    },
    async remains() {
      await s.until('all quiet', () => inStore(s, isIdle));
      return inStore(s, violations);
    },
  };
};
