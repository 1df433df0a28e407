import { SECRET_NAME } from '#cloud/services/secrets.ts';
import { parseYaml, withoutComments, type YamlValue } from '#policy/file/yaml-source.ts';

/** Replaces a typed secret; the rest of the text is kept. */
export const REDACTED = '***';

/** Names that suggest a secret value. */
const SECRET_NAMES =
  /(?:password|(?<!by|com|tres)pass|passwd|passphrase|pwd|secret|token|credential|connection[-_ ]?string|(?:api|access|account|private|shared|secret)[-_ ]?key)s?$/i;
const SECRET_HEADERS = /^(?:authorization|proxy-authorization|cookie|x-api-key|ocp-apim-subscription-key)$/i;

/** Lists in the document whose names only suggest secrets. */
const NO_SECRETS = /^imageRegistryCredentials$/;

/** Texts that are recognisable as secrets. */
const SECRET_TEXTS: readonly RegExp[] = [
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*/g,
  /(?<=:\/\/[^\s/:@]{1,100}:)[^\s/@]+(?=@)/g,
  /(?<=\b(?:AccountKey|SharedAccessKey|SharedAccessSignature|Password|sig)=)[^\s;&"']{6,}/gi,
  /(?<=(?:^|[\s"'])--?(?:[\w-]*[-_])?(?:password|passwd|pass|secret|token|api[-_]?key)[= ])(?:"[^"]*"?|'[^']*'?|[^\s"']+)/gim,
];

/** Whether a value of this name is most probably a secret. */
export const isSecretName = (name: string): boolean =>
  !NO_SECRETS.test(name) && (SECRET_NAMES.test(name) || SECRET_HEADERS.test(name));

/** Whether this argument of a command announces a secret, as `--password` does. */
export const isSecretFlag = (before: unknown): boolean =>
  typeof before === 'string' && /^--?[\w-]+$/.test(before) && isSecretName(before.replace(/^-+/, ''));

/** The text without anything that looks like a secret. */
export const redactText = (text: string): string =>
  SECRET_TEXTS.reduce((kept, look) => kept.replace(look, (found) => (found === REDACTED ? found : REDACTED)), text);

/** Fields whose whole value is a secret, and fields with secrets by name (docs/sources.md, Container groups). */
const SECRET = /^(?:password|secure_?Value|workspace_?Key|storage_?Account_?Key|secret|protected_?Settings)$/i;
const REFERENCE = 'secretRef';

/**
 * A document without the secrets typed into it. Fields that may hold a secret take a reference; anything else there
 * is removed before the text is stored. Comments are removed completely, because they may contain anything.
 * @returns undefined for a text so broken that the end of its secrets is unknown: none of it may be stored
 */
export const redactSecrets = (typed: string): string | undefined => {
  const text = withoutComments(typed);
  const source = parseYaml(text);
  if (source.isTooDeep) return undefined;
  const values = source.values();
  const told = valuesByPath(values);
  const referred = referredIn(values, told);
  const changed = values.flatMap((value) => {
    const instead = replacementOf(value, told, referred);
    return instead === undefined ? [] : [{ ...value, instead }];
  });
  let at = 0;
  const pieces = onceEach(changed)
    .sort((a, b) => a.from - b.from)
    .map(({ from, to, instead }) => {
      const before = text.slice(at, from);
      at = to;
      // A multi-line block ends with its line break, so that the next line stays separate.
      return before + JSON.stringify(instead) + (text.slice(from, to).endsWith('\n') ? '\n' : '');
    });
  const kept = pieces.join('') + text.slice(at);
  return source.data === undefined ? redactBrokenYaml(redactText(kept)) : kept;
};

/** The part of a value that may be stored; undefined if all of it may. */
const replacementOf = (
  one: YamlValue,
  told: ReadonlyMap<string, unknown>,
  referred: ReadonlySet<string>,
): string | undefined => {
  if (isSecret(one, told) || isReferred(one, referred)) return REDACTED;
  const { value } = one;
  if (typeof value !== 'string' || redactText(value) === value) return undefined;
  return redactText(value);
};

/** An aliased value has several paths: it is removed completely if one of them holds a secret. */
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
  // The default value of a template's parameter is named a level above.
  const own = last === 'defaultValue' ? path.at(-2) : last;
  const kind = last === 'defaultValue' ? told.get(pathKey([...path.slice(0, -1), 'type'])) : '';
  if (typeof value === 'string' && (isSecretName(String(own)) || /^secure/i.test(String(kind)))) return true;
  const name = told.get(pathKey([...path.slice(0, -1), 'name']));
  return String(last).toLowerCase() === 'value' && isSecretName(String(name ?? ''));
};

/** The names of parameters and variables of a template, whose values become secrets. */
const referredIn = (values: readonly YamlValue[], told: ReadonlyMap<string, unknown>): ReadonlySet<string> => {
  const names = new Set<string>();
  let before = -1;
  while (names.size > before) {
    before = names.size;
    for (const one of values) {
      if (!isSecret(one, told) && !isReferred(one, names)) continue;
      for (const [, name = ''] of String(one.value).matchAll(/'([^']*)'/g)) names.add(name.toLowerCase());
    }
  }
  return names;
};

const isReferred = ({ path: [list, name, ...rest] }: YamlValue, referred: ReadonlySet<string>): boolean =>
  referred.has(String(name).toLowerCase()) &&
  (/^variables$/i.test(String(list)) || (/^parameters$/i.test(String(list)) && rest[0] === 'defaultValue'));

const pathKey = (path: YamlValue['path']): string => path.join('\n').toLowerCase();

/** Every value by its path: the names around a value identify a secret. */
const valuesByPath = (values: readonly YamlValue[]): ReadonlyMap<string, unknown> =>
  new Map(values.map(({ path, value }) => [pathKey(path), value]));

/** Multi-line and aliased values cannot be followed in a text that is not YAML. */
const SPREADS = /\b(?:secret|protected_?Settings)["']?\s*:|[|>][+-]?\d?\s*$|(?:^|[\s[{,])&\w/im;
const NAME = '(?:pass(?:word|wd|phrase)?|pwd|secure_?Value|secret|token|credentials?|key)';
/** Starts with a letter: trying every preceding space would take quadratic time. */
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
