import { z } from 'zod';
import { alertVerbs } from '../../../alerts/alerts.ts';
import { textAnswer } from '../../../bot/turn/turn.ts';
import { defineAction } from '../../feature.ts';
import { cardHere } from './alert-actions.ts';
import { showWhy } from './why-commands.ts';

/** Pressed on an incident's card, or to turn a page. */
export const pressWhy = defineAction({
  verb: alertVerbs.why,
  data: z.union([
    z.object({
      event: z.string(),
      page: z.coerce.number().int().min(0).max(10_000),
      card: z.string().optional(),
    }),
    z.object({ card: z.string() }),
  ]),
  async handle(turn, data, services) {
    if ('event' in data) return showWhy(turn, services, { event: data.event, page: data.page, from: data.card });
    const card = await cardHere(turn, services, data.card);
    return card
      ? showWhy(turn, services, { event: card.key, page: 0, from: card.id })
      : textAnswer('watches.card.gone');
  },
});
