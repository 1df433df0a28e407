import type { Draft } from '../data/browser-memory.ts';

/** A draft, and where the typing goes on. */
export interface EditedText {
  readonly draft: Draft;
  readonly caret: number;
}

/** A mention that is being typed: the place of its "@", and the text from there to the caret. */
interface BegunMention {
  readonly from: number;
  readonly query: string;
}

const begun = /(?:^|\s)@((?:[\p{L}\p{M}'-]+ ){0,2}(?:[\p{L}\p{M}'-]+ ?)?)$/u;

export const begunMention = (text: string, caret: number): BegunMention | undefined => {
  const [, query] = begun.exec(text.slice(0, caret)) ?? [];
  return query === undefined ? undefined : { from: caret - query.length - 1, query };
};

/** Whether a name, or a later word of it, begins like that. */
export const isNamedLike = (name: string, query: string): boolean =>
  ` ${name}`.toLowerCase().includes(` ${query.toLowerCase()}`);

/** The draft with a begun mention made whole; that of the bot, at the start of the text, becomes the box's own. */
export const completeMention = (
  { text, mentionsBot }: Draft,
  { from, query }: BegunMention,
  name: string,
  botName: string,
): EditedText => {
  const before = text.slice(0, from);
  const after = text.slice(from + query.length + 1).trimStart();
  if (name === botName && (before.trim() === '' || mentionsBot))
    return { draft: { text: before + after, mentionsBot: true }, caret: before.length };
  const whole = `${before}@${name} `;
  return { draft: { text: whole + after, mentionsBot }, caret: whole.length };
};

/** The draft after typing: a whole "@Steward " at the start of the text becomes the box's own mention. */
export const absorbMention = (draft: Draft, botName: string): Draft => {
  const lead = new RegExp(`^\\s*@${botName}\\s`, 'i');
  return lead.test(draft.text) ? { text: draft.text.replace(lead, ''), mentionsBot: true } : draft;
};

/** What goes out: the text with "@Steward" in it where the bot is mentioned. */
export const textToSend = ({ text, mentionsBot }: Draft, botName: string): Draft => {
  const typed = text.trim();
  const holds = typed.toLowerCase().includes(`@${botName.toLowerCase()}`);
  return { text: mentionsBot && !holds ? `@${botName} ${typed}` : typed, mentionsBot: mentionsBot || holds };
};
