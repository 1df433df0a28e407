/** What stands where a secret was typed: the rest of what was typed is kept. */
export const TAKEN_OUT = '***';

/** Names that people give to what is secret. */
const NAMED =
  /(?:password|(?<!by|com|tres)pass|passwd|passphrase|pwd|secret|token|credential|connection[-_ ]?string|(?:api|access|account|private|shared|secret)[-_ ]?key)s?$/i;
const HEADER = /^(?:authorization|proxy-authorization|cookie|x-api-key|ocp-apim-subscription-key)$/i;

/** Lists of the document that only sound like it. */
const SOUNDS_SO = /^imageRegistryCredentials$/;

/** Texts that give themselves away. */
const LOOKS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*/g,
  /(?<=:\/\/[^\s/:@]{1,100}:)[^\s/@]+(?=@)/g,
  /(?<=\b(?:AccountKey|SharedAccessKey|SharedAccessSignature|Password|sig)=)[^\s;&"']{6,}/gi,
  /(?<=(?:^|[\s"'])--?(?:[\w-]*[-_])?(?:password|passwd|pass|secret|token|api[-_]?key)[= ])(?:"[^"]*"?|'[^']*'?|[^\s"']+)/gim,
];

/** Whether something that is called so is most probably a secret. */
export const isSecretName = (name: string): boolean => !SOUNDS_SO.test(name) && (NAMED.test(name) || HEADER.test(name));

/** Whether the word of a command that stands before says that a secret comes next, as `--password` does. */
export const announcesSecret = (before: unknown): boolean =>
  typeof before === 'string' && /^--?[\w-]+$/.test(before) && isSecretName(before.replace(/^-+/, ''));

/** A text without what looks like a secret in it. */
export const withoutSecrets = (text: string): string =>
  LOOKS.reduce((kept, look) => kept.replace(look, (found) => (found === TAKEN_OUT ? found : TAKEN_OUT)), text);
