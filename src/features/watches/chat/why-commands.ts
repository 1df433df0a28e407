import { z } from 'zod';
import { type Answer, cardAnswer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { oneLine } from '../../../lib/text.ts';
import { defineCommand, type Services } from '../../feature.ts';
import { drawWhy, type WhyPage } from '../cards/why-card.ts';
import { AREA } from './commands.ts';

type Asked = Pick<WhyPage, 'event' | 'page' | 'from'>;

export const whyCommand = defineCommand({
  name: 'why',
  aliases: ['why was'],
  area: AREA,
  lead: 'event',
  slots: [],
  arguments: z.object({ event: z.string().optional() }),
  example: 'why PS7K-QX0',
  async handle(turn, { event }, services) {
    return event === undefined
      ? textAnswer('watches.why.which')
      : showWhy(turn, services, { event: oneLine(event, 100), page: 0, from: undefined });
  },
});

/** What became of an incident in this conversation. `event` is its id at the source, in any case. */
export const showWhy = async (turn: Turn, services: Services, asked: Asked): Promise<Answer> => {
  const { alerts } = services;
  const { conversationId } = turn.where;
  const event = (await alerts.keyOf(asked.event)) ?? asked.event;
  const verdicts = await alerts.why(conversationId, event);
  if (!verdicts) return textAnswer('watches.why.unknown', { event });
  const watches = await alerts.watches(conversationId);
  const card = drawWhy({ ...asked, event, verdicts, watches }, turn.words);
  return cardAnswer(card, turn.words.plain('watches.why.title', { event }));
};
