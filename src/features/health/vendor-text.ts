import { unescapeHtml } from '#platform/lib/html.ts';
import { clean, cut, escapeMarkdown, type Markdown, oneLine, withoutTail } from '#platform/lib/text.ts';

/** One paragraph or item of a list: a mark in front, as `- `, or none. */
export interface Line {
  readonly mark: string;
  readonly text: string;
}

/** Maximum length of HTML that is parsed; no card holds more. */
const LONGEST_READ = 24_000;
const MORE = '…';

const TOKEN =
  /<!--[\s\S]*?(?:-->|$)|<(\/?)([a-z][a-z0-9]*)(?![a-z0-9])(?:"[^"<>]*"|'[^'<>]*'|[^<>"'])*>|&(#x?[0-9a-f]{1,6}|[a-z]{2,8});|[^<&]+|[<&]/gi;
const BLOCK =
  /^(p|div|br|h[1-6]|ul|ol|li|tr|table|thead|tbody|section|article|header|footer|blockquote|hr|pre|dl|dt|dd)$/;
const CELL = /^t[dh]$/;
/** Elements without readable content. */
const UNREAD = /^(script|style|head|title|template|svg)$/;

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  ndash: '–',
  mdash: '—',
  hellip: '…',
  bull: '•',
  lsquo: '‘',
  rsquo: '’',
  ldquo: '“',
  rdquo: '”',
  copy: '©',
  reg: '®',
  trade: '™',
  euro: '€',
};

/** The vendor's HTML as lines without markup: paragraphs and list items. */
export const readLines = (html: string): readonly Line[] => {
  const whole = html.length <= LONGEST_READ;
  const read = whole ? html : cut(html, LONGEST_READ).slice(0, -MORE.length);
  const laidOut = /<(p|div|br|li|h[1-6])\b/i.test(read);
  const lines = splitLines(read, laidOut);
  return whole ? lines : [...lines, { mark: '', text: MORE }];
};

const splitLines = (read: string, laidOut: boolean): Line[] => {
  const lines: Line[] = [];
  const lists: { numbered: boolean; count: number }[] = [];
  let [text, mark, unread] = ['', '', ''];
  const end = (): void => {
    for (const part of text.split(/\n+/)) {
      const content = clean(part.replace(/\s+/g, ' '), LONGEST_READ);
      if (content === '') continue;
      lines.push({ mark, text: content });
      mark = '';
    }
    text = '';
  };
  for (const [token, closing, tag = '', entity] of read.matchAll(TOKEN)) {
    const name = tag.toLowerCase();
    if (unread !== '') {
      if (closing === '/' && name === unread) unread = '';
    } else if (entity !== undefined) {
      text += decode(entity) ?? token;
    } else if (name === '') {
      text += token.startsWith('<!--') ? '' : laidOut ? token.replace(/\s+/g, ' ') : token;
    } else if (UNREAD.test(name)) {
      if (closing === '') unread = name;
    } else if (CELL.test(name)) {
      text += closing === '/' || text.trim() === '' ? '' : ' · ';
    } else if (BLOCK.test(name)) {
      end();
      mark = markOf(name, closing === '/', lists) ?? mark;
    }
  }
  end();
  return lines;
};

/** The list mark after a tag; undefined where the tag does not change it. */
const markOf = (name: string, closes: boolean, lists: { numbered: boolean; count: number }[]): string | undefined => {
  const list = lists.at(-1);
  if (name === 'ul' || name === 'ol') {
    if (closes) lists.pop();
    else lists.push({ numbered: name === 'ol', count: 0 });
    return '';
  }
  if (name !== 'li') return undefined;
  if (closes) return '';
  if (list) list.count += 1;
  return list?.numbered ? `${list.count}. ` : '- ';
};

const decode = (entity: string): string | undefined => {
  if (!entity.startsWith('#')) return ENTITIES[entity.toLowerCase()];
  const code = /^#x/i.test(entity) ? Number.parseInt(entity.slice(2), 16) : Number(entity.slice(1));
  const valid = Number.isInteger(code) && code > 0 && code <= 0x10ffff && (code < 0xd800 || code > 0xdfff);
  return valid ? String.fromCodePoint(code) : undefined;
};

