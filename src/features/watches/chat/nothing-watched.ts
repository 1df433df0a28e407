import { type Answer, type Turn, textAnswer } from '../../../bot/turn/turn.ts';
import { baseId } from '../../../connector/conversations/conversation.ts';
import { escapeMarkdown } from '../../../lib/text.ts';
import { listed } from '../../../texts/listed.ts';
import type { Services } from '../../feature.ts';

/** For a conversation without watches: which conversations of the policy have some, for people go to the wrong channel. */
export const nothingWatched = async ({ where, words }: Turn, { policy, alerts }: Services): Promise<Answer> => {
  const others = policy.current().conversations.filter(({ id }) => id !== baseId(where.conversationId));
  const counts = await Promise.all(others.map(async ({ id }) => (await alerts.watches(id)).length));
  const titles = others.filter((_other, index) => counts[index]).map(({ title }) => escapeMarkdown(title));
  return titles.length === 0
    ? textAnswer('watches.none')
    : textAnswer('watches.elsewhere', { titles: listed(titles, words), count: titles.length });
};
