/** The plain text of a message, parted into what its author wrote and what they did not. */
interface PartedText {
  readonly own: string;
  readonly quoted: string;
}

/** A quotation as in mail. */
const QUOTED_LINE = /^\s*[>＞]\s?/;

/**
 * What Teams, Outlook and other mail programs put above a message that is copied: all that follows is that message. Each is tried
 * at the beginning of a line, on this line and the next ones.
 */
const HEADS: readonly RegExp[] = [
  // [Yesterday 10:15] Ana Rossi · [10:42 • 13/08/2024] Ana Rossi:
  /^\[[^[\]\n]{0,40}\d[:.]\d\d[^[\]\n]{0,30}\]\s*\p{L}/u,
  // -----Original Message----- · Begin forwarded message:
  /^(?:[-_=*]{2,}\s*|begin\s+)(?:original|forwarded) message/i,
  /^[-_=*]{2,}\s*(?:ursprüngliche|weitergeleitete) nachricht|^[-_=*]{2,}\s*message (?:d[’']origine|transféré)/i,
  /^[-_=*]{2,}\s*mensaje (?:original|reenviado)|^[-_=*]{2,}\s*messaggio (?:originale|inoltrato)/i,
  // On Monday, 23 November 2026, Ana Rossi wrote:
  /^(?:on|am|le|el|il)\s[^\n]{3,160}\n?[^\n]{0,160}?(?:wrote|schrieb|écrit|escribió|scritto)[^\n:]{0,60}: *(?:\n|$)/i,
  /^(?:\p{L}[\p{L}.’'-]*,? +){1,4}(?:wrote|writes|said|says|schrieb|schreibt|écrit|escribió|scritto): *(?:\n|$)/iu,
  // From: … Sent: … · De: … Objet: …
  /^\W{0,3}(?:from|von|de|da|van)\W{0,3}:[^\n]*(?:\n[^\n]*){0,3}?(?<!\p{L})(?:sent|date|subject|gesendet|datum|betreff|envoyé|objet|enviado|asunto|inviato|oggetto)\W{0,3}:/iu,
];

/** So much of a text is looked at for each head. */
const LOOKED_AT = 500;

/** Parts off what a person pasted or typed as a quotation. */
export const partText = (text: string): PartedText => {
  const own: string[] = [];
  const quoted: string[] = [];
  let at = 0;
  for (const line of text.split('\n')) {
    if (HEADS.some((head) => head.test(text.slice(at, at + LOOKED_AT).trimStart()))) {
      quoted.push(text.slice(at));
      break;
    }
    if (QUOTED_LINE.test(line)) quoted.push(line.replace(QUOTED_LINE, ''));
    else own.push(line);
    at += line.length + 1;
  }
  return { own: own.join('\n').trim(), quoted: quoted.join('\n').trim() };
};

/** A text that repeats another one more often says nothing of its own. */
const MOST_REPEATS = 10;
/** Previews of this length may be cut without a mark. */
const LONG = 100;

/** Leaves out what a plain text repeats of a quoted one; where only its beginning is known, everything behind it too. */
export const withoutRepeats = (text: string, foreign: string): string => {
  const wanted = foreign.split(/\s+/).filter(Boolean).join(' ');
  if (wanted === '') return text;
  let left = text;
  for (let count = 0; count < MOST_REPEATS; count += 1) {
    const found = findRepeat(left, wanted);
    if (!found) return left;
    left = `${left.slice(0, found.from)}\n${left.slice(found.to)}`;
  }
  return '';
};

const findRepeat = (text: string, wanted: string): { readonly from: number; readonly to: number } | undefined => {
  const words = [...text.matchAll(/\S+/g)];
  const spaced = ` ${words.join(' ')} `;
  const whole = spaced.indexOf(` ${wanted} `);
  const beginning = wanted.replace(/(?:…|\.\.\.)$/, '');
  const isPart = beginning !== wanted || wanted.length >= LONG;
  const at = whole < 0 && isPart ? spaced.indexOf(` ${beginning}`) : whole;
  if (at < 0) return undefined;
  const first = spaced.slice(0, at).split(' ').length - 1;
  const last = words[first + wanted.split(' ').length - 1];
  return { from: words[first]?.index ?? 0, to: whole < 0 || !last ? text.length : last.index + last[0].length };
};
