import { escapeMarkdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Fact } from '#teams/cards/view.ts';

/** What limits an assignment that somebody gave elsewhere. */
export const conditionFact = (condition: string | undefined, words: Words): readonly Fact[] =>
  condition === undefined ? [] : [{ title: words.plain('access.label.condition'), value: escapeMarkdown(condition) }];
