import { z } from 'zod';
import { unescapeHtml } from '#platform/lib/html.ts';
import { escapeMarkdown, oneLine } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { some } from '#teams/cards/define-card.ts';
import { markdown } from '#teams/cards/view.ts';
import { isRightToLeft, languageName } from '../languages/names.ts';
import type { AlignedText, Result } from '../translation.ts';

/** The sentences side by side, and the word alignment, for one target. */
export const alignedView = z.object({
  label: markdown,
  pairs: z.array(z.object({ source: markdown, target: markdown, rtl: z.boolean() })),
  words: markdown,
});
type AlignedView = z.input<typeof alignedView>;

/** The most on a card, over all targets. */
const MOST_PAIRS = 24;
const MOST_WORDS = 120;
/** The most characters of a sentence, and of a word: some languages have no spaces between words. */
const LONGEST = 400;
const LONGEST_WORD = 40;

/**
 * Sentences and words of all targets; a target without them has a sentence that says so.
 * @param share of the sentences, the words and their characters, 1 for the most on a card
 */
export const viewOfAligned = ({ targets }: Result, words: Words, share: number): AlignedView[] =>
  targets.map(({ target, aligned = [] }) => {
    const language = languageName(target.language, words.formatLocale);
    const rtl = isRightToLeft(target.language);
    const pairs = aligned.flatMap(sentencesOf);
    const matched = aligned.flatMap(wordsOf);
    const shown = pairs.slice(0, some(MOST_PAIRS / targets.length, share));
    const said = matched.slice(0, some(MOST_WORDS / targets.length, share)).join(' · ');
    return {
      label:
        pairs.length === 0
          ? words.markdown('translation.alignment.none', { language })
          : words.markdown('translation.alignment.label', {
              language,
              cut: String(shown.length < pairs.length),
              shown: shown.length,
              count: pairs.length,
            }),
      pairs: shown.map(({ source, target: into }) => ({
        source: escapeMarkdown(oneLine(source, some(LONGEST, share))),
        target: escapeMarkdown(oneLine(unescapeHtml(into), some(LONGEST, share))),
        rtl,
      })),
      words: said === '' ? escapeMarkdown('') : words.markdown('translation.alignment.words', { words: said }),
    };
  });

const sentencesOf = ({ source, target, sourceSentences, targetSentences }: AlignedText) => {
  const [from, into] = [cutBy(source, sourceSentences), cutBy(target, targetSentences)];
  return from.map((sentence, index) => ({ source: sentence, target: into[index] ?? '' }));
};

/** The vendor's sentence lengths; a text without them is one sentence. */
const cutBy = (text: string, lengths: readonly number[]): readonly string[] => {
  if (lengths.length === 0) return [text];
  let at = 0;
  return lengths.map((length) => {
    const sentence = text.slice(at, at + length);
    at += length;
    return sentence;
  });
};

const wordsOf = ({ source, target, words }: AlignedText): readonly string[] =>
  words.map(([from, to, start, end]) => `${wordIn(source, from, to)} → ${wordIn(target, start, end)}`);

/** The vendor counts in the text as it is, so a reference such as `&#39;` is read afterwards. */
const wordIn = (text: string, from: number, to: number): string =>
  oneLine(unescapeHtml(text.slice(from, to + 1)), LONGEST_WORD);