/** Cuts a text without splitting characters or addresses. */
export const cutText = (text: string, max: number): string => {
  const short = cut(text, max);
  if (short === text) return text;
  const kept = short.slice(0, -1);
  const word = kept.split(/\s/).at(-1) ?? '';
  const address = word.search(/https?:\/\/|www\./i);
  const goesOn = /^\S/.test(text.slice(kept.length));
  return address >= 0 && goesOn ? `${kept.slice(0, kept.length - word.length + address).trimEnd()}…` : short;
};

/** A name or title on one line, cut to a maximum length. */
export const shortLine = (text: string, max: number): string => cutText(oneLine(unescapeHtml(text), text.length), max);

/** The lines within a total length; the last one is cut. */
const within = (lines: readonly Line[], room: number): readonly Line[] => {
  const kept: Line[] = [];
  let left = room;
  for (const line of lines) {
    if (line.text.length > left) return left < 2 ? kept : [...kept, { ...line, text: cutText(line.text, left) }];
    kept.push(line);
    left -= line.text.length;
  }
  return kept;
};

/** Lines as Markdown for a TextBlock, within a total length. */
export const toMarkdown = (lines: readonly Line[], room: number): Markdown => {
  let [result, before] = ['', ''];
  for (const { mark, text } of within(lines, room)) {
    const gap = result === '' ? '' : mark !== '' && before !== '' ? '\n' : '\n\n';
    result += `${gap}${mark}${escapeMarkdown(text)}`;
    before = mark;
  }
  return result as Markdown;
};

const MARK = /^(?:- |\d{1,3}\. )/;

/** The lines of a text from `plainText`. */
export const plainLines = (text: string): readonly Line[] =>
  text.split('\n').map((line) => {
    const mark = MARK.exec(line)?.[0] ?? '';
    return { mark, text: line.slice(mark.length) };
  });

/** The vendor's HTML as plain text, one line for each paragraph. */
export const plainText = (html: string, room: number): string =>
  within(readLines(html), room)
    .map(({ mark, text }) => `${mark}${text}`)
    .join('\n');

/** A button that opens an address outside. */
export interface Link {
  readonly title: string;
  readonly url: string;
}

const LONGEST_ADDRESS = 600;
const LONGEST_TITLE = 40;
const ADDRESS = /https:\/\/[^\s<>"'()[\]{}\\^`|]{1,600}/gi;
const ANCHOR = /<a(\s[^<>]{0,2000})>([^<]{0,500})/gi;
const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+))/i;

/** A link with https and without credentials; undefined for other addresses. */
export const safeLink = (title: string, address: string): Link | undefined => {
  const url = URL.parse(address.trim().replaceAll('&amp;', '&'));
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.href.length > LONGEST_ADDRESS) {
    return undefined;
  }
  const name = oneLine(plainText(title, LONGEST_TITLE), LONGEST_TITLE);
  const isAddress = name === '' || /^https?:/i.test(name);
  return {
    title: isAddress ? oneLine(`${url.host}${url.pathname === '/' ? '' : url.pathname}`, LONGEST_TITLE) : name,
    url: url.href,
  };
};

/** The addresses in the vendor's HTML, each once, in order. */
export const linksIn = (html: string): readonly Link[] => {
  const read = html.slice(0, LONGEST_READ);
  const anchors = [...read.matchAll(ANCHOR)].map(([, attributes = '', title = '']) => {
    const [, double, single, bare] = HREF.exec(attributes) ?? [];
    return safeLink(title, double ?? single ?? bare ?? '');
  });
  const written = [...read.replace(/<[^<>]*>/g, ' ').matchAll(ADDRESS)].map(([address]) =>
    safeLink('', withoutTail(address, '.,;:!?')),
  );
  return unique([...anchors, ...written]);
};

/** Each address once, with its first title. */
export const unique = (links: readonly (Link | undefined)[]): readonly Link[] => {
  const found = new Map<string, Link>();
  for (const link of links) if (link && !found.has(link.url)) found.set(link.url, link);
  return [...found.values()];
};
