/** Visible characters without a meaning in paths, mail headers or lists. */
const LETTER = String.raw`[^\s\p{C}@/\\?#%<>"(),:;[\]]`;
const LABEL = LETTER.replace('@', '@.');

/** A name, one @ and a domain with a dot, no longer than mail allows. */
export const EMAIL_PATTERN = new RegExp(`^(?=.{5,254}$)${LETTER}+@(?:${LABEL}+\\.)+${LABEL}+$`, 'u');

/** With the name before it, or twice, as mail programs copy it: “MORAN Tess <tess@example.com>”. */
const IN_BRACKETS = /[<([](?:mailto:)?([^\s<>()[\]]{3,254})[>)\]]/giu;

/** The email address in a typed text, without the additions of mail programs; undefined if there is none, or more than one. */
export const readEmail = (text: string): string | undefined => {
  const trimmed = text.trim();
  const inside = [...trimmed.matchAll(IN_BRACKETS)].map(([, one = '']) => one).filter((one) => EMAIL_PATTERN.test(one));
  const before = trimmed
    .replace(IN_BRACKETS, ' ')
    .split(/\s+/)
    .filter((one) => EMAIL_PATTERN.test(one));
  const found =
    inside.length > 0 ? [...inside, ...before] : [trimmed.replace(/^<?(?:mailto:)?/i, '').replace(/>$/, '')];
  const [email = ''] = found;
  const isOne = found.every((one) => one.toLowerCase() === email.toLowerCase());
  return isOne && EMAIL_PATTERN.test(email) ? email : undefined;
};

/** The same text for the same mailbox: without case and without a plus suffix of the name. */
export const mailboxOf = (email: string): string => {
  const [name = '', ...domain] = email.toLowerCase().split('@');
  return [name.split('+', 1)[0], ...domain].join('@');
};
