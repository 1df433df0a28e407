import type { Draft } from '../data/drafts.ts';

/** Whether the end of a text is the beginning of "@Steward", as somebody types it. */
export const isMentionBegun = (text: string, botName: string): boolean => {
  const [, begun] = /(?:^|\s)@(\w*)$/.exec(text) ?? [];
  return begun !== undefined && botName.toLowerCase().startsWith(begun.toLowerCase());
};

/** The draft with a begun mention made whole: at the start of the text it becomes the box's own mention. */
export const completeMention = ({ text, mentionsBot }: Draft, botName: string): Draft => {
  const rest = text.replace(/@\w*$/, '');
  return rest.trim() === '' || mentionsBot
    ? { text: rest, mentionsBot: true }
    : { text: `${rest}@${botName} `, mentionsBot };
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
