import { unknownNames } from '../../alerts/feed/unknown-names.ts';
import type { Renderer } from '../../outbox/renderer.ts';
import type { Services } from '../feature.ts';
import { drawWatch } from './cards/watch-card.ts';
import { findWatchCard, WATCH } from './watch-cards.ts';

/** Draws every copy of a watch's card from the watch as it is now; of one that is no more, as it last was. */
export const watchRenderer = ({ alerts, clock, database }: Services): Renderer => ({
  kind: WATCH,
  async render(id, _face, words) {
    const card = await findWatchCard(database.db, id);
    if (!card) return undefined;
    const watches = await alerts.watches(card.watch.conversationId);
    const watch = watches.find((one) => one.id === id);
    const source = alerts.sources.find(({ name }) => name === watch?.source);
    const shown = {
      sources: alerts.sources,
      now: clock.now(),
      ...(watch && source
        ? { unheard: unknownNames(source.namesIn(watch.filter), await alerts.names(source.name)) }
        : {}),
      ...(watch ? {} : { stopped: true as const }),
      ...(card.opening === undefined ? {} : { opening: card.opening }),
    };
    return { version: card.version, ...drawWatch(watch ?? card.watch, shown, words) };
  },
});
