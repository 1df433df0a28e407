import { type Block, breaksIn, divide, type MarkPart, type Part, sentenceEnds } from './document.ts';
import { mostOf, sentLength } from './write-block.ts';

type Piece = Exclude<Part, MarkPart>;

/** A part without nested parts, with the formatting around it; without a part: empty formatting. */
interface Leaf {
  readonly around: readonly MarkPart[];
  readonly part?: Piece;
  /** A sentence ends with it. */
  readonly ends: boolean;
}

/**
 * Splits a block into pieces with a limited number of UTF-16 units each: between sentences, a sentence that is too long between
 * words, a word between graphemes; never inside a protected part or a term. Formatting that continues in the next piece is
 * marked; `joinParts` joins it again.
 * @param most for a text with much nested formatting at least some thousands: each piece repeats the formatting around it
 */
export const cutBlock = (block: Block, most: number): readonly Block[] => {
  if (sentLength(block) <= most) return [block];
  const packs = pack(leavesOf(block), most);
  const marks = new Map<MarkPart, { readonly first: number; last: number }>();
  for (const [index, leaves] of packs.entries()) {
    for (const mark of leaves.flatMap(({ around }) => around)) {
      const known = marks.get(mark);
      if (known) known.last = index;
      else marks.set(mark, { first: index, last: index });
    }
  }
  const half = (mark: MarkPart, index: number): Pick<MarkPart, 'cut'> => {
    const { first, last } = marks.get(mark) ?? { first: index, last: index };
    return cutOf(
      index > first || mark.cut === 'before' || mark.cut === 'both',
      index < last || mark.cut === 'after' || mark.cut === 'both',
    );
  };
  return packs.map((leaves, index) => ({ ...block, parts: grow(leaves, 0, (mark) => half(mark, index)) }));
};

const cutOf = (before: boolean, after: boolean): Pick<MarkPart, 'cut'> => {
  if (before && after) return { cut: 'both' };
  return before ? { cut: 'before' } : after ? { cut: 'after' } : {};
};

const leavesOf = ({ parts }: Block): readonly Leaf[] => {
  const leaves: Leaf[] = [];
  const add = (inside: readonly Part[], around: readonly MarkPart[]): void => {
    for (const part of inside) {
      if (part.is !== 'mark') leaves.push({ around, part, ends: false });
      else if (part.parts.length === 0) leaves.push({ around: [...around, part], ends: false });
      else add(part.parts, [...around, part]);
    }
  };
  add(parts, []);
  return bySentence(leaves);
};

/** A protected part counts as a letter, so that a dot in it does not end a sentence. */
const wordOf = (part: Piece | undefined): string => {
  if (part === undefined) return '';
  return part.is === 'text' ? part.text : part.is === 'term' ? part.phrase : 'x';
};

const bySentence = (leaves: readonly Leaf[]): readonly Leaf[] => {
  const ends = sentenceEnds(leaves.map(({ part }) => wordOf(part)).join(''));
  let [at, next] = [0, 0];
  return leaves.flatMap((leaf): readonly Leaf[] => {
    const { part, around } = leaf;
    const [from, to] = [at, at + wordOf(part).length];
    at = to;
    const places: number[] = [];
    for (; (ends[next] ?? Number.POSITIVE_INFINITY) <= to; next += 1) places.push((ends[next] ?? 0) - from);
    const closes = places.at(-1) === to - from && places.length > 0;
    if (part?.is !== 'text') return [{ ...leaf, ends: closes }];
    const stretches = divide(part, closes ? places.slice(0, -1) : places);
    return stretches.map((text, index) => ({ around, part: text, ends: closes || index < stretches.length - 1 }));
  });
};

