import { z } from 'zod';
import { markdown } from '../../../cards/view.ts';
import { escapeMarkdown, oneLine } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import { languageName } from '../languages/names.ts';
import type { AlignedText, Outcome } from '../order.ts';
import { isRightToLeft } from './languages.ts';

/** Sentence beside sentence, and which word became which, of one target. */
export const alignedView = z.object({
  label: markdown,
  pairs: z.array(z.object({ source: markdown, target: markdown, rtl: z.boolean() })),
  words: markdown,
});
type AlignedView = z.input<typeof alignedView>;

/** What fits on a card, over all targets. */
const MOST_PAIRS = 24;
const MOST_WORDS = 120;
const LONGEST = 400;

/** For the curious; a target of which the vendor told nothing has a sentence that says so. */
export const viewOfAligned = ({ targets }: Outcome, words: Words): AlignedView[] =>
  targets.map(({ target, aligned = [] }) => {
    const language = languageName(target.language, words.spoken);
    const rtl = isRightToLeft(target.language);
    const share = targets.length;
    const pairs = aligned.flatMap(sentencesOf);
    const matched = aligned.flatMap(wordsOf);
    const shown = pairs.slice(0, Math.ceil(MOST_PAIRS / share));
    const said = matched.slice(0, Math.ceil(MOST_WORDS / share)).join(' · ');
    return {
      label:
        pairs.length === 0
          ? words.markdown('translation.curious.none', { language })
          : words.markdown('translation.curious.label', {
              language,
              cut: String(shown.length < pairs.length),
              shown: shown.length,
              count: pairs.length,
            }),
      pairs: shown.map(({ source, target: into }) => ({
        source: escapeMarkdown(source),
        target: escapeMarkdown(into),
        rtl,
      })),
      words: said === '' ? escapeMarkdown('') : words.markdown('translation.curious.words', { words: said }),
    };
  });

const sentencesOf = ({ source, target, sourceSentences, targetSentences }: AlignedText) => {
  const [from, into] = [cutBy(source, sourceSentences), cutBy(target, targetSentences)];
  return from.map((sentence, index) => ({ source: sentence, target: into[index] ?? '' }));
};

/** The vendor's lengths, one for each sentence; a text without them is one sentence. */
const cutBy = (text: string, lengths: readonly number[]): readonly string[] => {
  if (lengths.length === 0) return [oneLine(text, LONGEST)];
  let at = 0;
  return lengths.map((length) => {
    const sentence = text.slice(at, at + length);
    at += length;
    return oneLine(sentence, LONGEST);
  });
};

const wordsOf = ({ source, target, words }: AlignedText): readonly string[] =>
  words.map(([from, to, start, end]) => `${source.slice(from, to + 1)} → ${target.slice(start, end + 1)}`);
