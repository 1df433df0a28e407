import type { Words } from './texts.ts';

/** Names in a sentence, as their reader's language lists them: “Bo, Cy and Di”, with `disjunction` “Bo, Cy or Di”. */
export const listed = (
  names: readonly string[],
  { formatLocale }: Pick<Words, 'formatLocale'>,
  type: Intl.ListFormatType = 'conjunction',
): string => new Intl.ListFormat(formatLocale, { type }).format(names);
