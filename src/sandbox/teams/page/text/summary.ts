import type { MessageView } from '../../api.ts';

const entities: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** One line of what a message says, without its tags and Markdown marks: its `summary` comes first. */
export const summaryOf = ({ summary, text, cards }: Pick<MessageView, 'summary' | 'text' | 'cards'>): string => {
  const words = (summary ?? text ?? '')
    .replace(/<br[^<>]*>|<\/(?:p|li|div)>/gi, ' ')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(?:nbsp|lt|gt|quot|amp);/g, (entity) => entities[entity] ?? entity)
    .replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/[*`#]+|(?<!\w)_+|(?<!_)_+(?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  return words || (cards.length > 0 ? 'Sent a card' : 'Sent a message');
};
