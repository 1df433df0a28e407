/**
 * How an argument is found in a text: `name` by the names of its kind, `choice` by the words for each of its values, the others
 * by what they look like.
 */
export type RecognitionKind =
  | 'name'
  | 'names'
  | 'choice'
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

/** One way to find an argument in a person's own words. */
export interface Recognition {
  readonly by: RecognitionKind;
  /** Of a name or a choice: which ones. */
  readonly kind?: string;
  /** What is printed before it. */
  readonly word?: string;
  /** The words that lead to it, by their name in `leads.json`: "from" of a language that is not the one to translate to. */
  readonly lead?: string;
  /** Words that stand for no single name, as "everything". */
  readonly also?: ReadonlySet<string>;
  /** The value where nothing else was said, and no name of the kind `unless` was found. */
  readonly otherwise?: { readonly value: string; readonly unless?: string };
  /** Of a length: what is printed for one without an end. */
  readonly endless?: string;
  /** Without it the command is not meant. */
  readonly needed?: true;
  /** Of a term: with its translation. */
  readonly pair?: true;
  /** The command itself says of a name in its own grammar that nobody knows it, and what it may be. */
  readonly orUnknown?: true;
  /** A name that is not known yet will do. */
  readonly orNew?: true;
}
