import { type AST, RegExpParser } from '@eslint-community/regexpp';
import { analyse } from 'scslre';
import { diceOf } from '../lib/dice.ts';
import type { Pattern } from './pattern-sources.ts';

/** A text that grows by repeating its middle: `before`, `pump` many times, `after`. */
export interface Attack {
  readonly before: string;
  readonly pump: string;
  readonly after: string;
}

export const textOf = ({ before, pump, after }: Attack, letters: number): string => {
  const room = Math.max(0, letters - before.length - after.length);
  return [before, pump.repeat(Math.max(1, Math.floor(room / pump.length))), after].join('');
};

const parser = new RegExpParser({ ecmaVersion: 2025 });

const parsePattern = ({ source, flags }: Pick<Pattern, 'source' | 'flags'>): AST.Pattern =>
  parser.parsePattern(source, 0, source.length, { unicode: flags.includes('u'), unicodeSets: flags.includes('v') });

/** Where the shape of a pattern alone lets it take more than linear time, as its own text; for what texts may not find. */
export const slowByShape = (pattern: Pick<Pattern, 'source' | 'flags'>): string[] =>
  analyse({ pattern: parsePattern(pattern), flags: parser.parseFlags(pattern.flags) }).reports.map(({ type }) => type);

/** Letters of every kind that patterns tell apart. */
const LETTERS = [
  ...'aezAZ0159_-. \t\n\r"\'`<>&/\\:;,=@()[]{}|*#+?!%$~^',
  ...['\u00a0', 'é', 'ß', 'İ', '漢', '“', '”', '–', '…', '\u0001', '\u2028', '\ud83d', '😀', '1️⃣'],
];
/** What borders of words and of lines tell apart. */
const ALWAYS = [/\w/, /[\n\r\u2028\u2029]/];
/** More kinds than these in one pattern are tried alone, and not in pairs. */
const MOST_PAIRED = 14;
/** Different words that are made for one part. */
const VARIANTS = 3;
const BY_CHANCE = 30;

/**
 * Texts made from a pattern's own parts to make it slow: each letter that it tells apart, each two of them, and for each
 * part that repeats that part, alone and with what stands before and behind it, so that it begins often, goes on long and
 * fails late; and some by chance, of all these pieces.
 */
export const attacksOn = (pattern: Pattern, seed: number): Attack[] => {
  const root = parsePattern(pattern);
  const words = wordsOf(root, pattern);
  const kinds = words.kinds;
  const ends = ['', ...kinds.slice(0, 4), '\n', '\u0001', '!'];
  const singles = kinds.flatMap((pump) => ends.map((after) => ({ before: '', pump, after })));
  const paired = kinds.slice(0, MOST_PAIRED);
  const pairs = paired.flatMap((a) =>
    paired.filter((b) => b !== a).flatMap((b) => ['', '\u0001'].map((after) => ({ before: '', pump: a + b, after }))),
  );
  const around = repeatsIn(root).flatMap((repeat) => words.around(repeat));
  const repeated = around.flatMap((one) => pumped(one, ends));
  const pieces = [...kinds, ...around.flatMap(({ lead, core, tail }) => [lead, core, tail])];
  return unique([...repeated, ...singles, ...pairs, ...byChance(pieces, ends, seed)]);
};

const pumped = ({ lead, core, tail }: Around, ends: readonly string[]): Attack[] =>
  [core, lead + core, core + tail, lead + core + tail, lead, `${lead} `, ` ${lead}${core}`].flatMap((pump) =>
    ['', lead].flatMap((before) => ends.map((after) => ({ before, pump, after }))),
  );

const byChance = (pieces: readonly string[], ends: readonly string[], seed: number): Attack[] => {
  const dice = diceOf(seed, pieces.length);
  const some = (most: number): string =>
    Array.from({ length: Math.floor(dice.next() * (most + 1)) }, () => dice.pick(pieces)).join('');
  return Array.from({ length: BY_CHANCE }, () => ({ before: some(1), pump: some(4), after: dice.pick(ends) }));
};

const unique = (attacks: readonly Attack[]): Attack[] => [
  ...new Map(
    attacks.filter(({ pump }) => pump !== '').map((one) => [JSON.stringify([one.before, one.pump, one.after]), one]),
  ).values(),
];

/** What stands before a repeated part, the part once, and what stands behind it. */
interface Around {
  readonly lead: string;
  readonly core: string;
  readonly tail: string;
}

