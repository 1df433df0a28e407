import { escapeMarkdown } from '#platform/lib/text.ts';
import { isTextKey, type TextKey, type Words } from '#platform/texts/texts.ts';
import type { Fact } from '#teams/cards/view.ts';

/** A fact with plain text as its value. */
export const textFact = (label: TextKey, text: string, words: Words): Fact => ({
  title: words.plain(label),
  value: escapeMarkdown(text),
});

/** The text of a vendor state; an undocumented state as it is. */
export const stateText = (key: string, state: string, words: Words): string =>
  isTextKey(key) ? words.plain(key) : state;
