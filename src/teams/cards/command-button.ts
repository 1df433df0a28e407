import { cut } from '#platform/lib/text.ts';

/** Verb of a button that sends a command for the person who presses it, with the same rights as typing it. */
export const COMMAND_BUTTON = 'say';

/** The longest command of a button. */
export const LONGEST_COMMAND = 1_000;

/** The longest title of a button. */
const LONGEST_TITLE = 60;

/** A button that sends a command; the answer is a new message. */
export const commandButton = (title: string, text: string = title) => ({
  ...commandSentence(text),
  title: cut(title, LONGEST_TITLE),
});

/** A line with a whole command, which sends it. */
export const commandSentence = (text: string) => ({ title: text, verb: COMMAND_BUTTON, data: { text } });
