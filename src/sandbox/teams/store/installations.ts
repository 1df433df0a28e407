import type { Clock } from '../../../lib/clock.ts';
import type { Db } from '../../../storage/database.ts';
import type { TeamsTables } from './tables.ts';

/** Where the app stands, by the team's id or a personal chat's. It stands everywhere until somebody removes it. */
export interface Installations {
  isInstalled(conversation: string): Promise<boolean>;
  /** Whether the bot took the news that it is installed there. */
  wasTold(conversation: string): Promise<boolean>;
  markTold(conversation: string): Promise<void>;
  markRemoved(conversation: string): Promise<void>;
  /** Back again, and the bot is yet to be told. */
  markAdded(conversation: string): Promise<void>;
}

export const createInstallations = (db: Db<TeamsTables>, clock: Clock): Installations => {
  const find = (conversation: string): Promise<{ removed: number } | undefined> =>
    db.selectFrom('installations').select('removed').where('conversation', '=', conversation).executeTakeFirst();
  const mark = async (conversation: string, removed: 0 | 1): Promise<void> => {
    await db
      .insertInto('installations')
      .values({ conversation, at: clock.now(), removed })
      .onConflict((conflict) => conflict.column('conversation').doUpdateSet({ removed }))
      .execute();
  };
  return {
    isInstalled: async (conversation) => (await find(conversation))?.removed !== 1,
    wasTold: async (conversation) => (await find(conversation))?.removed === 0,
    markTold: (conversation) => mark(conversation, 0),
    markRemoved: (conversation) => mark(conversation, 1),
    markAdded: async (conversation) => {
      await db.deleteFrom('installations').where('conversation', '=', conversation).where('removed', '=', 1).execute();
    },
  };
};
