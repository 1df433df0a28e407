/** What a message asks to have deployed: a few words, and a whole document where there is one. */
export interface Asked {
  readonly group?: string;
  readonly image?: string;
  readonly place?: string;
  readonly reason?: string;
  readonly document?: string;
}

/** Where a document begins: a brace, a fence, or a line that is a field. A line begins with spaces, never with line ends. */
const BEGINS = /(?:^|\s)\{|^[ \t\u00a0]*(?:```|---|["']?[A-Za-z]\w*["']?[ \t\u00a0]*:(?=\s|$))/m;
const FENCE = /^[ \t\u00a0]*```\w*[ \t]*$/gm;

/** @param code the block of code of the message, which keeps its lines better than its text does */
export const readAsked = (text: string, code?: string): Asked => {
  const begins = BEGINS.exec(text);
  const from = begins ? begins.index : text.length;
  const [head, rest] = [text.slice(0, from), text.slice(from)];
  const document = rest.trim() === '' ? undefined : bare((code ?? rest).replace(FENCE, ''));
  return { ...readHead(head.replace(/\s+/g, ' ').trim()), ...(document ? { document } : {}) };
};

/** Without empty space around it; the first line keeps its indentation, which YAML counts. */
const bare = (document: string): string => {
  const begun = document.trimStart();
  return (begun.startsWith('{') ? begun : document.replace(/^\n+/, '')).trimEnd();
};

/** @param head with single spaces between its words */
const readHead = (head: string): Asked => {
  const [said = '', ...because] = head.split(/(?:^|\s)because(?:\s|$)/i);
  const image = /(?:^|\s)image\s(\S+)/i.exec(said);
  const place = /(?:^|\s)(?:on|at|in)\s(.+?)(?=\simage\s|$)/is.exec(said);
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
  const said = text.trim().replace(/\s+/g, ' ');
  const place = /(?:^|\s)(?:on|at|in)\s(.+)$/is.exec(said);
  const group = said.slice(0, place?.index).trim().toLowerCase();
  return { group, ...(place?.[1] ? { place: place[1] } : {}) };
};
