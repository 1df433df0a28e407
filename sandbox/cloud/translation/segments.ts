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

/** Part of a text: to translate, to keep, or with a translation from the caller. */
export type Segment =
  | { readonly kind: 'text'; readonly raw: string }
  | { readonly kind: 'markup'; readonly raw: string }
  /** `translation` in its final form. */
  | { readonly kind: 'dictionary'; readonly raw: string; readonly translation: string };

/** Plain text, whose only markup is the dynamic dictionary (docs/sources.md, Translator). @param prefix of the profile */
export const plainSegments = (text: string, prefix: string): readonly Segment[] => {
  const entry = new RegExp(
    `<${prefix}:dictionary\\s+translation=(?:"([^"]*)"|'([^']*)')\\s*>(?:[^<]|<(?!/?${prefix}:dictionary\\b))*</${prefix}:dictionary>`,
    'g',
  );
  const segments: Segment[] = [];
  let at = 0;
  for (const { 0: raw, 1: double, 2: single, index } of text.matchAll(entry)) {
    segments.push({ kind: 'text', raw: text.slice(at, index) });
    segments.push({ kind: 'dictionary', raw, translation: decodeEntities(double ?? single ?? '') });
    at = index + raw.length;
  }
  return [...segments, { kind: 'text', raw: text.slice(at) } as const].filter(({ raw }) => raw !== '');
};

/** HTML: tags and elements of the class `notranslate` are kept; undefined when it is not well-formed. */
export const htmlSegments = (html: string, prefix: string): readonly Segment[] | undefined => {
  const parts = readHtml(html);
  if (!parts) return undefined;
  const segments: Segment[] = [];
  for (let at = 0; at < parts.length; ) {
    const part = parts[at] as HtmlPart;
    const whole = part.kind === 'open' && (isKept(part) || isEntry(part, prefix));
    const last = whole ? closingOf(parts, at) : at;
    const raw = parts
      .slice(at, last + 1)
      .map((one) => one.raw)
      .join('');
    segments.push(segmentOf(part, raw, prefix));
    at = last + 1;
  }
  return segments;
};

type Tag = Exclude<HtmlPart, { kind: 'text' }>;

const isKept = (part: Tag): boolean => (part.attributes.get('class') ?? '').split(/\s+/).includes('notranslate');

const isEntry = (part: Tag, prefix: string): boolean =>
  part.name === `${prefix}:dictionary` && part.attributes.has('translation');

const segmentOf = (part: HtmlPart, raw: string, prefix: string): Segment => {
  if (part.kind === 'text') return { kind: 'text', raw };
  if (part.kind !== 'open' || isKept(part) || !isEntry(part, prefix)) return { kind: 'markup', raw };
  return { kind: 'dictionary', raw, translation: part.attributes.get('translation') ?? '' };
};

const closingOf = (parts: readonly HtmlPart[], from: number): number => {
  let depth = 0;
  for (let at = from; at < parts.length; at += 1) {
    const kind = parts[at]?.kind;
    if (kind === 'open') depth += 1;
    if (kind === 'close') depth -= 1;
    if (depth === 0) return at;
  }
  return parts.length - 1;
};
