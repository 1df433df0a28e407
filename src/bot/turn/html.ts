/** The plain text of html from Teams: a line for each block, emoji as they are, no other markup. */
export const plainText = (html: string): string =>
  decode(withoutTags(html))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n');

/** A block ends its line; an emoji and a picture become their text; all other markup is left out. */
const withoutTags = (html: string): string =>
  html.replace(/\s+/g, ' ').replace(/<\/?([a-z][a-z0-9]*)\b([^<>]*)>/gi, (tag, name: string, attributes: string) => {
    if (BLOCKS.test(name)) return name === 'br' || tag.startsWith('</') ? '\n' : '';
    return name === 'emoji' ? (/\balt="([^"]{0,40})"/.exec(attributes)?.[1] ?? '') : '';
  });

const BLOCKS = /^(br|p|div|li|tr|h[1-6]|blockquote|pre|table|ul|ol)$/i;

/** Escapes characters for html. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>]/g, (letter) => (letter === '&' ? '&amp;' : letter === '<' ? '&lt;' : '&gt;'));

const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ' };

export const decode = (text: string): string =>
  text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,6});/gi, (entity, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? entity;
    const code = /^#x/i.test(name) ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });

/** The first code block in a message, with its line breaks and indentation. */
export const codeBlock = (html: string): string | undefined => {
  const [first] = ['codeblock', 'pre'].flatMap((name) => firstOf(name, html)).sort((a, b) => a.at - b.at);
  if (!first) return undefined;
  const lines = first.inside.replace(/<br\b[^<>]*>/gi, '\n').replace(/<\/(p|div)>\s*/gi, '\n');
  return decode(lines.replace(/<\/?[a-z][^<>]*>/gi, '')).replaceAll('\u00a0', ' ');
};

/** The first element with a name, and its position, if it has an end: if the first one has none, none has. */
const firstOf = (name: string, html: string): readonly { readonly at: number; readonly inside: string }[] => {
  const open = new RegExp(`<${name}\\b[^<>]*>`, 'i').exec(html);
  if (!open) return [];
  const rest = html.slice(open.index + open[0].length);
  const end = rest.search(new RegExp(`</${name}>`, 'i'));
  return end < 0 ? [] : [{ at: open.index, inside: rest.slice(0, end) }];
};
