import { z } from 'zod';
import { type Turn, textAnswer } from '#bot/turn/turn.ts';
import type { Watch } from '#engine/alerts/watch/watch.ts';
import { defineAction, type Services } from '#features/feature.ts';
import { isZone } from '#platform/lib/local-time.ts';
import { parseQuietHours } from '#platform/lib/quiet-hours.ts';
import { watchVerbs } from '../cards/watch-card.ts';
import { readSchedule } from '../watch-answers.ts';
import { forWatchers, pauseWatch, requireWatchRight, rescheduleWatch, stopWatch } from '../watch-lifecycle.ts';
import { showWatch, showWatches } from './commands.ts';
import { sendTest } from './manage-commands.ts';
import { unmuteHere } from './mute-commands.ts';

const page = z.coerce.number().int().min(0).max(10_000);
/** A row of the list sends its page and gets the list back. */
const pressed = z.object({ ref: z.string(), page: page.optional() });

/** The watch of this conversation that a button names. @throws AppError for a missing right */
const pressedWatch = async (turn: Turn, ref: string, services: Services): Promise<Watch | undefined> => {
  requireWatchRight(services.policy.current(), turn.who.objectId);
  const watches = await services.alerts.watches(turn.where.conversationId);
  return watches.find((watch) => watch.ref === ref);
};

/** An action on a watch; the pressed card is replaced by the result. */
const onWatch = (verb: string, act: (services: Services, watch: Watch, by: string) => Promise<Watch | undefined>) =>
  defineAction({
    verb,
    data: pressed,
    may: forWatchers,
    async handle(turn, { ref, page: at }, services) {
      const watch = await pressedWatch(turn, ref, services);
      const changed = watch && (await act(services, watch, turn.who.objectId));
      if (!changed) return textAnswer('watches.gone', { ref });
      return at === undefined ? showWatch(turn, services, changed) : showWatches(turn, services, at);
    },
  });

export const pressPause = onWatch(watchVerbs.pause, (services, watch, by) =>
  pauseWatch(services, watch, Number.POSITIVE_INFINITY, by),
);

export const pressResume = onWatch(watchVerbs.resume, (services, watch, by) =>
  pauseWatch(services, watch, undefined, by),
);

export const pressStop = onWatch(watchVerbs.stop, async (services, watch, by) =>
  (await stopWatch(services, watch, by)) ? watch : undefined,
);

const scheduled = z.object({
  ref: z.string(),
  zone: z.string().refine(isZone),
  digest: z.enum(['off', 'hour', 'day']),
  quiet: z.string().refine((text) => text === '' || parseQuietHours(text) !== undefined),
  critical: z.enum(['yes', 'no']),
});

/** The schedule that was asked for where the same is watched already. */
export const pressChange = defineAction({
  verb: watchVerbs.change,
  data: scheduled,
  may: forWatchers,
  async handle(turn, { ref, zone, ...answers }, services) {
    const watch = await pressedWatch(turn, ref, services);
    const changed = watch && (await rescheduleWatch(services, watch, readSchedule(answers, zone), turn.who.objectId));
    return changed ? showWatch(turn, services, changed) : textAnswer('watches.gone', { ref });
  },
});

export const pressTest = defineAction({
  verb: watchVerbs.test,
  data: pressed,
  may: forWatchers,
  async handle(turn, { ref }, services) {
    const watch = await pressedWatch(turn, ref, services);
    if (!watch) return textAnswer('watches.gone', { ref });
    return sendTest(turn, services, watch.source, watch.language);
  },
});

export const pressUnmute = defineAction({
  verb: watchVerbs.unmute,
  data: z.object({ mute: z.string(), page }),
  may: forWatchers,
  async handle(turn, data, services) {
    requireWatchRight(services.policy.current(), turn.who.objectId);
    const mute = (await services.alerts.mutes(turn.where.conversationId)).find(({ id }) => id === data.mute);
    if (mute) await unmuteHere(turn, services, mute);
    return showWatches(turn, services, data.page);
  },
});

export const turnWatches = defineAction({
  verb: watchVerbs.turn,
  automatic: true,
  data: z.object({ page }),
  handle: (turn, data, services) => showWatches(turn, services, data.page),
});
