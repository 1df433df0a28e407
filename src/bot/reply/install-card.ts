import { z } from 'zod';
import type { Turn } from '#bot/turn/turn.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { markdown } from '#teams/cards/view.ts';
import type { RenderedAnswer } from './replies.ts';

export const installCard = defineCard('shared/install.json', z.object({ text: markdown, add: z.string() }));

/**
 * Teams' just-in-time install card: its button lets Teams add the app to the conversation, and then sends the message action
 * once more.
 */
export const installAnswer = ({ words }: Turn): RenderedAnswer => ({
  card: installCard.render({ text: words.markdown('bot.refused.notInstalled'), add: words.plain('bot.install.add') }),
  summary: words.plain('bot.install.title'),
});
