/** Verb of a button that says for whoever presses it what they could have typed themself: it may no more than that. */
export const SAY = 'say';

/** A button that says a command; the answer is a message of its own. */
export const sayButton = (title: string, text: string = title) => ({ title, verb: SAY, data: { text } });
