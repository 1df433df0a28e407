import { parseYaml, type YamlValue } from '../../../policy/yaml-source.ts';
import { SECRET_NAME } from '../../../vendor/secrets.ts';
import { isSecretName, TAKEN_OUT, withoutSecrets } from '../secret-looks.ts';

/** Fields whose whole value is a secret, and those that hold secrets by names (document 2; vendor-facts section 3). */
const SECRET = /^(?:password|secureValue|workspaceKey|storageAccountKey|secret|protectedSettings)$/i;
const REFERENCE = 'secretRef';

/**
 * A document without the secrets that were typed into it: wherever one may stand, a reference is wanted, and anything else
 * is taken out before any of it is written down.
 * @returns undefined for a text so broken that nobody can tell where its secrets end: then nothing of it may be kept
 */
export const takeOutSecrets = (text: string): string | undefined => {
  const source = parseYaml(text);
  const values = source.values();
  const names = namesIn(values);
  const kept = values
    .map((value) => ({ ...value, instead: insteadOf(value, names) }))
    .filter(({ instead }) => instead !== undefined)
    .sort((a, b) => b.from - a.from)
    .reduce((rest, { from, to, instead = '' }) => {
      // A block of several lines ends with its line, so that the next one stays a line of its own.
      const end = rest.slice(from, to).endsWith('\n') ? '\n' : '';
      return rest.slice(0, from) + JSON.stringify(instead) + end + rest.slice(to);
    }, text);
  return source.data === undefined ? fromBroken(withoutSecrets(kept)) : kept;
};

/** What stays of a value; undefined for one that may stay as it is. */
const insteadOf = (one: YamlValue, names: ReadonlyMap<string, string>): string | undefined => {
  if (isSecret(one, names)) return TAKEN_OUT;
  const { value } = one;
  if (typeof value !== 'string' || withoutSecrets(value) === value) return undefined;
  return withoutSecrets(value);
};

const isSecret = ({ path, value }: YamlValue, names: ReadonlyMap<string, string>): boolean => {
  if (value === null || value === '' || value === TAKEN_OUT) return false;
  const last = String(path.at(-1));
  if (last === REFERENCE) return !SECRET_NAME.test(String(value));
  if (path.some((step) => SECRET.test(String(step)))) return true;
  if (typeof value === 'string' && isSecretName(last)) return true;
  return last.toLowerCase() === 'value' && isSecretName(names.get(holderOf(path)) ?? '');
};

const holderOf = (path: YamlValue['path']): string => path.slice(0, -1).join('\n');

/** What things are called by a field `name`, as environment variables are. */
const namesIn = (values: readonly YamlValue[]): ReadonlyMap<string, string> =>
  new Map(
    values
      .filter(({ path }) => String(path.at(-1)).toLowerCase() === 'name')
      .map(({ path, value }) => [holderOf(path), String(value)]),
  );

/** What spreads over lines can't be followed in a text that is no YAML. */
const SPREADS = /\b(?:secret|protectedSettings)["']?\s*:|[|>][+-]?\d?\s*$/im;
const VALUE = String.raw`(?!["']?\*\*\*)(?!\s*\{\s*["']?secretRef)("[^"\n]*"?|'[^'\n]*'?|[^\s"'][^\n]*)`;
const FIELD = new RegExp(String.raw`((?:password|passwd|pwd|secureValue|secret|token|key)["']?\s*:\s*)${VALUE}`, 'gi');
const PAIR = new RegExp(
  String.raw`(name["']?\s*:\s*["']?[\w-]*(?:password|passwd|pwd|secret|token|key)["']?\s*,?\s*["']?value["']?\s*:\s*)${VALUE}`,
  'gi',
);

const fromBroken = (text: string): string | undefined =>
  SPREADS.test(text)
    ? undefined
    : [FIELD, PAIR].reduce((kept, pattern) => kept.replace(pattern, `$1"${TAKEN_OUT}"`), text);