/** Fills one piece after the other. */
const pack = (leaves: readonly Leaf[], most: number): readonly (readonly Leaf[])[] => {
  const packs: Leaf[][] = [[]];
  let length: number = mostOf.whole;

  const cost = (group: readonly Leaf[], start: Leaf | undefined): number => {
    let before = start;
    let sum = 0;
    for (const leaf of group) {
      const opened = leaf.around.filter((mark, index) => before?.around[index] !== mark).length;
      sum += opened * mostOf.mark + (leaf.part ? mostOf.part(leaf.part) : 0);
      before = leaf;
    }
    return sum;
  };

  const put = (group: readonly Leaf[]): boolean => {
    const current = packs.at(-1) ?? [];
    const more = cost(group, current.at(-1));
    if (length + more > most) return false;
    for (const leaf of group) current.push(leaf);
    length += more;
    return true;
  };

  const turn = (): void => {
    if (packs.at(-1)?.length === 0) return;
    packs.push([]);
    length = mostOf.whole;
  };

  const putSingly = (leaf: Leaf): void => {
    if (put([leaf])) return;
    turn();
    if (put([leaf])) return;
    const room = most - mostOf.whole - leaf.around.length * mostOf.mark;
    const texts = leaf.part?.is === 'text' ? divide(leaf.part, breaksIn(leaf.part.text, room)) : [];
    // A part that cannot be split is a piece by itself, however long it is.
    const rest: readonly Leaf[] = texts.length > 1 ? texts.map((part) => ({ ...leaf, part })) : [leaf];
    for (const one of rest) {
      turn();
      packs.at(-1)?.push(one);
      length = mostOf.whole + cost([one], undefined);
    }
  };

  for (const group of sentences(leaves)) {
    if (put(group)) continue;
    turn();
    if (!put(group)) for (const leaf of group) putSingly(leaf);
  }
  return packs;
};

const sentences = (leaves: readonly Leaf[]): readonly (readonly Leaf[])[] => {
  const groups: Leaf[][] = [[]];
  for (const leaf of leaves) {
    groups.at(-1)?.push(leaf);
    if (leaf.ends) groups.push([]);
  }
  return groups.filter(({ length }) => length > 0);
};

/** Leaves as their original parts, with the levels of formatting above them. */
const grow = (
  leaves: readonly Leaf[],
  depth: number,
  half: (mark: MarkPart) => Pick<MarkPart, 'cut'>,
): readonly Part[] => {
  const parts: Part[] = [];
  for (let at = 0; at < leaves.length; ) {
    const mark = leaves[at]?.around[depth];
    let end = at + 1;
    if (mark === undefined) {
      const part = leaves[at]?.part;
      if (part) parts.push(part);
    } else {
      while (end < leaves.length && leaves[end]?.around[depth] === mark) end += 1;
      const { cut: _, ...whole } = mark;
      parts.push({ ...whole, parts: grow(leaves.slice(at, end), depth + 1, half), ...half(mark) });
    }
    at = end;
  }
  return parts;
};

/** The parts of a block from the parts of its pieces, in order: split formatting is joined again. */
export const joinParts = (pieces: readonly (readonly Part[])[]): readonly Part[] => {
  const parts: Part[] = [];
  for (const [first, ...rest] of pieces) {
    if (first === undefined) continue;
    const last = parts.at(-1);
    if (last?.is === 'mark' && first.is === 'mark' && meet(last, first)) parts[parts.length - 1] = heal(last, first);
    else parts.push(first);
    for (const part of rest) parts.push(part);
  }
  return parts;
};

const meet = (one: MarkPart, other: MarkPart): boolean =>
  (one.cut === 'after' || one.cut === 'both') &&
  (other.cut === 'before' || other.cut === 'both') &&
  one.open === other.open;

const heal = (one: MarkPart, other: MarkPart): MarkPart => {
  const { cut: _, ...whole } = one;
  const [before, after] = [one.cut === 'both', other.cut === 'both'];
  const cut = before && after ? 'both' : before ? 'before' : after ? 'after' : undefined;
  const parts = joinParts([one.parts, other.parts]);
  return cut === undefined ? { ...whole, parts } : { ...whole, parts, cut };
};
