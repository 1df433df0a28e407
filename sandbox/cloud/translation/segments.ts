import { decodeEntities, type HtmlPart, readHtml } from './html.ts';

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
