/**
 * How an argument is found in a text: `name` by the names of its kind, `choice` by the words for each of its values, the others
 * by what they look like.
 */
export type Recognition =
  | 'name'
  | 'names'
  | 'choice'
  | 'choices'
  | 'length'
  | 'until'
  | 'from'
  | 'since'
  | 'over'
  | 'under'
  | 'ticket'
  | 'request'
  | 'watch'
  | 'event'
  | 'email'
  | 'image'
  | 'hours'
  | 'monthday'
  | 'clock'
  | 'proper'
  | 'called'
  | 'quoted'
  | 'text'
  | 'term'
  | 'lines'
  | 'topic'
  | 'document'
  | 'reason';

/** An argument that an intent takes. */
export interface Taking {
  readonly argument: string;
  readonly by: Recognition;
  /** Of a name or a choice: which ones. */
  readonly kind?: string;
  /** What stands before it in the typed command. */
  readonly word?: string;
  /** What stands behind it there. */
  readonly after?: string;
  /** The words that lead to it, by their name in `leads.json`: "from" of a language that is not the one to translate to. */
  readonly lead?: string;
  /** Words in the typed command that stand for no single name, as "everything". */
  readonly also?: ReadonlySet<string>;
  /** What holds where nothing else was said and no such argument was found. */
  readonly otherwise?: { readonly value: string; readonly unless?: string };
  /** Of a length: what the command takes for one without an end. */
  readonly endless?: string;
  /** Without it the intent is not meant. */
  readonly needed?: true;
  /** Of a term: with its translation. */
  readonly pair?: true;
  /** A name that is not known yet will do. */
  readonly orNew?: true;
}

/** What people can mean: a command, and what they can say of it. */
export interface Intent {
  /** The name of its command. */
  readonly command: string;
  /** `shows` may run at once; `asks` opens a form; `acts` does something at once, so it waits for a press. */
  readonly effect: 'shows' | 'asks' | 'acts';
  readonly takes: readonly Taking[];
  /** It ends what somebody has: it is understood only of what is named, and never where something else is. */
  readonly takesAway?: true;
  /** It opens a form for what many feel: only a plain order opens it. */
  readonly grave?: true;
}

export const shows = (command: string, ...takes: readonly Taking[]): Intent => ({ command, effect: 'shows', takes });
export const asks = (command: string, ...takes: readonly Taking[]): Intent => ({ command, effect: 'asks', takes });
export const acts = (command: string, ...takes: readonly Taking[]): Intent => ({ command, effect: 'acts', takes });

/** An argument that is a name of a kind; its own name is the kind's where nothing else is said. */
export const named = (kind: string, word?: string, argument: string = kind): Taking => ({
  ...{ argument, by: 'name', kind },
  ...(word === undefined ? {} : { word }),
});

export const choice = (kind: string, word?: string, argument: string = kind): Taking => ({
  ...{ argument, by: 'choice', kind },
  ...(word === undefined ? {} : { word }),
});

/** An argument that is found by what it looks like. */
export const taking = (by: Recognition, word?: string, argument: string = by): Taking => ({
  ...{ argument, by },
  ...(word === undefined ? {} : { word }),
});

export const reason = taking('reason', 'because');

export const grave = (intent: Intent): Intent => ({ ...intent, grave: true });

export const takesAway = (intent: Intent): Intent => ({ ...intent, takesAway: true });
