import type { Trx } from '#platform/storage/database.ts';
import { listed } from '#platform/texts/texts.ts';
import type { Arrival, Departure } from '#teams/connector/conversations/conversation.ts';
import { type AlertsContext, notifyChanged } from '../context.ts';
import { postOpenIncidents } from '../feed/ingest.ts';
import { schedulePoll } from '../feed/poll-feed.ts';
import type { Watch } from './watch.ts';
import { listUnreachable, lockFeedsOf, markReachable, markUnreachable } from './watch-store.ts';

/** The app was removed from the conversation; it may come back. */
const LEFT = 'Connector.left';

/** The watches of conversations that the app has left rest until it is back. */
export const restWatches = async (trx: Trx, { conversationIds }: Departure): Promise<void> => {
  for (const conversationId of conversationIds) await markUnreachable(trx, conversationId, LEFT);
};

/**
 * Resumes the watches of a conversation that takes posts again, and those of its team that waited for the app's return. Each
 * conversation to which the app returns is told.
 * @throws the last error; the other watches are resumed all the same
 */
export const resumeWatches = async (context: AlertsContext, arrival: Arrival): Promise<void> => {
  const { database, log } = context;
  const { conversationId, conversationIds } = arrival;
  const faults: unknown[] = [];
  const back: Watch[] = [];
  for (const waiting of await listUnreachable(database.db, conversationIds)) {
    if (waiting.unreachable !== LEFT && waiting.conversationId !== conversationId) continue;
    try {
      const resumed = await database.transaction((trx) => resumeOne(context, trx, waiting));
      if (resumed && waiting.unreachable === LEFT) back.push(resumed);
    } catch (error) {
      log.error('watch not resumed', { reason: waiting.ref, error });
      faults.push(error);
    }
  }
  await tellResumed(context, back);
  if (faults.length > 0) throw faults.at(-1);
};

const resumeOne = async (context: AlertsContext, trx: Trx, waiting: Watch): Promise<Watch | undefined> => {
  await lockFeedsOf(trx, [waiting]);
  const watch = await markReachable(trx, waiting.id);
  if (!watch) return undefined;
  await schedulePoll(context, trx, watch.source, watch.feed);
  await postOpenIncidents(context, trx, watch);
  await notifyChanged(context, trx, watch);
  return watch;
};

const tellResumed = async ({ outbox, database }: AlertsContext, watches: readonly Watch[]): Promise<void> => {
  for (const [conversation, own] of Map.groupBy(watches, (watch) => watch.conversationId)) {
    const [{ language } = { language: 'en' }] = own;
    const names = listed(
      own.map(({ title }) => title),
      { formatLocale: language },
    );
    const to = { conversation };
    await outbox.notify(database.db, to, language, 'alerts.resumed', { count: own.length, names });
  }
};
