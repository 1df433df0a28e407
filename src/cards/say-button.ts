import { cut } from '../lib/text.ts';

/** Verb of a button that says for whoever presses it what they could have typed themself: it may no more than that. */
export const SAY = 'say';

/** As much as a button can say. */
export const LONGEST_SAID = 1_000;

/** The title of a button holds no more. */
const LONGEST_TITLE = 60;

/** A button that says a command; the answer is a message of its own. */
export const sayButton = (title: string, text: string = title) => ({
  title: cut(title, LONGEST_TITLE),
  verb: SAY,
  data: { text },
});