const repeatsIn = (node: AST.Node): AST.Quantifier[] => {
  const below = childrenOf(node).flatMap(repeatsIn);
  return node.type === 'Quantifier' && node.max > 3 ? [node, ...below] : below;
};

const childrenOf = (node: AST.Node): readonly AST.Node[] => {
  if (node.type === 'Quantifier') return [node.element];
  if (node.type === 'Alternative') return node.elements;
  if ('alternatives' in node && node.type !== 'ClassStringDisjunction') return node.alternatives;
  return [];
};

const wordsOf = (root: AST.Pattern, { flags }: Pattern) => {
  const sets = setsIn(root);
  const tests = [...new Set(sets.map(({ raw }) => raw))].map(
    (raw) => new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, '')),
  );
  const own = sets.flatMap((set) => (set.type === 'Character' ? [String.fromCodePoint(set.value)] : []));
  const marks = [...new Set([...own, ...LETTERS])].map((letter) => ({
    letter,
    mark: [...tests, ...ALWAYS].map((test) => Number(test.test(letter))).join(''),
  }));
  /** One letter of each kind, those that most parts take first. */
  const kinds = [...new Map([...marks].reverse().map(({ letter, mark }) => [mark, letter])).entries()]
    .sort(([a], [b]) => b.replaceAll('0', '').length - a.replaceAll('0', '').length)
    .map(([, letter]) => letter);
  const fitting = new Map<string, readonly string[]>();
  const lettersOf = ({ raw }: AST.Node): readonly string[] => {
    const found =
      fitting.get(raw) ??
      [...kinds, ...own, ...LETTERS].filter((letter) =>
        new RegExp(`^(?:${raw})$`, flags.replace(/[gy]/g, '')).test(letter),
      );
    fitting.set(raw, found);
    return found;
  };

  /** @param liked is taken wherever it may stand */
  const word = (node: AST.Node, variant: number, liked?: string): string => {
    switch (node.type) {
      case 'Character':
        return String.fromCodePoint(node.value);
      case 'CharacterSet':
      case 'CharacterClass':
      case 'ExpressionCharacterClass': {
        const letters = lettersOf(node);
        if (liked !== undefined && letters.includes(liked)) return liked;
        return letters[variant % Math.max(1, letters.length)] ?? '';
      }
      case 'Quantifier':
        return word(node.element, variant, liked).repeat(Math.min(64, Math.max(node.min, Math.min(1, node.max))));
      case 'Alternative':
        return node.elements.map((element) => word(element, variant, liked)).join('');
      case 'Group':
      case 'CapturingGroup':
        return word(node.alternatives[variant % node.alternatives.length] as AST.Node, variant, liked);
      default:
        return '';
    }
  };

  /** The words of what stands beside a node in every sequence that it is in. */
  const beside = (node: AST.Node, variant: number): { readonly lead: string; readonly tail: string } => {
    const { parent } = node;
    if (!parent || parent.type === 'Pattern') return { lead: '', tail: '' };
    const outside = beside(parent, variant);
    if (parent.type !== 'Alternative') return outside;
    const at = parent.elements.indexOf(node as AST.Element);
    const said = (elements: readonly AST.Node[]): string => elements.map((one) => word(one, variant)).join('');
    return {
      lead: outside.lead + said(parent.elements.slice(0, at)),
      tail: said(parent.elements.slice(at + 1)) + outside.tail,
    };
  };

  return {
    kinds,
    /** The part as it is, and made of the letter with which its beginning begins: so that it swallows other beginnings. */
    around: (repeat: AST.Quantifier): Around[] =>
      Array.from({ length: VARIANTS }, (_, variant) => variant).flatMap((variant) => {
        const outside = beside(repeat, variant);
        return [undefined, outside.lead.charAt(0) || undefined].map((liked) => ({
          ...outside,
          core: word(repeat.element, variant, liked),
        }));
      }),
  };
};

type LetterSet = AST.Character | AST.CharacterSet | AST.CharacterClass | AST.ExpressionCharacterClass;

const setsIn = (node: AST.Node): LetterSet[] => {
  if (
    node.type === 'Character' ||
    node.type === 'CharacterSet' ||
    node.type === 'CharacterClass' ||
    node.type === 'ExpressionCharacterClass'
  )
    return [node];
  return childrenOf(node).flatMap(setsIn);
};
