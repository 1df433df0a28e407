import type { Words } from '#platform/texts/texts.ts';

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
