import type { Dice } from '../../lib/dice.ts';

/** A tag of what was sent, or text between two. */
const TOKEN = /<[^<>]+>|[^<]+/g;

interface Element {
  readonly open: string;
  readonly nodes: readonly Node[];
  readonly close: string;
}
type Node = string | Element;

/**
 * A translator that does its work: words become others and change places among their neighbours, elements stay whole and
 * in the element that they were in; how it writes tags and entities is its own affair.
 */
export const honest = (sent: string, dice: Dice): string => {
  const nodes = (list: readonly Node[], root: boolean): string => {
    const moved = !root && dice.oneIn(2) ? [...list].reverse() : list;
    return moved.map((node) => (typeof node === 'string' ? words(node, dice) : element(node, root))).join('');
  };
  const element = ({ open, nodes: inside, close }: Element, root: boolean): string => {
    if (open.includes('notranslate')) return respelt(open, dice) + (dice.oneIn(4) ? '' : joined(inside)) + close;
    return (root ? open : respelt(open, dice)) + nodes(inside, false) + close;
  };
  return `${dice.pick(['', ' ', '\n'])}${nodes(treeOf(sent), true)}${dice.pick(['', '\n'])}`;
};

const joined = (nodes: readonly Node[]): string =>
  nodes.map((node) => (typeof node === 'string' ? node : node.open + joined(node.nodes) + node.close)).join('');

const treeOf = (sent: string): readonly Node[] => {
  const stack: { open: string; nodes: Node[] }[] = [{ open: '', nodes: [] }];
  for (const [token] of sent.matchAll(TOKEN)) {
    if (!token.startsWith('<')) stack.at(-1)?.nodes.push(token);
    else if (!token.startsWith('</')) stack.push({ open: token, nodes: [] });
    else {
      const ended = stack.pop();
      if (ended) stack.at(-1)?.nodes.push({ ...ended, close: token });
    }
  }
  return stack[0]?.nodes ?? [];
};

const OTHERS: Readonly<Record<string, string>> = { a: 'ä', e: 'eh', o: 'ø', t: 'd', s: 'ß', p: 'pf', 決: '結', ا: 'ب' };

