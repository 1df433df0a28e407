import { SECRET_NAME } from '../../../api/services/secrets.ts';
import { parseYaml, withoutComments, type YamlValue } from '../../../policy/file/yaml-source.ts';

/** What stands where a secret was typed: the rest of what was typed is kept. */
export const REDACTED = '***';

/** Names that people give to what is secret. */
const SECRET_NAMES =
  /(?:password|(?<!by|com|tres)pass|passwd|passphrase|pwd|secret|token|credential|connection[-_ ]?string|(?:api|access|account|private|shared|secret)[-_ ]?key)s?$/i;
const SECRET_HEADERS = /^(?:authorization|proxy-authorization|cookie|x-api-key|ocp-apim-subscription-key)$/i;

/** Lists of the document that only sound like it. */
const NO_SECRETS = /^imageRegistryCredentials$/;

/** Texts that give themselves away. */
const SECRET_TEXTS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*/g,
  /(?<=:\/\/[^\s/:@]{1,100}:)[^\s/@]+(?=@)/g,
  /(?<=\b(?:AccountKey|SharedAccessKey|SharedAccessSignature|Password|sig)=)[^\s;&"']{6,}/gi,
  /(?<=(?:^|[\s"'])--?(?:[\w-]*[-_])?(?:password|passwd|pass|secret|token|api[-_]?key)[= ])(?:"[^"]*"?|'[^']*'?|[^\s"']+)/gim,
];

/** Whether something that is called so is most probably a secret. */
export const isSecretName = (name: string): boolean =>
  !NO_SECRETS.test(name) && (SECRET_NAMES.test(name) || SECRET_HEADERS.test(name));

/** Whether the word of a command that stands before says that a secret comes next, as `--password` does. */
export const isSecretFlag = (before: unknown): boolean =>
  typeof before === 'string' && /^--?[\w-]+$/.test(before) && isSecretName(before.replace(/^-+/, ''));

/** A text without what looks like a secret in it. */
export const redactText = (text: string): string =>
  SECRET_TEXTS.reduce((kept, look) => kept.replace(look, (found) => (found === REDACTED ? found : REDACTED)), text);

/** Fields whose whole value is a secret, and those that hold secrets by names (document 2; vendor-facts section 3). */
const SECRET = /^(?:password|secureValue|workspaceKey|storageAccountKey|secret|protectedSettings)$/i;
const REFERENCE = 'secretRef';

/**
 * A document without the secrets that were typed into it: wherever one may stand, a reference is wanted, and anything else
 * is taken out before any of it is written down; comments go whole, for nobody can tell what stands in them.
 * @returns undefined for a text so broken that nobody can tell where its secrets end: then nothing of it may be kept
 */
export const redactSecrets = (typed: string): string | undefined => {
  const text = withoutComments(typed);
  const source = parseYaml(text);
  if (source.isTooDeep) return undefined;
  const values = source.values();
  const told = valuesByPath(values);
  const changed = values.flatMap((value) => {
    const instead = replacementOf(value, told);
    return instead === undefined ? [] : [{ ...value, instead }];
  });
  let at = 0;
  const pieces = onceEach(changed)
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, instead }) => {
      const before = text.slice(at, from);
      at = to;
      // A block of several lines ends with its line, so that the next one stays a line of its own.
      return before + JSON.stringify(instead) + (text.slice(from, to).endsWith('\n') ? '\n' : '');
    });
  const kept = pieces.join('') + text.slice(at);
  return source.data === undefined ? redactBrokenYaml(redactText(kept)) : kept;
};

/** What stays of a value; undefined for one that may stay as it is. */
const replacementOf = (one: YamlValue, told: ReadonlyMap<string, unknown>): string | undefined => {
  if (isSecret(one, told)) return REDACTED;
  const { value } = one;
  if (typeof value !== 'string' || redactText(value) === value) return undefined;
  return redactText(value);
};

/** What an alias repeats comes by more than one way: it goes whole where one of them leads to a secret. */
const onceEach = <T extends { readonly from: number; readonly instead: string }>(changed: readonly T[]): T[] => [
  ...new Map(
    [...changed]
      .sort((a, b) => Number(a.instead === REDACTED) - Number(b.instead === REDACTED))
      .map((one) => [one.from, one]),
  ).values(),
];

const isSecret = ({ path, value }: YamlValue, told: ReadonlyMap<string, unknown>): boolean => {
  if (value === null || value === '' || value === REDACTED) return false;
  const last = path.at(-1);
  if (last === REFERENCE) return !SECRET_NAME.test(String(value));
  if (path.some((step) => SECRET.test(String(step)))) return true;
  if (typeof last === 'number') return isSecretFlag(told.get(pathKey([...path.slice(0, -1), last - 1])));
  if (typeof value === 'string' && isSecretName(String(last))) return true;
  const name = told.get(pathKey([...path.slice(0, -1), 'name']));
  return String(last).toLowerCase() === 'value' && isSecretName(String(name ?? ''));
};

const pathKey = (path: YamlValue['path']): string => path.join('\n').toLowerCase();

/** Every value by its way: a secret is known by what stands beside it. */
const valuesByPath = (values: readonly YamlValue[]): ReadonlyMap<string, unknown> =>
  new Map(values.map(({ path, value }) => [pathKey(path), value]));

/** What spreads over lines, or is repeated by an alias, can't be followed in a text that is no YAML. */
const SPREADS = /\b(?:secret|protectedSettings)["']?\s*:|[|>][+-]?\d?\s*$|(?:^|[\s[{,])&\w/im;
const NAME = '(?:pass(?:word|wd|phrase)?|pwd|secureValue|secret|token|credentials?|key)';
/** It begins with a letter: to try each space before it anew would take the square of their number. */
const VALUE = String.raw`(?=\S)(?!["']?\*\*\*)(?!\{\s*["']?secretRef)("[^"\n]*"?|'[^'\n]*'?|[^\s"'][^\n]*)`;
const FIELD = new RegExp(String.raw`(${NAME}["']?\s*:\s*)${VALUE}`, 'gi');
const PAIR = new RegExp(
  String.raw`(name["']?\s*:\s*["']?[\w-]*${NAME}["']?\s*(?:,\s*)?["']?value["']?\s*:\s*)${VALUE}`,
  'gi',
);

const redactBrokenYaml = (text: string): string | undefined =>
  SPREADS.test(text)
    ? undefined
    : [FIELD, PAIR].reduce((kept, pattern) => kept.replace(pattern, `$1"${REDACTED}"`), text);
