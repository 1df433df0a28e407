import { type Token, Tokenizer, TokenizerMode } from 'parse5';

/** A stretch of HTML; the raw ones one after the other are the HTML. */
export type HtmlToken =
  | { readonly is: 'text'; readonly raw: string; readonly text: string }
  | { readonly is: 'open'; readonly raw: string; readonly name: string; readonly attributes: Attributes }
  | { readonly is: 'alone'; readonly raw: string; readonly name: string; readonly attributes: Attributes }
  | { readonly is: 'close'; readonly raw: string; readonly name: string }
  /** Comments, declarations, and what nobody can read. */
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

/** Elements whose content is no markup. */
const MODES: Readonly<Record<string, (typeof TokenizerMode)[keyof typeof TokenizerMode]>> = {
  script: TokenizerMode.SCRIPT_DATA,
  ...{ style: TokenizerMode.RAWTEXT, xmp: TokenizerMode.RAWTEXT, iframe: TokenizerMode.RAWTEXT },
  ...{ noembed: TokenizerMode.RAWTEXT, noframes: TokenizerMode.RAWTEXT },
  ...{ textarea: TokenizerMode.RCDATA, title: TokenizerMode.RCDATA, plaintext: TokenizerMode.PLAINTEXT },
};

/** HTML by the standard's tokenizer, whatever it is: nothing is refused, dropped or mended. */
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

/** Text of HTML as a person reads it, its entities decoded. */
export const decodeHtml = (raw: string): string =>
  readTokens(raw)
    .map((token) => (token.is === 'text' ? token.text : ''))
    .join('');
