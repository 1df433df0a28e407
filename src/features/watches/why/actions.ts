import { z } from 'zod';
import { textAnswer } from '../../../bot/turn.ts';
import { defineAction } from '../../feature.ts';
import { showWhy } from './commands.ts';
import { WHY } from './why-card.ts';

/** Pressed on an incident's card, or to turn a page. */
export const pressWhy = defineAction({
  verb: WHY,
  data: z.union([
    z.object({ event: z.string(), page: z.coerce.number().int().min(0).max(10_000) }),
    z.object({ card: z.string() }),
  ]),
  async handle(turn, data, services) {
    if ('event' in data) return showWhy(turn, services, data.event, data.page);
    const card = await services.alerts.card(data.card);
    return card ? showWhy(turn, services, card.key, 0) : textAnswer('watches.card.gone');
  },
});
