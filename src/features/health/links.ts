import { oneLine, withoutTail } from '../../lib/text.ts';
import { plainText } from './vendor-text.ts';

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
const LONGEST_READ = 24_000;

/** A link with https and without credentials; undefined for other addresses. */
export const safeLink = (title: string, address: string): Link | undefined => {
  const url = URL.parse(address.trim().replaceAll('&amp;', '&'));
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.href.length > LONGEST_ADDRESS) {
    return undefined;
  }
  const said = oneLine(plainText(title, LONGEST_TITLE), LONGEST_TITLE);
  const own = said === '' || /^https?:/i.test(said);
  return {
    title: own ? oneLine(`${url.host}${url.pathname === '/' ? '' : url.pathname}`, LONGEST_TITLE) : said,
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
