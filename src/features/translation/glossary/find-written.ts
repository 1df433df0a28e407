import { alike } from './alike.ts';
import { readLanguage, takeClauses } from './draft.ts';
import type { TermRow } from './term-rows.ts';

/** The terms that somebody names: “Ledger”, or “Ledger in German for this channel”. */
export const findWritten = (
  terms: readonly TermRow[],
  said: string,
  locale: string,
): { readonly phrase: string; readonly found: readonly TermRow[] } => {
  // A phrase may itself end with what looks like a language.
  const whole = terms.filter(({ phrase_key }) => phrase_key === alike(said));
  if (whole.length > 0) return { phrase: said, found: whole };
  const { rest, answers } = takeClauses(said, locale);
  const target = answers.into === undefined ? undefined : readLanguage(answers.into, locale);
  const found = terms.filter(
    (term) =>
      term.phrase_key === alike(rest) &&
      (target === undefined || term.target === target) &&
      (answers.where === undefined || term.scope === answers.where),
  );
  return { phrase: rest === '' ? said : rest, found };
};
