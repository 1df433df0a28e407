/** What a message asks to have deployed: a few words, and a whole document where there is one. */
export interface Asked {
  readonly group?: string;
  readonly image?: string;
  readonly place?: string;
  readonly reason?: string;
  readonly document?: string;
}

/** Where a document begins: a brace, a fence, or a line that is a field. */
const BEGINS = /(?:^|\s)\{|^\s*(?:```|---)|^\s*["']?[A-Za-z]\w*["']?\s*:(?=\s|$)/m;
const FENCE = /^\s*```\w*[ \t]*$/gm;

/** @param code the block of code of the message, which keeps its lines better than its text does */
export const readAsked = (text: string, code?: string): Asked => {
  const begins = BEGINS.exec(text);
  const from = begins ? begins.index : text.length;
  const [head, rest] = [text.slice(0, from), text.slice(from)];
  const document =
    rest.trim() === '' ? undefined : (code ?? rest).replace(FENCE, '').replace(/^(?:\n+|\s*(?=\{))|\s+$/g, '');
  return { ...readHead(head.replace(/\s+/g, ' ').trim()), ...(document ? { document } : {}) };
};

const readHead = (head: string): Asked => {
  const [said = '', ...because] = head.split(/(?:^|\s)because(?:\s+|$)/i);
  const image = /(?:^|\s)image\s+(\S+)/i.exec(said);
  const place = /(?:^|\s)(?:on|at|in)\s+(.+?)(?=\s+image\s|$)/i.exec(said);
  const left = [image, place].reduce((words, found) => (found ? words.replace(found[0], ' ') : words), said).trim();
  return {
    ...(left === '' ? {} : { group: left }),
    ...(image?.[1] ? { image: image[1] } : {}),
    ...(place?.[1] ? { place: place[1].trim() } : {}),
    ...(because.length > 0 ? { reason: because.join(' because ').trim() } : {}),
  };
};

/** `NAME`, `NAME on PLACE` or `PLACE`. */
export const readWhich = (text: string): { readonly group: string; readonly place?: string } => {
  const [, group = '', place = ''] = /^(.*?)(?:(?:^|\s+)(?:on|at|in)\s+(.+))?$/i.exec(text.trim()) ?? [];
  return { group: group.trim().toLowerCase(), ...(place === '' ? {} : { place: place.trim() }) };
};
