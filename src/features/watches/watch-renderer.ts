import type { Renderer } from '../../outbox/renderer.ts';
import type { Services } from '../feature.ts';
import { drawWatch } from './watch-card.ts';
import { FIRST_VERSION, findWatchCard, WATCH } from './watch-cards.ts';

/** Draws every copy of a watch's card from the watch as it is now; of one that is no more, as it last was. */
export const watchRenderer = ({ alerts, clock, database }: Services): Renderer => ({
  kind: WATCH,
  async render(id, _face, words) {
    const card = await findWatchCard(database.db, id);
    if (!card) return undefined;
    const watches = await alerts.watches(card.watch.conversationId);
    const watch = watches.find((one) => one.id === id);
    const shown = {
      sources: alerts.sources,
      now: clock.now(),
      ...(watch ? {} : { stopped: true as const }),
      // What was open then says nothing about later.
      ...(card.version === FIRST_VERSION ? { open: card.open } : {}),
    };
    return { version: card.version, ...drawWatch(watch ?? card.watch, shown, words) };
  },
});
