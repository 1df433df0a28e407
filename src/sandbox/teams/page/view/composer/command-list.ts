import type { CommandView } from '../../../api.ts';
import type { Draft } from '../../data/drafts.ts';
import type { Suggestions } from './suggestion-list.ts';

/** The manifest's commands that begin like the text; what is already whole needs no list. */
export const commandSuggestions = (commands: readonly CommandView[], draft: Draft): Suggestions | undefined => {
  const typed = draft.text.toLowerCase();
  const fitting = commands.filter(({ title }) => title.toLowerCase().startsWith(typed) && title !== typed.trim());
  if (fitting.length === 0) return undefined;
  const items = fitting.map(({ title, description }) => ({
    key: title,
    title,
    detail: description,
    written: { draft: { ...draft, text: `${title} ` }, caret: title.length + 1 },
  }));
  return { label: 'Suggested commands', items, first: -1 };
};
