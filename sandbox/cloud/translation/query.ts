import { Refusal } from '../operation.ts';
import { english, findLanguage, isLanguageCode, isScriptCode, type Language } from './languages.ts';

/** A refusal by its 6-digit code: the HTTP status, and three digits that refine it (docs/sources.md, Translator). */
export const refusal = (code: number, message: string, headers: Readonly<Record<string, string>> = {}): Refusal =>
  new Refusal(Math.floor(code / 1_000), String(code), message, headers);

export const usedUp = (): Refusal => refusal(403001, 'The subscription has exceeded its free quota.');

/** Without Retry-After: the document gives a minute only as an example. */
export const beingPrepared = (): Refusal =>
  refusal(408001, 'The translation system that was asked for is being prepared. Try again in a few minutes.');

export interface Target {
  readonly language: Language;
  /** The script of the transliteration; undefined for the usual one. */
  readonly script: string | undefined;
}

/** The parameters of a request (docs/sources.md, Translator). */
export interface TranslateQuery {
  readonly targets: readonly Target[];
  readonly from: Language | undefined;
  readonly suggestedFrom: Language | undefined;
  readonly fromScript: string | undefined;
  readonly html: boolean;
  readonly category: string;
  readonly profanity: 'NoAction' | 'Asterisk' | 'Tag' | 'Deleted';
  readonly includeAlignment: boolean;
  readonly includeSentenceLength: boolean;
  readonly allowFallback: boolean;
}

/** @throws Refusal with the code of the first invalid parameter */
export const readQuery = (query: URLSearchParams, traceHeader: string | undefined): TranslateQuery => {
  const all = (name: string): readonly string[] =>
    [...query].flatMap(([key, value]) => (key.toLowerCase() === name.toLowerCase() ? [value] : []));
  const one = (name: string): string | undefined => all(name)[0];
  const flag = (name: string, otherwise: boolean): boolean =>
    choose(one(name), ['true', 'false'], () => option(name), otherwise ? 'true' : 'false') === 'true';

  checkTraceId(one('ClientTraceId') ?? traceHeader);
  const targets = readTargets(
    all('to').flatMap((codes) => codes.split(',')),
    all('toScript'),
  );
  const from = readLanguage(one('from'), 400035, 'The source language is not valid.');
  const textType = choose(one('textType'), ['plain', 'html'], () => refusal(400071, 'The textType is not valid.'));
  const action = choose(one('profanityAction'), ['NoAction', 'Marked', 'Deleted'], () => option('profanityAction'));
  const marker = choose(one('profanityMarker'), ['Asterisk', 'Tag'], () => option('profanityMarker'));
  return {
    targets,
    from,
    suggestedFrom: readLanguage(one('suggestedFrom'), 400003, 'The suggestedFrom language is not valid.'),
    fromScript: readSourceScript(one('fromScript'), from),
    html: textType === 'html',
    category: readCategory(one('category')),
    profanity: action === 'Marked' ? marker : action,
    includeAlignment: flag('includeAlignment', false),
    includeSentenceLength: flag('includeSentenceLength', false),
    allowFallback: flag('allowFallback', true),
  };
};

const option = (name: string) => refusal(400042, `The value of ${name} is not valid.`);

/** A documented word in any case, the first when the parameter is absent. */
const choose = <Word extends string>(
  value: string | undefined,
  words: readonly [Word, ...Word[]],
  wrong: () => Error,
  otherwise: Word = words[0],
): Word => {
  if (value === undefined) return otherwise;
  const word = words.find((known) => known.toLowerCase() === value.toLowerCase());
  if (word !== undefined) return word;
  throw wrong();
};

const GUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

const checkTraceId = (id: string | undefined): void => {
  if (id !== undefined && !GUID.test(id)) throw refusal(400043, 'The client trace id is not a GUID.');
};

/** @param code of the refusal for a text that is no language */
const readLanguage = (value: string | undefined, code: number, message: string): Language | undefined => {
  if (value === undefined) return undefined;
  const known = findLanguage(value);
  if (known) return known;
  if (isLanguageCode(value)) throw refusal(400019, `The language '${value}' is not supported for translation.`);
  throw refusal(code, message);
};

const readTargets = (codes: readonly string[], scripts: readonly string[]): readonly Target[] => {
  const wrong = 'The target language is missing or not valid.';
  if (codes.length === 0) throw refusal(400036, wrong);
  if (scripts.length > 0 && scripts.length !== codes.length)
    throw refusal(400070, 'There must be as many toScript as to parameters.');
  return codes.map((code, index) => {
    const language = readLanguage(code, 400036, wrong) ?? english;
    return { language, script: readScript(scripts[index], language, 400004, 'toScript') };
  });
};

const readScript = (
  value: string | undefined,
  language: Language,
  code: number,
  parameter: string,
): string | undefined => {
  if (value === undefined) return undefined;
  const known = language.scripts.find((script) => script.toLowerCase() === value.toLowerCase());
  if (known !== undefined) return known === language.scripts[0] ? undefined : known;
  if (!isScriptCode(value)) throw refusal(code, `The ${parameter} '${value}' is not valid.`);
  throw refusal(400006, `The language '${language.code}' is not written in the script '${value}'.`);
};

const readSourceScript = (value: string | undefined, from: Language | undefined): string | undefined => {
  if (value === undefined) return undefined;
  if (from) return readScript(value, from, 400018, 'fromScript');
  throw isScriptCode(value)
    ? refusal(400006, 'A fromScript needs the from language that it belongs to.')
    : refusal(400018, `The fromScript '${value}' is not valid.`);
};

const readCategory = (value = 'general'): string => {
  if (/^[\w-]+$/.test(value)) return value.toLowerCase() === 'general' ? 'general' : value;
  throw refusal(400002, 'The category is not valid.');
};
