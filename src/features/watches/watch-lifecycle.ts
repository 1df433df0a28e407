import { alertsPolicy } from '#engine/alerts/policy.ts';
import type { NewMute, NewWatch, Watch, WatchSchedule } from '#engine/alerts/watch/watch.ts';
import type { PostedAs } from '#engine/outbox/repository.ts';
import { allowedBy, type Services } from '#features/feature.ts';
import type { AuditEntry } from '#platform/audit/chain.ts';
import { iso } from '#platform/lib/clock.ts';
import { notAllowed, type Policy } from '#policy/policy.ts';
import { saveWatchCard, watchSubject } from './store.ts';

/** The right to manage watches and mutes. */
export const mayWatch = (policy: Policy, objectId: string): boolean =>
  policy.isIn(objectId, alertsPolicy(policy).watch);

/** Whose a button is that manages watches or mutes. */
export const forWatchers = allowedBy(mayWatch);

/** Checks the right to manage watches and mutes. @throws AppError that says who has it */
export const requireWatchRight = (policy: Policy, objectId: string): void => {
  if (mayWatch(policy, objectId)) return;
  throw notAllowed('watches.refused.notAllowed', policy, (person) => mayWatch(policy, person));
};

/** Where a watch's card goes: in place of the pressed form, or as a new message. */
export interface CardTarget {
  /** With `;messageid=` in a thread. */
  readonly conversationId: string;
  /** Id of the requesting activity: a repeated one makes no second copy. */
  readonly source: string;
  readonly pressed?: PostedAs | undefined;
  readonly language: string;
}

/** The conversation's language in the policy. @param otherwise where the policy has none */
export const languageOf = (policy: Policy, conversationId: string, otherwise: string): string =>
  policy.conversationById(conversationId)?.language ?? otherwise;

/** @returns the new watch with a card, or the one that watches the same here already */
export const setUpWatch = async (services: Services, draft: NewWatch, target: CardTarget) => {
  const { watch, isNew } = await services.alerts.watch(draft);
  if (!isNew) return { watch, isNew };
  await recordWatch(services, draft.createdBy.objectId, 'watch set up', watch);
  await addWatchCard(services, watch, target);
  return { watch, isNew };
};

/** Adds a card of the watch and redraws the existing ones. */
export const addWatchCard = async (services: Services, watch: Watch, target: CardTarget): Promise<void> => {
  const { database, outbox } = services;
  const { conversationId, source, pressed, language } = target;
  await database.transaction(async (trx) => {
    const version = await saveWatchCard(trx, watch);
    await outbox.touch(trx, watchSubject(watch), version);
    await outbox.deliver(trx, {
      subject: watchSubject(watch),
      variant: 'card',
      to: { conversation: conversationId, copy: source },
      language,
      version,
      ...(pressed ? { postedAs: pressed } : {}),
    });
  });
};

/** Redraws every card of the watch. */
export const redrawWatch = async ({ database, outbox }: Services, watch: Watch): Promise<void> => {
  await database.transaction(async (trx) => outbox.touch(trx, watchSubject(watch), await saveWatchCard(trx, watch)));
};

/** Redraws the cards of watches that the alert layer changes by itself. */
export const redrawChangedWatches = ({ alerts, outbox }: Services): void =>
  alerts.onWatchChanged(async (trx, watch) => {
    await outbox.touch(trx, watchSubject(watch), await saveWatchCard(trx, watch));
  });

/** @param by directory object id @returns false when somebody else was faster */
export const stopWatch = async (services: Services, watch: Watch, by: string): Promise<boolean> => {
  const stopped = await services.alerts.unwatch(watch.conversationId, watch.ref);
  if (stopped) await recordWatch(services, by, 'watch ended', watch);
  if (stopped) await redrawWatch(services, watch);
  return stopped;
};

/**
 * @param until milliseconds since 1970, `Infinity` for until somebody resumes it, undefined resumes
 * @param by directory object id
 * @returns the current watch; undefined when it no longer exists
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

/** @param by directory object id @returns the current watch; undefined when it no longer exists */
export const rescheduleWatch = async (
  services: Services,
  { conversationId, ref }: Watch,
  schedule: WatchSchedule,
  by: string,
): Promise<Watch | undefined> => {
  const watch = await services.alerts.reschedule(conversationId, ref, schedule);
  if (!watch) return undefined;
  await recordWatch(services, by, 'watch changed', watch, { ...schedule });
  await redrawWatch(services, watch);
  return watch;
};

/** Audits who set up, changed or ended a watch. @param actor directory object id */
export const recordWatch = (
  { audit }: Services,
  actor: string,
  event: AuditEntry['event'] & `watch ${string}`,
  { ref, conversationId, source, feed }: Watch,
  detail: Readonly<Record<string, unknown>> = {},
): Promise<void> =>
  audit.record({ target: ref, actor, event, detail: { conversation: conversationId, source, feed, ...detail } });

/** Audits who set up or ended a mute. */
export const recordMute = (
  { audit }: Services,
  actor: string,
  event: AuditEntry['event'] & `mute ${string}`,
  { conversationId, source, what, name, until }: Omit<NewMute, 'by'>,
): Promise<void> =>
  audit.record({
    ...{ target: 'mute', actor, event },
    detail: { conversation: conversationId, source, what, name, ...(until === undefined ? {} : { until: iso(until) }) },
  });
