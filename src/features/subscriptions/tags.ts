import { clean } from '#platform/lib/text.ts';

export type Tags = Readonly<Record<string, string>>;

/** A fault in a text of tags: the rule, and the piece that violates it. */
interface TagProblem {
  readonly rule: 'noPair' | 'noName' | 'noValue' | 'letters' | 'tooLong' | 'twice' | 'tooMany';
  readonly piece: string;
}

/**
 * The documented limits for a transaction's tags apply here too: keys and values of at most 256 characters, no empty
 * values, no reserved characters in keys. It sets no maximum number of tags; the public cloud allows 50.
 */
const LONGEST = 256;
/** The characters that a tag's name cannot contain. */
export const TAG_MARKS: readonly string[] = ['<', '>', '%', '&', '\\', '?', '/'];
const MOST = 50;

/** Parses `team=payments, stage=test`: pairs between commas, semicolons or line ends; a value may contain `=`. */
export const parseTags = (text: string): { readonly tags: Tags } | { readonly problem: TagProblem } => {
  const pieces = clean(text)
    .split(/[,;\n]/)
    .map((piece) => piece.trim());
  const tags = new Map<string, string>();
  for (const piece of pieces.filter((one) => one !== '')) {
    const [name, value] = splitPair(piece);
    const rule = violatedRule(name, value, tags);
    if (rule !== undefined) return { problem: { rule, piece } };
    tags.set(name, value ?? '');
  }
  return { tags: Object.fromEntries(tags) };
};

const splitPair = (piece: string): [string, string | undefined] => {
  const at = piece.indexOf('=');
  return at < 0 ? [piece, undefined] : [piece.slice(0, at).trim(), piece.slice(at + 1).trim()];
};

const violatedRule = (
  name: string,
  value: string | undefined,
  known: ReadonlyMap<string, string>,
): TagProblem['rule'] | undefined => {
  if (value === undefined) return 'noPair';
  if (name === '') return 'noName';
  if (value === '') return 'noValue';
  if (TAG_MARKS.some((mark) => name.includes(mark))) return 'letters';
  if (name.length > LONGEST || value.length > LONGEST) return 'tooLong';
  if ([...known.keys()].some((other) => other.toLowerCase() === name.toLowerCase())) return 'twice';
  return known.size >= MOST ? 'tooMany' : undefined;
};

/** As a person would type them. */
export const formatTags = (tags: Tags): string =>
  Object.entries(tags)
    .map(([name, value]) => `${name}=${value}`)
    .join(', ');
