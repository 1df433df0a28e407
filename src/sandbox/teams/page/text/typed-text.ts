import type { MessageView } from '../../api.ts';

/** A message's text as its author typed it: every mention with an @ before the name. */
export const typedText = ({ text = '', mentions = [] }: Pick<MessageView, 'text' | 'mentions'>): string =>
  mentions.reduce((typed, { text: at, name }) => (at ? typed.replaceAll(at, () => `@${name}`) : typed), text);
