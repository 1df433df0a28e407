import { useState } from 'preact/hooks';
import type { Suggestion, Suggestions } from './suggestion-list.ts';

export interface SuggestionKeys {
  /** -1: none. */
  readonly active: number;
  /** Whether the list used the key. */
  onKey(key: string): boolean;
}

/** Arrow keys walk through a list, Enter and Tab choose; a changed list begins anew. */
export const useSuggestions = (
  shown: Suggestions | undefined,
  choose: (suggestion: Suggestion) => void,
  close: () => void,
): SuggestionKeys => {
  const name = shown && `${shown.label} ${shown.items.map(({ key }) => key).join()}`;
  const [at, setAt] = useState<{ name: string | undefined; index: number }>();
  const active = at?.name === name && at ? at.index : (shown?.first ?? -1);
  return {
    active,
    onKey: (key) => {
      if (!shown) return false;
      const count = shown.items.length;
      const chosen = shown.items[active];
      if (key === 'ArrowDown') setAt({ name, index: (active + 1) % count });
      else if (key === 'ArrowUp') setAt({ name, index: (Math.max(active, 0) - 1 + count) % count });
      else if (key === 'Escape') close();
      else if ((key === 'Enter' || key === 'Tab') && chosen) choose(chosen);
      else return false;
      return true;
    },
  };
};
