import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { IntlMessageFormat } from 'intl-messageformat';
import { type Clock, systemClock } from '#platform/lib/clock.ts';
import type { TextKey, TextValues } from '#platform/lib/errors.ts';
import { formatMoment, formatSpan } from '#platform/lib/local-time.ts';
import { escapeMarkdown, type Markdown } from '#platform/lib/text.ts';

export type { TextKey, TextName } from '#platform/lib/errors.ts';

/** The texts for one reader: `plain` for labels, text runs and toasts, `markdown` for TextBlocks (values are escaped). */
export interface Words {
  /** The reader's own locale. */
  readonly locale: string;
  /** The language of the texts with the reader's region: for values inside a sentence. */
  readonly formatLocale: string;
  /** Tags of all languages with texts. */
  readonly languages: readonly string[];
  plain(key: TextKey, values?: TextValues): string;
  markdown(key: TextKey, values?: TextValues): Markdown;
  /** A moment as the reader says it, in their zone: “today 14:05”. For answers; what stands for long shows `dateTime`. */
  moment(at: number): Markdown;
  /** From one moment to another: “today 14:05 to 18:05”. */
  span(from: number, until: number): Markdown;
}

export interface Texts {
  /** @param locale BCP 47, English by default @param zone IANA time zone for Date values @param shared names the zone for readers in others */
  for(locale: string | undefined, zone?: string, shared?: boolean): Words;
}

const FALLBACK = 'en';
const UTC = 'UTC';
const FOLDER = import.meta.dirname;

/** Whether there is a text with this key. */
export const isTextKey = (key: string): key is TextKey => english.has(key);

/** The text of a stored key; a key that this version does not know any more has a text that says so. */
export const asTextKey = (key: string): TextKey => (isTextKey(key) ? key : 'cards.unknownText');

/** Reads every `<language>/<area>.json`; the key of a text is `<area>.<section>.<name>`. */
export const loadTexts = (clock: Clock = systemClock): Texts => {
  const languages = new Map(
    readdirSync(FOLDER, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map((entry) => [entry.name, readLanguage(entry.name)]),
  );
  const messages = new Map<string, IntlMessageFormat>();
  const find = (language: string, key: string): string | undefined =>
    languages.get(language)?.get(key) ?? english.get(key);

  const format = (locale: string, language: string, key: string, values: FormattedValues): string => {
    const id = `${locale} ${key}`;
    let message = messages.get(id);
    if (!message) {
      message = new IntlMessageFormat(find(language, key) ?? missing(key), locale);
      messages.set(id, message);
    }
    return String(message.format(values));
  };
  const tell = (
    values: TextValues,
    moment: (at: number) => string,
    text: (value: string) => string,
  ): FormattedValues => {
    const told: FormattedValues = {};
    for (const [name, value] of Object.entries(values)) {
      told[name] = value instanceof Date ? moment(value.getTime()) : typeof value === 'string' ? text(value) : value;
    }
    return told;
  };

  return {
    for(locale, zone = UTC, shared = false) {
      const tag = canonical(locale);
      const language = tag.split('-')[0] ?? FALLBACK;
      const formatLocale = languages.has(language) ? tag : inFallback(tag);
      // Nobody lives by UTC: it is told where the reader's zone is not known.
      const reader = () => ({ now: clock.now(), locale: formatLocale, zone, named: shared || zone === UTC });
      const moment = (at: number): string => formatMoment(at, reader());
      return {
        locale: tag,
        formatLocale,
        languages: [...languages.keys()],
        plain: (key, values = {}) => format(formatLocale, language, key, tell(values, moment, String)),
        markdown: (key, values = {}) =>
          format(formatLocale, language, key, tell(values, moment, escapeMarkdown)) as Markdown,
        moment: (at) => escapeMarkdown(moment(at)),
        span: (from, until) => {
          const to = format(formatLocale, language, 'cards.moment.to', {});
          return escapeMarkdown(formatSpan(from, until, to, reader()));
        },
      };
    },
  };
};

/** The values of a text, formatted. */
type FormattedValues = Record<string, TextValues[string]>;

const missing = (key: string): never => {
  throw new Error(`no text for the key ${key}`);
};

/** Tags by the locales received; a lookup costs as much as several texts. */
const tags = new Map<string, string>();
const MOST_TAGS = 1_000;

const canonical = (locale = FALLBACK): string => {
  const known = tags.get(locale);
  if (known !== undefined) return known;
  const tag = canonicalTag(locale);
  if (tags.size < MOST_TAGS) tags.set(locale, tag);
  return tag;
};

const canonicalTag = (locale: string): string => {
  try {
    return Intl.getCanonicalLocales(locale)[0] ?? FALLBACK;
  } catch {
    return FALLBACK;
  }
};

/** For example, a German who reads English gets English words and a 24-hour clock. */
const inFallback = (tag: string): string => {
  const { region } = new Intl.Locale(tag);
  return region === undefined ? FALLBACK : `${FALLBACK}-${region}`;
};

const readLanguage = (language: string): Map<string, string> => {
  const folder = join(FOLDER, language);
  const texts = new Map<string, string>();
  for (const file of readdirSync(folder).filter((name) => name.endsWith('.json'))) {
    flatten(file.replace(/\.json$/, ''), JSON.parse(readFileSync(join(folder, file), 'utf8')), texts);
  }
  return texts;
};

const flatten = (path: string, node: unknown, into: Map<string, string>): void => {
  if (typeof node === 'string') {
    into.set(path, node);
    return;
  }
  if (typeof node !== 'object' || node === null) throw new Error(`the text ${path} is neither a string nor a section`);
  for (const [name, child] of Object.entries(node)) flatten(`${path}.${name}`, child, into);
};

const english = readLanguage(FALLBACK);

/** Names in a sentence, as their reader's language lists them: “Bo, Cy and Di”, with `disjunction` “Bo, Cy or Di”. */
export const listed = (
  names: readonly string[],
  { formatLocale }: Pick<Words, 'formatLocale'>,
  type: Intl.ListFormatType = 'conjunction',
): string => new Intl.ListFormat(formatLocale, { type }).format(names);

/** Whether there are texts in the language of a BCP 47 tag. */
export const hasTextsIn = (tag: string, { languages }: Words): boolean =>
  languages.includes(new Intl.Locale(tag).language);

const nameOf = (tag: string, { formatLocale }: Words): string =>
  new Intl.DisplayNames(formatLocale, { type: 'language' }).of(tag) ?? tag;

/** A language's name; for one without texts, also the language used instead. */
export const languageWords = (tag: string, words: Words): string =>
  hasTextsIn(tag, words)
    ? nameOf(tag, words)
    : words.plain('bot.language.none', { asked: nameOf(tag, words), spoken: nameOf('en', words) });
