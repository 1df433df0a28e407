import { type Block, hasWords, type MarkPart, type Part, plainOf, textParts, wordsOf } from './document.ts';
import { readTokens } from './html-tree.ts';
import { addressesIn, protectedIn } from './protect.ts';
import { protectedParts, SENT, type Tagged, tagParts } from './write-block.ts';

/** The translator's answer breaks the markup rules. */
class Broken extends Error {}

/** A part that must come back, and the id of the link around it. */
interface Expected {
  readonly tagged: Extract<Tagged, { id: string }>;
  readonly link: string;
}

/** Element of the dynamic dictionary, if an answer still has it: only the words inside count. */
const DICTIONARY = /^\w+:dictionary$/;

/**
 * The parts of a block in another language. Each protected part and each formatting element must be there exactly once, well
 * nested, and inside or outside the same link as before; protected parts are restored from our own bytes. There must be no
 * other element, and no new address.
 * @param block the block that was written
 * @returns undefined if the answer breaks these rules: then the original is shown
 */
export const readBlock = (block: Block, answer: string): readonly Part[] | undefined => {
  const tree = readAnswer(answer.trim());
  const [whole, ...more] = tree ?? [];
  if (whole?.is !== 'element' || whole.name !== SENT.whole || more.length > 0) return undefined;
  try {
    const parts = restore(whole.nodes, expectedOf(block));
    return keepsLaw(block, parts) ? asBefore(block.parts, withEdges(block.parts, parts)) : undefined;
  } catch (error) {
    if (error instanceof Broken) return undefined;
    throw error;
  }
};

const expectedOf = ({ parts }: Block): Map<string, Expected> => {
  const expected = new Map<string, Expected>();
  const add = (nodes: readonly Tagged[], link: string): void => {
    for (const tagged of nodes) {
      if (!('id' in tagged)) continue;
      expected.set(tagged.id, { tagged, link });
      if (tagged.is === 'mark') add(tagged.nodes, tagged.part.style === 'link' ? tagged.id : link);
    }
  };
  add(tagParts(parts), '');
  return expected;
};

/** @param expected the parts still missing; removed from it as they are found */
const restore = (tree: readonly AnswerNode[], expected: Map<string, Expected>): readonly Part[] => {
  const restored = (nodes: readonly AnswerNode[], link: string): readonly Part[] =>
    joined(nodes.flatMap((node) => partsOf(node, link)));

  const partsOf = (node: AnswerNode, link: string): readonly Part[] => {
    if (node.is === 'text') return [node];
    if (DICTIONARY.test(node.name)) return restored(node.nodes, link);
    const found = expected.get(node.id);
    if (found === undefined || found.link !== link || SENT[found.tagged.is] !== node.name) throw new Broken();
    expected.delete(node.id);
    const { tagged } = found;
    if (tagged.is === 'kept') return [tagged.part];
    return [{ ...tagged.part, parts: restored(node.nodes, tagged.part.style === 'link' ? tagged.id : link) }];
  };

  const parts = restored(tree, '');
  if (expected.size > 0) throw new Broken();
  return parts;
};

/** Joins adjacent texts. */
const joined = (parts: readonly Part[]): readonly Part[] => {
  const result: Part[] = [];
  for (const part of parts) {
    const before = result.at(-1);
    if (part.is === 'text' && before?.is === 'text') {
      result[result.length - 1] = { is: 'text', text: before.text + part.text };
    } else if (part.is !== 'text' || part.text !== '') result.push(part);
  }
  return result;
};

const keepsLaw = (block: Block, parts: readonly Part[]): boolean =>
  (hasWords({ parts }) || !hasWords(block)) &&
  !bringsIn(block, parts) &&
  bareLinks(parts) === bareLinks(block.parts) &&
  cutEndsStand(block.parts, parts);

/** Whether there is a new address, or a protected part's text is repeated among the words. */
const bringsIn = (block: Block, parts: readonly Part[]): boolean => {
  const [before, after] = [sourceWords(block.parts), wordsOf(parts)];
  const known = new Set(protectedIn(before).map(({ from, to }) => before.slice(from, to)));
  const kept = new Set(shownOf(block.parts));
  return (
    [...kept].some((shown) => UNLIKE_WORDS.test(shown) && after.includes(shown) && !before.includes(shown)) ||
    protectedIn(after).some(({ what, from, to }) => {
      const shown = after.slice(from, to);
      return !known.has(shown) && (what === 'link' || kept.has(shown));
    })
  );
};

/** Long, and not only letters: no translation contains it by chance. */
const UNLIKE_WORDS = /^(?=.{4})(?=.*[^\p{L}\s])/su;

const shownOf = (parts: readonly Part[]): readonly string[] =>
  parts.flatMap((part) => {
    if (part.is === 'mark') return shownOf(part.parts);
    return part.is === 'kept' && !['mention', 'picture'].includes(part.what) ? [part.shown] : [];
  });

const sourceWords = (parts: readonly Part[]): string =>
  parts
    .map((part) => {
      if (part.is === 'mark') return sourceWords(part.parts);
      if (part.is === 'kept') return ' ';
      return part.is === 'text' ? part.text : `${part.phrase} ${part.translation} `;
    })
    .join('');

