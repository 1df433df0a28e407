import { type Token, Tokenizer, TokenizerMode } from 'parse5';

/** A token of HTML; all raw texts in order are the HTML again. */
type HtmlToken =
  | { readonly is: 'text'; readonly raw: string; readonly text: string }
  | { readonly is: 'open'; readonly raw: string; readonly name: string; readonly attributes: Attributes }
  | { readonly is: 'alone'; readonly raw: string; readonly name: string; readonly attributes: Attributes }
  | { readonly is: 'close'; readonly raw: string; readonly name: string }
  /** Comments, declarations and malformed markup. */
  | { readonly is: 'other'; readonly raw: string };

export type Attributes = ReadonlyMap<string, string>;

const VOID = new Set([
  'area',
  'base',
  'br',
  'col',
  'embed',
  'hr',
  'img',
  'input',
  'link',
  'meta',
  'source',
  'track',
  'wbr',
]);

/** Elements whose content is not markup. */
const MODES: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
  script: TokenizerMode.SCRIPT_DATA,
  ...{ style: TokenizerMode.RAWTEXT, xmp: TokenizerMode.RAWTEXT, iframe: TokenizerMode.RAWTEXT },
  ...{ noembed: TokenizerMode.RAWTEXT, noframes: TokenizerMode.RAWTEXT },
  ...{ textarea: TokenizerMode.RCDATA, title: TokenizerMode.RCDATA, plaintext: TokenizerMode.PLAINTEXT },
};

/** Any HTML through the standard's tokenizer: nothing is refused, dropped or corrected. */
export const readTokens = (html: string): readonly HtmlToken[] => {
  const tokens: HtmlToken[] = [];
  let [at, text, textEnd] = [0, '', 0];

  const flush = (end: number): void => {
    if (text !== '') tokens.push({ is: 'text', raw: html.slice(at, textEnd), text });
    const rest = html.slice(text === '' ? at : textEnd, end);
    if (rest !== '') tokens.push({ is: 'other', raw: rest });
    [at, text] = [end, ''];
  };

  const take = (token: Token.TagToken | Token.CommentToken | Token.DoctypeToken, make: (raw: string) => HtmlToken) => {
    const { startOffset, endOffset } = token.location ?? { startOffset: at, endOffset: at };
    flush(startOffset);
    tokens.push(make(html.slice(startOffset, endOffset)));
    at = endOffset;
  };

  const hear = (token: Token.CharacterToken): void => {
    text += token.chars;
    textEnd = token.location?.endOffset ?? textEnd;
  };

  const tokenizer = new Tokenizer(
    { sourceCodeLocationInfo: true },
    {
      onStartTag(token) {
        const { tagName: name, attrs, selfClosing } = token;
        const is = selfClosing || VOID.has(name) ? 'alone' : 'open';
        const attributes = new Map(attrs.map((attribute) => [attribute.name, attribute.value]));
        take(token, (raw) => ({ is, raw, name, attributes }));
        tokenizer.state = (Object.hasOwn(MODES, name) ? MODES[name] : undefined) ?? tokenizer.state;
      },
      onEndTag: (token) => take(token, (raw) => ({ is: 'close', raw, name: token.tagName })),
      onComment: (token) => take(token, (raw) => ({ is: 'other', raw })),
      onDoctype: (token) => take(token, (raw) => ({ is: 'other', raw })),
      onCharacter: hear,
      onWhitespaceCharacter: hear,
      onNullCharacter: hear,
      onEof: () => flush(html.length),
    },
  );
  tokenizer.write(html, true);
  return tokens;
};

/** The visible text of HTML, with its entities decoded. */
export const decodeHtml = (raw: string): string =>
  readTokens(raw)
    .map((token) => (token.is === 'text' ? token.text : ''))
    .join('');

export interface HtmlElement {
  readonly is: 'element';
  readonly name: string;
  readonly attributes: Attributes;
  readonly open: string;
  readonly close: string;
  readonly nodes: readonly HtmlNode[];
}

export type HtmlNode =
  | HtmlElement
  | { readonly is: 'text'; readonly raw: string; readonly text: string }
  /**
   * Comments, unmatched tags (with their `name`), and, with `text`, elements that are nested too deeply.
   */
  | { readonly is: 'raw'; readonly raw: string; readonly name?: string; readonly text: string };

/** The deepest nesting; everything below is one node. */
const DEEPEST = 64;

type OpenToken = Extract<HtmlToken, { is: 'open' }>;

interface Open {
  readonly name: string;
  readonly attributes: Attributes;
  readonly open: string;
  readonly nodes: HtmlNode[];
}

/** HTML as a tree. Everything keeps its position: an unmatched tag stays a tag by itself. */
export const readTree = (html: string): readonly HtmlNode[] => {
  const stack: Open[] = [{ name: '', attributes: new Map(), open: '', nodes: [] }];
  const top = (): Open => stack.at(-1) as Open;

  const abandon = (): void => {
    const { name, open, nodes } = stack.pop() as Open;
    top().nodes.push({ is: 'raw', raw: open, name, text: '' });
    for (const node of nodes) top().nodes.push(node);
  };

  const close = (name: string, raw: string): void => {
    const at = stack.findLastIndex((open) => open.name === name);
    if (at < 1) {
      top().nodes.push({ is: 'raw', raw, name, text: '' });
      return;
    }
    while (stack.length - 1 > at) abandon();
    const { attributes, open, nodes } = stack.pop() as Open;
    top().nodes.push({ is: 'element', name, attributes, open, close: raw, nodes });
  };

  const tokens = readTokens(html);
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at] as HtmlToken;
    if (token.is === 'open' && stack.length > DEEPEST) {
      const end = closingOf(tokens, at);
      top().nodes.push(asOne(tokens.slice(at, end + 1), token));
      at = end;
    } else if (token.is === 'open') {
      stack.push({ name: token.name, attributes: token.attributes, open: token.raw, nodes: [] });
    } else if (token.is === 'close') close(token.name, token.raw);
    else if (token.is === 'text') top().nodes.push(token);
    else if (token.is === 'other') top().nodes.push({ is: 'raw', raw: token.raw, text: '' });
    else {
      const { name, attributes, raw } = token;
      top().nodes.push({ is: 'element', name, attributes, open: raw, close: '', nodes: [] });
    }
  }
  while (stack.length > 1) abandon();
  return top().nodes;
};

const closingOf = (tokens: readonly HtmlToken[], from: number): number => {
  let depth = 0;
  for (let at = from; at < tokens.length; at += 1) {
    const { is } = tokens[at] as HtmlToken;
    if (is === 'open') depth += 1;
    if (is === 'close') depth -= 1;
    if (depth === 0) return at;
  }
  return tokens.length - 1;
};

/** An element with its content; the whole rest if it has no end. */
const asOne = (tokens: readonly HtmlToken[], { name, attributes, raw: open }: OpenToken): HtmlNode => {
  const last = tokens.at(-1);
  const whole = last?.is === 'close' && last.name === name;
  const inside = tokens.slice(1, whole ? -1 : undefined);
  const raw = inside.map((token) => token.raw).join('');
  if (!whole) return { is: 'raw', raw: open + raw, text: '' };
  const text = inside.map((token) => (token.is === 'text' ? token.text : '')).join('');
  return { is: 'element', name, attributes, open, close: last.raw, nodes: [{ is: 'raw', raw, text }] };
};

/** The node's source in the message. */
export const rawOf = (node: HtmlNode): string =>
  node.is === 'element' ? node.open + node.nodes.map(rawOf).join('') + node.close : node.raw;