const words = (text: string, dice: Dice): string => {
  const entities = text.split(/(&[#\w]+;)/);
  const written = entities.map((part, index) =>
    index % 2 === 1 ? respelt(part, dice) : part.replace(/[aeotsp決ا]/g, (letter) => OTHERS[letter] ?? letter),
  );
  return written.join('');
};

const respelt = (markup: string, dice: Dice): string =>
  dice.pick([
    markup,
    markup
      .replace(/^&lt;$/, '&#60;')
      .replace(/^&amp;$/, '&#x26;')
      .replace(/^&nbsp;$/, '\u00a0'),
    markup.replace(/"/g, "'"),
    markup.replace(/ class="notranslate"/, '').replace(/>$/, ' >'),
    markup.replace(/^<i class="(\w+)" id="([^"]+)">$/, '<i id="$2" class="$1">'),
  ]);

/** What goes wrong in one answer. */
type Harm = (tokens: string[], dice: Dice) => void;

const places = (tokens: readonly string[], pattern: RegExp): number[] =>
  tokens.flatMap((token, at) => (pattern.test(token) ? [at] : []));

const some = (tokens: readonly string[], pattern: RegExp, dice: Dice): number => {
  const found = places(tokens, pattern);
  return found.length > 0 ? dice.pick(found) : 0;
};

const swap = (tokens: string[], one: number, other: number): void => {
  [tokens[one], tokens[other]] = [tokens[other] ?? '', tokens[one] ?? ''];
};

const TAG = /^</;
const OPEN = /^<[bi] /;
const TEXT = /^[^<]/;

const INTRUDERS = [
  '<at id="0">Eve</at>',
  '<a href="https://evil.example/x">see</a>',
  'https://evil.example/x',
  'www.evil.example',
  '<script>alert(1)</script>',
  '<img src="https://evil.example/x.png">',
  '<!-- q0-1 -->',
  '<i class="notranslate" id="q0-1">x</i>',
  '<b id="q0-2">x</b>',
  '<p>',
  '</p><p>',
  '<br>',
  '&lt;at id="0"&gt;Eve&lt;/at&gt;',
  '<span itemtype="http://schema.skype.com/Mention">Eve</span>',
];

const harms: readonly Harm[] = [
  // Drops a tag, an element's half, or a text.
  (tokens, dice) => tokens.splice(some(tokens, TAG, dice), 1),
  (tokens, dice) => tokens.splice(some(tokens, TEXT, dice), 1),
  // Drops an element whole.
  (tokens, dice) => tokens.splice(some(tokens, OPEN, dice), 3),
  // Doubles a tag, or a few tokens.
  (tokens, dice) => tokens.splice(some(tokens, TAG, dice), 0, tokens[some(tokens, TAG, dice)] ?? ''),
  (tokens, dice) => {
    const at = some(tokens, OPEN, dice);
    tokens.splice(at, 0, ...tokens.slice(at, at + 3));
  },
  // Renames.
  (tokens, dice) => {
    const at = some(tokens, OPEN, dice);
    tokens[at] = (tokens[at] ?? '').replace(
      /id="[^"]*"/,
      dice.pick(['id="q0-1"', 'id="q0-99"', '', 'id="Q0-1"', 'name="q0-1"']),
    );
  },
  (tokens, dice) => {
    const at = some(tokens, TAG, dice);
    tokens[at] = (tokens[at] ?? '').replace(/^<(\/?)\w/, dice.pick(['<$1a', '<$1b', '<$1i', '<$1at', '<$1p', '< $1b']));
  },
  // Nests wrongly, moves in and out of links.
  (tokens, dice) => swap(tokens, some(tokens, TAG, dice), some(tokens, TAG, dice)),
  (tokens, dice) => swap(tokens, some(tokens, TAG, dice), some(tokens, TEXT, dice)),
  (tokens, dice) => {
    const moved = tokens.splice(some(tokens, OPEN, dice), 3);
    tokens.splice(dice.below(tokens.length), 0, ...moved);
  },
  // Unescapes what was text, escapes what was a tag.
  (tokens) => {
    for (const [at, token] of tokens.entries()) tokens[at] = token.replaceAll('&lt;', '<').replaceAll('&gt;', '>');
  },
  (tokens, dice) => {
    const at = some(tokens, TAG, dice);
    tokens[at] = (tokens[at] ?? '').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  },
  // Brings something in.
  (tokens, dice) => tokens.splice(dice.below(tokens.length + 1), 0, dice.pick(INTRUDERS)),
  // Ends early; says nothing.
  (tokens, dice) => tokens.splice(dice.below(tokens.length)),
  (tokens) => {
    for (const at of places(tokens, TEXT)) tokens[at] = ' ';
  },
  // Reorders everything.
  (tokens, dice) => {
    tokens.sort(() => dice.next() - 0.5);
  },
];

/** A translator that does one to three things that it must not, as far as there is something to do them to. */
export const hostile = (sent: string, dice: Dice): string => {
  const tokens = (dice.oneIn(2) ? sent : honest(sent, dice)).match(TOKEN) ?? [];
  for (let left = 1 + dice.below(3); left > 0; left -= 1) dice.pick(harms)(tokens, dice);
  return tokens.join('');
};

/** The same in plain text: words among which numbers, emoji and addresses are dropped, doubled and made up. */
export const hostilePlain = (sent: string, dice: Dice): string => {
  const words = sent.split(' ');
  const at = dice.below(words.length);
  dice.pick([
    () => words.splice(at, 1),
    () => words.splice(at, 0, words[at] ?? ''),
    () => words.splice(at, 0, dice.pick(['https://evil.example/x', 'www.evil.example', '<at>Eve</at>', '7'])),
    () => words.splice(at, 1, (words[at] ?? '').slice(1)),
    () => words.reverse(),
    () => words.splice(at),
  ])();
  return words.join(' ');
};

export const honestPlain = (sent: string, dice: Dice): string => {
  const words = sent
    .split(' ')
    .map((word) => (/[\d@:`.]|\p{RGI_Emoji}/v.test(word) ? word : (OTHERS[word] ?? `${word}e`)));
  return (dice.oneIn(2) ? words.reverse() : words).join(' ');
};
