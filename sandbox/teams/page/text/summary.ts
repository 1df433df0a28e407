import type { MessageView } from '../../api.ts';

const entities: Readonly<Record<string, string>> = {
  '&nbsp;': ' ',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&amp;': '&',
};

/** A message in one line, without tags and Markdown marks: its `summary`, else its text. */
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

/** The most letters of a message that Teams shows above a reply to it. */
const longestPreview = 200;

/** The beginning of a message's text, on one line and without markup; empty for a card without text. */
export const previewOf = ({ text = '', textFormat = 'plain', mentions = [] }: Saying): string => {
  const said = textFormat === 'plain' ? withNames(text, mentions) : text && summaryOf({ text, cards: [] });
  const line = said.replace(/\s+/g, ' ').trim();
  return line.length <= longestPreview ? line : `${[...line].slice(0, longestPreview).join('')}…`;
};

type Saying = Partial<Pick<MessageView, 'text' | 'textFormat' | 'mentions'>>;

const withNames = (text: string, mentions: readonly { text: string; name: string }[]): string =>
  mentions.reduce((said, mention) => said.replaceAll(mention.text, () => mention.name), text);
