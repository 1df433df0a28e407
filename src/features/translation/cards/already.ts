import type { Words } from '#platform/texts/texts.ts';
import { languageName, sameLanguage } from '../languages/names.ts';
import { toText } from '../message/outline.ts';
import { readMessage } from '../message/read-message.ts';
import type { Result, Translation } from '../translation.ts';
import type { ResultView } from './translation-card.ts';

/** The language of a text that needs no translation: it is in the only language of the order, and came back as it was. */
export const alreadyIn = ({ order }: Translation, { sources, targets }: Result): string | undefined => {
  const [source, into] = [sources[0], targets[0]];
  if (!source || !into || sources.length + targets.length > 2) return undefined;
  const { target, document, untouched, transliterated } = into;
  const asItWas =
    untouched === 0 && transliterated === undefined && toText(document) === toText(readMessage(order.message));
  return asItWas && sameLanguage(source.language, target.language) ? target.language : undefined;
};

/** What its title says of it. */
export const alreadyTitle = (code: string, { doubtful }: Result, words: Words) => ({
  language: languageName(code, words.formatLocale),
  doubtful: String(doubtful),
});

interface Framed {
  readonly translation: Translation;
  readonly outcome: Result;
  readonly words: Words;
}

/** How the card begins and ends: a text that is in the language already is no translation. */
export const frameOf = (
  { translation, outcome, words }: Framed,
  named: { readonly from: string; readonly to: string },
  pages: { readonly page: number; readonly pages: number },
): Pick<ResultView, 'title' | 'overline' | 'foot'> => {
  const already = alreadyIn(translation, outcome);
  const { charged } = outcome;
  if (already === undefined)
    return {
      title: words.markdown('translation.card.title', named),
      overline: words.markdown('translation.card.overline', pages),
      foot: words.markdown('translation.card.foot', { charged }),
    };
  return {
    title: words.markdown('translation.card.alreadyTitle', alreadyTitle(already, outcome, words)),
    overline: words.markdown('translation.card.alreadyOverline', pages),
    foot: words.markdown('translation.card.alreadyFoot', { charged }),
  };
};
