import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { app } from '../turn/world.ts';
import { openOutbox } from './open-outbox.ts';
import type { Sender } from './sender.ts';
import { channels, numberOf } from './world.ts';

const LOOK_MS = 5;

/** The whole outbox: deliveries are rows on disk that are claimed, drawn, posted and written down. */
export const createOutboxSender = async (origin: string, folder: string): Promise<Sender> => {
  const url = `sqlite:${join(folder, 'outbox.db')}`;
  const { database, connector, outbox, saying } = await openOutbox(origin, url, folder);
  const { db } = database;
  for (const conversationId of channels) {
    const place = { kind: 'channel', serviceUrl: `${origin}/`, tenantId: app.tenantId } as const;
    await connector.conversations.remember({ ...place, conversationId });
  }

  return {
    async prepare() {
      await database.transaction(async (trx) => {
        await trx.deleteFrom('deliveries').execute();
        const subjects = await saying.insert(trx, channels);
        for (const [index, subject] of subjects.entries()) {
          const to = { conversation: channels[index] ?? '' };
          await outbox.deliver(trx, {
            subject,
            variant: 'channel',
            to,
            language: 'en',
            version: 1,
            priority: 'unasked',
          });
        }
      });
    },
    async send() {
      outbox.start();
      const waiting = db.selectFrom('deliveries').select('id').where('state', '=', 'ready').limit(1);
      while ((await waiting.executeTakeFirst()) !== undefined) await sleep(LOOK_MS);
      const dead = await db.selectFrom('deliveries').select('target').where('state', '=', 'dead').execute();
      if (dead.length > 0) throw new Error(`${dead.length} deliveries ended without arriving`);
      const unclear = await db.selectFrom('deliveries').select('target').where('unclear', '>', 0).execute();
      return { unsure: unclear.map(({ target }) => numberOf(target)) };
    },
  };
};
