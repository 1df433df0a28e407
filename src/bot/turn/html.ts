/** The plain text of html from Teams: a line for each block, emoji as they are, addresses of links, no other markup. */
export const plainText = (html: string): string =>
  decode(withoutTags(html))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n');

/**
 * A block ends its line; an emoji, which may be a picture, becomes its text; behind a link stands its address, unless the link
 * shows it; all other markup is left out.
 */
const withoutTags = (html: string): string => {
  const source = html.replace(/\s+/g, ' ');
  let link: { readonly address: string; readonly from: number } | undefined;
  return source.replace(TAG, (tag, name: string, attributes: string, at: number) => {
    const isEnd = tag.startsWith('</');
    if (/^a$/i.test(name)) {
      const left = isEnd && link ? behind(link.address, source.slice(link.from, at)) : '';
      link = isEnd ? undefined : { address: attribute(attributes, HREF), from: at + tag.length };
      return left;
    }
    if (BLOCKS.test(name)) return name === 'br' || isEnd ? '\n' : '';
    // Some programs put addresses between angle brackets, and leave the brackets as they are.
    if (ADDRESS.test(tag)) return escapeHtml(tag);
    const isEmoji = /^(?:custom)?emoji$/i.test(name) || (/^img$/i.test(name) && EMOJI.test(attributes));
    return isEmoji ? attribute(attributes, ALT).slice(0, LONGEST_EMOJI) : '';
  });
};

const TAG = /<\/?([a-z][a-z0-9]*)\b([^<>]*)>/gi;
const ADDRESS = /^<(?:mailto:)?[^\s<>@]{1,64}@[^\s<>@]{3,255}>$|^<https?:\/\/[^\s<>]{1,2000}>$/i;
const EMOJI = /\bitemtype=["']?[^"'\s]*\/Emoji\b/i;
const LONGEST_EMOJI = 40;

const HREF = /\bhref ?= ?(?:"([^"]*)"|'([^']*)'|([^ "'>]+))/i;
const ALT = /\balt ?= ?(?:"([^"]*)"|'([^']*)'|([^ "'>]+))/i;

/** As it stands in the tag, with its entities; empty if there is none. */
const attribute = (attributes: string, pattern: typeof HREF): string => {
  const [, ...values] = pattern.exec(attributes) ?? [];
  return values.find((value) => value !== undefined) ?? '';
};

/** What a link does not show of its address: a page's title alone does not lead to the page. */
const behind = (written: string, label: string): string => {
  const address = unwrapped(decode(written).trim());
  const shown = bare(decode(withoutTags(label)));
  const mail = /^mailto:([^?]+)/i.exec(address)?.[1];
  if (shown.includes(bare(mail ?? address))) return '';
  if (mail !== undefined) return ` ${escapeHtml(`<${mail}>`)}`;
  return /^https?:/i.test(address) ? ` (${escapeHtml(address)})` : '';
};

/** An address as people write it. */
const bare = (address: string): string =>
  address
    .replace(/\s/g, '')
    .replace(/^(?:https?:\/\/|mailto:)/i, '')
    .replace(/\/$/, '')
    .toLowerCase();

/** The address that Outlook's and Teams' protection of links stands before. */
const unwrapped = (address: string): string =>
  (/^https:\/\/[^/?#]+\/[^#]*safelinks|^https:\/\/[^/?#]*\bsafelinks\./i.test(address) && URL.canParse(address)
    ? new URL(address).searchParams.get('url')
    : undefined) ?? address;

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
