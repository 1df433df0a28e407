import { everybody, sandboxBot } from '../../world.ts';
import { Problem } from '../http/answer.ts';
import { previewOf } from '../page/text/summary.ts';
import type { Post, Quoted } from '../store/post.ts';
import type { Lookup } from './lookup.ts';
import type { Person, Place } from './places.ts';

export const nameOf = (author: Post['author']): string => (author === 'bot' ? sandboxBot.name : everybody[author].name);

/**
 * The quote above a reply in a chat. A card has no preview.
 * @throws Problem in a channel, where people reply in the thread, and for a message of another conversation
 */
export const quoteFor = async (lookup: Lookup, person: Person, place: Place, id: string): Promise<Quoted> => {
  if (place.kind === 'channel') throw new Problem(400, 'NoQuotes', 'In a channel people reply in the thread.');
  const { post } = await lookup.message(person, id);
  if (post.conversation !== place.id) throw new Problem(404, 'MessageNotFound', 'There is no such message here.');
  const { text, mentions, textFormat = post.author === 'bot' ? 'markdown' : 'plain' } = post.content;
  return {
    id,
    author: post.author,
    preview: text ? previewOf({ text, textFormat, ...(mentions && { mentions }) }) : '',
  };
};
