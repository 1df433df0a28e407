import type { Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Why } from '../desk/translation.ts';

/** Why a translation waits or is not there; a text that went since is a fault like any other. */
export const told = ({ why, values }: Why, words: Words): Markdown =>
  words.has(why) ? words.markdown(why, values) : words.markdown('bot.error.fault');
