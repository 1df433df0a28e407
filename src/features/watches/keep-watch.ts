import type { NewWatch, Watch } from '../../alerts/watch/watch.ts';
import { iso } from '../../lib/clock.ts';
import type { StandsAs } from '../../outbox/repository.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Services } from '../feature.ts';
import { type Opening, raiseWatchCard, watchSubject } from './watch-cards.ts';
import { recordWatch } from './watch-record.ts';

/** Where a card of a watch is to stand: in the place of the form that was pressed, or as a message of its own. */
export interface Spot {
  /** With `;messageid=` in a thread. */
  readonly conversationId: string;
  /** Names the activity that asked for it: the same again is no second copy. */
  readonly source: string;
  readonly pressed?: StandsAs | undefined;
  readonly language: string;
}

/** What the bot speaks in a conversation. @param otherwise where the policy does not name it */
export const languageAt = (policy: Policy, conversationId: string, otherwise: string): string =>
  policy.conversationById(conversationId)?.language ?? otherwise;

/** @throws AppError where the same watch stands already */
export const setUpWatch = async (services: Services, draft: NewWatch, spot: Spot): Promise<Watch> => {
  const { watch, open } = await services.alerts.watch(draft);
  await addCard(services, watch, spot, open ?? 'looking');
  return watch;
};

/** One more card of the watch, which all that is done to it keeps true; those that stand are drawn anew. */
export const addCard = async (services: Services, watch: Watch, spot: Spot, opening?: Opening): Promise<void> => {
  const { database, outbox } = services;
  const { conversationId, source, pressed, language } = spot;
  await database.transaction(async (trx) => {
    const version = await raiseWatchCard(trx, watch, opening);
    await outbox.touch(trx, watchSubject(watch), version);
    await outbox.deliver(trx, {
      subject: watchSubject(watch),
      face: 'card',
      to: { conversation: conversationId, copy: source },
      language,
      version,
      ...(pressed ? { standsAs: pressed } : {}),
    });
  });
};

/** Every card of the watch is drawn anew. */
export const redrawWatch = async ({ database, outbox }: Services, watch: Watch): Promise<void> => {
  await database.transaction(async (trx) => outbox.touch(trx, watchSubject(watch), await raiseWatchCard(trx, watch)));
};

/** A watch that changes without anybody's doing has its cards drawn anew as well. */
export const keepCardsTrue = ({ alerts, outbox }: Services): void =>
  alerts.onWatchChanged(async (trx, watch, open) => {
    await outbox.touch(trx, watchSubject(watch), await raiseWatchCard(trx, watch, open));
  });

/** @param by directory object id of whoever ends it @returns false when somebody else was faster */
export const stopWatch = async (services: Services, watch: Watch, by: string): Promise<boolean> => {
  const stopped = await services.alerts.unwatch(watch.conversationId, watch.ref);
  if (stopped) await recordWatch(services, by, 'watch ended', watch);
  if (stopped) await redrawWatch(services, watch);
  return stopped;
};

/**
 * @param until milliseconds since 1970, `Infinity` for until somebody resumes it, undefined resumes
 * @param by directory object id of whoever does it
 * @returns the watch as it is now; undefined when it is no more
 */
export const pauseWatch = async (
  services: Services,
  { conversationId, ref }: Watch,
  until: number | undefined,
  by: string,
): Promise<Watch | undefined> => {
  const watch = await services.alerts.pause(conversationId, ref, until);
  if (!watch) return undefined;
  const paused = until === undefined ? 'no' : Number.isFinite(until) ? iso(until) : 'forever';
  await recordWatch(services, by, 'watch changed', watch, { paused });
  await redrawWatch(services, watch);
  return watch;
};
