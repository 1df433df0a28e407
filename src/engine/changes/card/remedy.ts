import { type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { isTextKey, type Words } from '#platform/texts/texts.ts';
import type { Change } from '../change.ts';

/**
 * What to do about a failure: a line for each rule that the vendor named, or the failure's own text.
 * @param limits what a rule allows, by its name, where that is known
 */
export const remedyOf = (
  { failure }: Pick<Change, 'failure'>,
  words: Words,
  limits: Readonly<Record<string, Markdown>> = {},
): Markdown => {
  if (!failure) return NO_TEXT;
  const remedies = failure.rules.flatMap((rule) => {
    const key = `vendor.rule.${rule}`;
    if (!isTextKey(key)) return [];
    const limit = limits[rule];
    return [limit === undefined ? words.markdown(key) : `${words.markdown(key)} ${limit}`];
  });
  if (remedies.length === 0) return words.markdown(failure.text, failure.values);
  return (remedies.length === 1 ? remedies : remedies.map((remedy) => `- ${remedy}`)).join('\n') as Markdown;
};
