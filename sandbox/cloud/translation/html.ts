/** A tag with its attributes, a comment, a declaration, or text between them. */
export type HtmlPart =
  | { readonly kind: 'text'; readonly raw: string }
  | {
      readonly kind: 'open' | 'close' | 'alone';
      readonly raw: string;
      readonly name: string;
      readonly attributes: ReadonlyMap<string, string>;
    };

const PART =
  /<!--[\s\S]*?-->|<![^<>]*>|<(\/?)([a-z][\w:-]*)((?:\s+[^\s=<>"'/]+(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*)\s*(\/?)>|[^<]+/iy;
const ATTRIBUTE = /([^\s=<>"'/]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'=<>`]+)))?/g;
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img', 'input', 'meta', 'link', 'wbr', 'col', 'area', 'source']);

/** The parts of well-formed HTML; undefined for any other. */
export const readHtml = (html: string): readonly HtmlPart[] | undefined => {
  const parts: HtmlPart[] = [];
  const open: string[] = [];
  PART.lastIndex = 0;
  while (PART.lastIndex < html.length) {
    const match = PART.exec(html);
    if (!match) return undefined;
    const part = partOf(match);
    parts.push(part);
    if (part.kind === 'open') open.push(part.name);
    if (part.kind === 'close' && open.pop() !== part.name) return undefined;
  }
  return open.length === 0 ? parts : undefined;
};

const partOf = ([raw, closing, name, attributes = '', alone]: RegExpExecArray): HtmlPart => {
  if (name === undefined)
    return raw.startsWith('<') ? { kind: 'alone', raw, name: '', attributes: new Map() } : { kind: 'text', raw };
  const kind = closing ? 'close' : alone || VOID.has(name.toLowerCase()) ? 'alone' : 'open';
  // Element names match in any case, except those of the translator's own markup.
  return { kind, raw, name: name.includes(':') ? name : name.toLowerCase(), attributes: readAttributes(attributes) };
};

const readAttributes = (text: string): ReadonlyMap<string, string> =>
  new Map(
    [...text.matchAll(ATTRIBUTE)].map(([, name = '', double, single, bare]) => [
      name.toLowerCase(),
      decodeEntities(double ?? single ?? bare ?? ''),
    ]),
  );

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: '\u00a0' };

/** Unknown entities are unchanged. */
export const decodeEntities = (text: string): string =>
  text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (whole, hex?: string, decimal?: string, name?: string) => {
    if (name !== undefined) return ENTITIES[name.toLowerCase()] ?? whole;
    const point = Number.parseInt(hex ?? decimal ?? '', hex === undefined ? 10 : 16);
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });

export const encodeEntities = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('\u00a0', '&nbsp;');