/** Links without words: invisible ones, or only with pictures and numbers. */
const bareLinks = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => {
    if (part.is !== 'mark') return sum;
    const bare = part.style === 'link' && !hasWords(part);
    return sum + bareLinks(part.parts) + (bare ? 1 : 0);
  }, 0);

/** Split formatting must be at the end where it was split, or its two halves could not be joined. */
const cutEndsStand = (before: readonly Part[], after: readonly Part[]): boolean => {
  const [first, last] = [cutAt(before[0], 'before'), cutAt(before.at(-1), 'after')];
  const [head, tail] = [cutAt(after[0], 'before'), cutAt(after.at(-1), 'after')];
  if (!same(first, head) || !same(last, tail)) return false;
  return (
    (first === undefined || cutEndsStand(first.parts, head?.parts ?? [])) &&
    (last === undefined || last === first || cutEndsStand(last.parts, tail?.parts ?? []))
  );
};

const cutAt = (part: Part | undefined, end: 'before' | 'after'): MarkPart | undefined =>
  part?.is === 'mark' && (part.cut === end || part.cut === 'both') ? part : undefined;

const same = (one: MarkPart | undefined, other: MarkPart | undefined): boolean => one?.open === other?.open;

/** The space at the ends of a piece, which a translator may lose, separates it from its neighbours. */
const withEdges = (before: readonly Part[], after: readonly Part[]): readonly Part[] => {
  const [first, last] = [textOf(before[0]), textOf(before.at(-1))];
  const lead = first.slice(0, first.length - first.trimStart().length);
  const tail = last.slice(last.trimEnd().length);
  const missing = (space: string, there: boolean): readonly Part[] =>
    space === '' || there ? [] : [{ is: 'text', text: space }];
  return joined([
    ...missing(lead, /^\s/.test(textOf(after[0]))),
    ...after,
    ...missing(tail, /\s$/.test(textOf(after.at(-1)))),
  ]);
};

const textOf = (part: Part | undefined): string => (part?.is === 'text' ? part.text : '');

/** A block that came back unchanged keeps its source. */
const asBefore = (before: readonly Part[], after: readonly Part[]): readonly Part[] =>
  spelt(before) === spelt(after) ? before : after;

const spelt = (parts: readonly Part[]): string => JSON.stringify(joined(bare(parts)));

const bare = (parts: readonly Part[]): readonly Part[] =>
  parts.map((part) => {
    if (part.is === 'mark') return { ...part, parts: joined(bare(part.parts)) };
    if (part.is === 'kept') return part;
    return { is: 'text', text: part.is === 'text' ? part.text : part.phrase };
  });

/** The translator's answer. */
type AnswerNode =
  | { readonly is: 'text'; readonly text: string }
  | { readonly is: 'element'; readonly name: string; readonly id: string; readonly nodes: readonly AnswerNode[] };

interface Open {
  readonly name: string;
  readonly id: string;
  readonly nodes: AnswerNode[];
}

/** The deepest nesting, deeper than any block that we send. */
const DEEPEST = 200;

/** An answer as a tree; undefined for unmatched or malformed tags, comments and declarations. */
export const readAnswer = (html: string): readonly AnswerNode[] | undefined => {
  const stack: Open[] = [{ name: '', id: '', nodes: [] }];
  const top = (): Open => stack.at(-1) as Open;
  for (const token of readTokens(html)) {
    if (token.is === 'text') top().nodes.push({ is: 'text', text: token.text });
    else if (token.is === 'open' && stack.length <= DEEPEST) {
      stack.push({ name: token.name, id: token.attributes.get('id') ?? '', nodes: [] });
    } else if (token.is === 'close' && stack.length > 1 && token.name === top().name) {
      const element = stack.pop() as Open;
      top().nodes.push({ is: 'element', ...element });
    } else return undefined;
  }
  return stack.length === 1 ? top().nodes : undefined;
};

/**
 * The parts of a block that was sent as plain text. There may be new numbers, because a word may become a number.
 * @returns undefined if a protected part is missing or repeated, if no words are left, or if there is a new address
 */
export const readPlain = ({ parts }: Block, answer: string): readonly Part[] | undefined => {
  if (answer === plainOf(parts)) return parts;
  const missing = [...protectedParts(parts)];
  const known = new Set(missing.map(({ shown }) => shown));
  const found = protectedIn(answer).filter(({ from, to }) => known.has(answer.slice(from, to)));
  if (found.length !== missing.length) return undefined;
  const read = textParts(answer, (from, to) => answer.slice(from, to), String, found).map((part) => {
    if (part.is !== 'kept') return part;
    const at = missing.findIndex(({ shown }) => shown === part.shown);
    return at < 0 ? undefined : missing.splice(at, 1)[0];
  });
  if (missing.length > 0 || !read.every((part) => part !== undefined)) return undefined;
  if (hasWords({ parts }) && !hasWords({ parts: read })) return undefined;
  const invented = read.some((part) => part.is === 'text' && addressesIn(part.text).length > 0);
  return invented ? undefined : read;
};
