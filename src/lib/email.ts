/** Visible letters but those that mean something in a path, in mail headers or beside each other in a list. */
const LETTER = String.raw`[^\s\p{C}@/\\?#%<>"(),:;[\]]`;
const LABEL = LETTER.replace('@', '@.');

/** One @, a name before it, a domain with a dot behind it, and no more letters than mail takes. */
export const EMAIL_PATTERN = new RegExp(`^(?=.{5,254}$)${LETTER}+@(?:${LABEL}+\\.)+${LABEL}+$`, 'u');

/** The address in what a person typed, without what mail programs put around it; undefined where there is none. */
export const readEmail = (text: string): string | undefined => {
  const email = text
    .trim()
    .replace(/^<?(?:mailto:)?/i, '')
    .replace(/>$/, '');
  return EMAIL_PATTERN.test(email) ? email : undefined;
};

/** One text for one mailbox: case and what follows a plus in the name do not count. */
export const mailboxOf = (email: string): string => {
  const [name = '', ...domain] = email.toLowerCase().split('@');
  return [name.split('+', 1)[0], ...domain].join('@');
};
