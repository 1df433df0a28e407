import {
  type Block,
  type Document,
  divide,
  escapeHtml,
  type MarkPart,
  type Message,
  type Part,
  type ProtectedPart,
  spellingOf,
  textParts,
} from './document.ts';
import { type Attributes, type HtmlElement, type HtmlNode, rawOf, readTree } from './html-tree.ts';
import { isAddress, type Protected, protectedIn, urlOf } from './protect.ts';

/** Parses any message; `toSource` joins the parts to the same message again. */
export const readMessage = ({ kind, content }: Message): Document =>
  kind === 'html' ? readHtml(content) : readText(content);

/** Three backticks or tildes, and everything until the next ones or the end of the text. */
export const FENCE =
  /(?<![^\n])([ \t]*)(`{3,}(?!`)|~{3,}(?!~))[^\n]*\n(?:[\s\S]*?\n[ \t]*\2[ \t]*(?=\r?\n|$)|[\s\S]*$)/gu;

/** The prefix of a line: quote markers, then the marker of a list or a heading. */
const HEAD = /^([ \t]*(?:>[ \t]*)*)((?:[-*+•‣–]|\d{1,3}[.)])[ \t]+|#{1,6}[ \t]+)?/u;

/** Parses a plain text message, with a block for each line. Its parts, joined, are the message. */
export const readText = (text: string): Document => {
  const pieces: (string | Block)[] = [];
  const put = (piece: string | Block): void => {
    const before = pieces.at(-1);
    if (typeof piece === 'string' && typeof before === 'string') pieces[pieces.length - 1] = before + piece;
    else if (piece !== '') pieces.push(piece);
  };

  let at = 0;
  const lines = (to: number): void => {
    for (const line of text.slice(at, to).split(/(\r?\n)/)) for (const piece of readLine(line)) put(piece);
  };
  for (const { 0: code, index } of text.matchAll(FENCE)) {
    lines(index);
    put(code);
    at = index + code.length;
  }
  lines(text.length);
  return { kind: 'text', pieces };
};

const readLine = (line: string): readonly (string | Block)[] => {
  const [head = '', quote = '', mark = ''] = HEAD.exec(line) ?? [];
  const rest = line.slice(head.length);
  const words = rest.trim();
  if (words === '') return [line];
  const start = rest.indexOf(words);
  const role = mark.startsWith('#') ? 'heading' : mark !== '' ? 'item' : quote.includes('>') ? 'quote' : 'paragraph';
  const parts = textParts(words, (from, to) => words.slice(from, to), String, found(words));
  return [head + rest.slice(0, start), { role, parts }, rest.slice(start + words.length)];
};

/** A mention in plain text, as the Bot Framework writes it. */
const MENTION = /<at\b[^<>]{0,200}>([^<>]{0,200})<\/at>/gi;

const found = (text: string): readonly Protected[] => {
  const mentions = [...text.matchAll(MENTION)].map(
    ({ 0: { length }, 1: shown = '', index }): Protected => ({
      from: index,
      to: index + length,
      what: 'mention',
      shown,
    }),
  );
  if (mentions.length === 0) return protectedIn(text);
  const others = protectedIn(text).filter(({ from, to }) => mentions.every((one) => to <= one.from || from >= one.to));
  return [...mentions, ...others].sort((a, b) => a.from - b.from);
};

/** Parses an HTML message from Teams. Its parts, joined, are the message. */
export const readHtml = (html: string): Document => {
  const pieces: (string | Block)[] = [];

  const put = (piece: string | Block): void => {
    const before = pieces.at(-1);
    if (typeof piece === 'string' && typeof before === 'string') pieces[pieces.length - 1] = before + piece;
    else if (piece !== '') pieces.push(piece);
  };

  const flush = (line: HtmlNode[], role: Block['role']): void => {
    const nodes = line.splice(0);
    if (nodes.every((node) => textOf(node).trim() === '')) put(nodes.map(rawOf).join(''));
    else for (const piece of trimmed(nodes.flatMap(partsOf), role)) put(piece);
  };

  const walk = (nodes: readonly HtmlNode[], role: Block['role']): void => {
    const line: HtmlNode[] = [];
    for (const node of nodes) {
      if (!divides(node)) {
        line.push(node);
        continue;
      }
      flush(line, role);
      if (node.is !== 'element' || isCodeBlock(node) || protectedPartOf(node)) put(rawOf(node));
      else {
        put(node.open);
        walk(node.nodes, roleIn(node, role));
        put(node.close);
      }
    }
    flush(line, role);
  };

  walk(readTree(html), 'paragraph');
  return { kind: 'html', pieces };
};

/** Whether a node separates two blocks. */
const divides = (node: HtmlNode): boolean => {
  if (node.is === 'text') return false;
  if (node.is === 'raw') return isBorder(node);
  if (node.name === 'br') return true;
  return isBlockName(node.name) || (protectedPartOf(node) === undefined && node.nodes.some(isBorder));
};

/** An unmatched tag must not move, or it would include text that was outside. */
const isBorder = (node: HtmlNode): boolean => {
  if (node.is === 'text') return false;
  if (node.is === 'raw') return node.text === '';
  return isBlockName(node.name) || node.nodes.some(isBorder);
};

const partsOf = (node: HtmlNode): readonly Part[] => {
  if (node.is === 'text') {
    const { raw, text } = node;
    const spell = spellingOf(raw, text);
    return spell ? textParts(text, spell, escapeHtml) : [{ is: 'kept', what: 'other', source: raw, shown: text }];
  }
  const kept = protectedPartOf(node);
  if (kept || node.is === 'raw') return kept ? [kept] : [];
  return [markOf(node)];
};

