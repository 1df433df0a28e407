import type { MessageView } from '../../api.ts';

const dayFormat = new Intl.DateTimeFormat(undefined, { weekday: 'long', day: 'numeric', month: 'long' });
const dayWithYearFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full' });
const clockFormat = new Intl.DateTimeFormat(undefined, { hour: 'numeric', minute: '2-digit' });
const secondFormat = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const fullFormat = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'medium' });

const dayKey = (date: Date): string => `${date.getFullYear()}-${date.getMonth()}-${date.getDate()}`;

/** Time of day in the browser's zone and language, as the card renderer writes it too. */
export const clockTime = (iso: string): string => clockFormat.format(new Date(iso));

/** With seconds, for a log. */
export const secondTime = (iso: string): string => secondFormat.format(new Date(iso));

export const fullTime = (iso: string): string => fullFormat.format(new Date(iso));

export const isSameDay = (a: string, b: string): boolean => dayKey(new Date(a)) === dayKey(new Date(b));

/** "Today", "Yesterday" or the date, with the year when it is another one. */
export const dayLabel = (iso: string, now: Date): string => {
  const date = new Date(iso);
  const yesterday = new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1);
  if (dayKey(date) === dayKey(now)) return 'Today';
  if (dayKey(date) === dayKey(yesterday)) return 'Yesterday';
  return (date.getFullYear() === now.getFullYear() ? dayFormat : dayWithYearFormat).format(date);
};

const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;
const step = 1_024;

/** A number of bytes in words for people: "640 kB", "1.2 MB"; one digit behind the point below ten. */
export const fileSize = (bytes: number, locale?: string): string => {
  const power = bytes < step ? 0 : Math.min(Math.floor(Math.log(bytes) / Math.log(step)), units.length - 1);
  const amount = bytes / step ** power;
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: power === 0 ? 'long' : 'short',
    maximumFractionDigits: power > 0 && amount < 10 ? 1 : 0,
  }).format(amount);
};

/** Letters (UTF-16 units, two bytes each) of one message: 28 KB, the smallest figure that sources on Teams name. */
export const longestMessage = 14_336;

/** Why a text cannot be sent as one message; undefined: it can. */
export const whyTooLong = (text: string): string | undefined =>
  text.length > longestMessage
    ? `Too long for one message: ${text.length.toLocaleString('en')} of ${longestMessage.toLocaleString('en')} letters.`
    : undefined;

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

interface JsonPiece {
  readonly text: string;
  readonly kind: 'key' | 'string' | 'value' | 'other';
}

const token = /("(?:[^"\\]|\\[\s\S]?)*(?:"|$))(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Indented JSON in pieces to colour; together they are the whole text. */
export const jsonPieces = (json: string): JsonPiece[] => {
  const pieces: JsonPiece[] = [];
  let end = 0;
  for (const match of json.matchAll(token)) {
    const [text, string, colon = ''] = match;
    if (match.index > end) pieces.push({ text: json.slice(end, match.index), kind: 'other' });
    if (!string) pieces.push({ text, kind: 'value' });
    else pieces.push({ text: string, kind: colon ? 'key' : 'string' });
    if (colon) pieces.push({ text: colon, kind: 'other' });
    end = match.index + text.length;
  }
  return end < json.length ? [...pieces, { text: json.slice(end), kind: 'other' }] : pieces;
};
