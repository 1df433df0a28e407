import type { Fact } from '../../cards/view.ts';
import { escapeMarkdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';

/** What limits an assignment that somebody gave elsewhere. */
export const conditionFact = (condition: string | undefined, words: Words): readonly Fact[] =>
  condition === undefined ? [] : [{ title: words.plain('access.label.condition'), value: escapeMarkdown(condition) }];