const markOf = (node: HtmlElement): Part => ({
  is: 'mark',
  open: node.open,
  close: node.close,
  ...styleOf(node),
  parts: node.nodes.flatMap(partsOf),
});

/** Space at the ends stays outside, because a translator may lose it. */
const trimmed = (parts: readonly Part[], role: Block['role']): readonly (string | Block)[] => {
  const inner = [...parts];
  const [lead, tail] = [takeSpace(inner, 0), takeSpace(inner, -1)];
  return [lead, { role, parts: inner }, tail];
};

/** @param parts the space is removed from them */
const takeSpace = (parts: Part[], index: 0 | -1): string => {
  const part = parts.at(index);
  if (part?.is !== 'text' || (part.source !== undefined && !spellingOf(part.source, part.text))) return '';
  const { text } = part;
  const place = index === 0 ? text.length - text.trimStart().length : text.trimEnd().length;
  const [before, after] = divide(part, [place]);
  const [space, words] = index === 0 ? [before, after] : [after, before];
  parts.splice(index, 1, ...(words && words.text !== '' ? [words] : []));
  return space?.source ?? escapeHtml(space?.text ?? '');
};

const list = (names: string): ReadonlySet<string> => new Set(names.split(','));

/** Block elements: the text before and after them is in other blocks. */
const BLOCKS = list(
  'address,article,aside,attachment,blockquote,body,caption,center,codeblock,col,colgroup,dd,details,dialog,div,dl,dt,' +
    'fieldset,figcaption,figure,footer,form,h1,h2,h3,h4,h5,h6,head,header,hr,html,legend,li,main,menu,meta,nav,ol,p,pre,' +
    'section,summary,table,tbody,td,tfoot,th,thead,title,tr,ul',
);

const ROLES: Readonly<Record<string, Block['role']>> = {
  ...{ h1: 'heading', h2: 'heading', h3: 'heading', h4: 'heading', h5: 'heading', h6: 'heading' },
  ...{ li: 'item', dt: 'item', dd: 'item', blockquote: 'quote', td: 'cell', th: 'cell', caption: 'heading' },
};

const STYLES: Readonly<Record<string, MarkPart['style']>> = {
  ...{ b: 'bold', strong: 'bold', i: 'italic', em: 'italic', cite: 'italic', u: 'underline', ins: 'underline' },
  ...{ s: 'strike', strike: 'strike', del: 'strike' },
};

const UNSEEN = list('script,style,textarea,title,xmp,iframe,noembed,noframes,noscript,plaintext,template,head');
const CODE = list('code,kbd,samp,tt,var');
const PICTURES = list('img,svg,picture,video,audio,object,canvas,map,math');

const isBlockName = (name: string | undefined): boolean => name !== undefined && BLOCKS.has(name);

/** Elements whose whole content is code. */
const isCodeBlock = ({ name }: HtmlElement): boolean => name === 'pre' || name === 'codeblock';

/** @param above the role of the element around it */
export const roleIn = ({ name }: HtmlElement, above: Block['role']): Block['role'] =>
  (Object.hasOwn(ROLES, name) ? ROLES[name] : undefined) ?? above;

const styleOf = ({ name, attributes }: HtmlElement): Pick<MarkPart, 'style' | 'url'> => {
  if (name === 'a') {
    const url = urlOf(attributes.get('href') ?? '');
    return url === undefined ? { style: 'link' } : { style: 'link', url };
  }
  return { style: (Object.hasOwn(STYLES, name) ? STYLES[name] : undefined) ?? 'other' };
};

/** The kind of a protected node; undefined if its text is translated. */
const protectedPartOf = (node: Exclude<HtmlNode, { is: 'text' }>): ProtectedPart | undefined => {
  const source = rawOf(node);
  if (node.is === 'raw')
    return { is: 'kept', what: node.name === 'at' ? 'mention' : 'other', source, shown: node.text };
  const { name, attributes } = node;
  const kept = (what: ProtectedPart['what'], shown: string): ProtectedPart => ({ is: 'kept', what, source, shown });
  const has = (attribute: string, pattern: RegExp): boolean => pattern.test(attributes.get(attribute) ?? '');
  const seen = textOf(node);

  if (name === 'at' || isMention(attributes) || has('itemprop', /^mri$/i)) return kept('mention', seen);
  if (name === 'emoji' || (name === 'img' && has('itemtype', /emoji/i))) return kept('emoji', seen);
  if (PICTURES.has(name)) return kept('picture', seen);
  if (CODE.has(name)) return kept('code', seen);
  if (name === 'br') return kept('other', '\n');
  if (UNSEEN.has(name) || seen === '') return kept('other', '');
  if (has('translate', /^no$/i) || has('class', /(?:^|\s)notranslate(?:\s|$)/)) return kept('other', seen);
  if (name === 'a' && (isAddress(seen) || !/\p{L}/u.test(seen))) {
    const { url } = styleOf(node);
    return url === undefined ? kept('link', seen) : { ...kept('link', seen), url };
  }
  return undefined;
};

/** Teams' other markup for mentions, besides `<at>`. */
const isMention = (attributes: Attributes): boolean =>
  /schema\.skype\.com\/mention/i.test(attributes.get('itemtype') ?? '');

/** The visible text, with a picture's alternative text. */
export const textOf = (node: HtmlNode): string => {
  if (node.is !== 'element') return node.text;
  if (node.name === 'br') return '\n';
  if (UNSEEN.has(node.name)) return '';
  const { attributes } = node;
  const inside = node.nodes.map(textOf).join('');
  return attributes.get('alt') ?? (inside === '' ? (attributes.get('title') ?? '') : inside);
};
