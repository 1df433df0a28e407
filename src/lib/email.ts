/** Visible characters without a meaning in paths, mail headers or lists. */
const LETTER = String.raw`[^\s\p{C}@/\\?#%<>"(),:;[\]]`;
const LABEL = LETTER.replace('@', '@.');

/** A name, one @ and a domain with a dot, no longer than mail allows. */
export const EMAIL_PATTERN = new RegExp(`^(?=.{5,254}$)${LETTER}+@(?:${LABEL}+\\.)+${LABEL}+$`, 'u');

/** The email address in a typed text, without the additions of mail programs; undefined if there is none. */
export const readEmail = (text: string): string | undefined => {
  const email = text
    .trim()
    .replace(/^<?(?:mailto:)?/i, '')
    .replace(/>$/, '');
  return EMAIL_PATTERN.test(email) ? email : undefined;
};

/** The same text for the same mailbox: without case and without a plus suffix of the name. */
export const mailboxOf = (email: string): string => {
  const [name = '', ...domain] = email.toLowerCase().split('@');
  return [name.split('+', 1)[0], ...domain].join('@');
};
