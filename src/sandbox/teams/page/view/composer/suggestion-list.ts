import type { VNode } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { EditedText } from '../../text/mention-typing.ts';
import { html } from '../html.ts';

/** Something to choose while one writes. */
export interface Suggestion {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  readonly picture?: VNode;
  /** What stands in the box when it is chosen. */
  readonly written: EditedText;
}

export interface Suggestions {
  readonly label: string;
  readonly items: readonly Suggestion[];
  /** Which one Enter takes before any arrow key: -1 for none. */
  readonly first: 0 | -1;
}

interface Props {
  id: string;
  suggestions: Suggestions;
  active: number;
  onChoose(suggestion: Suggestion): void;
  /** The list can be scrolled, so it takes the focus: it gives it back to the box at once. */
  onFocus(): void;
}

export const optionId = (id: string, index: number): string => `${id}-${index}`;

/** The list over the box; the focus stays in the box, which names the active option. */
export const SuggestionList = ({ id, suggestions, active, onChoose, onFocus }: Props) => {
  const list = useRef<HTMLUListElement>(null);
  useLayoutEffect(() => list.current?.children[active]?.scrollIntoView({ block: 'nearest' }), [active]);
  const keepFocus = (event: MouseEvent) => event.preventDefault();
  return html`
    <ul
      class="suggestions"
      role="listbox"
      tabindex="0"
      id=${id}
      aria-label=${suggestions.label}
      ref=${list}
      onFocus=${onFocus}
      onMouseDown=${keepFocus}
    >
      ${suggestions.items.map(
        (item, index) => html`
          <li
            key=${item.key}
            id=${optionId(id, index)}
            role="option"
            aria-selected=${index === active}
            onClick=${() => onChoose(item)}
          >
            ${item.picture}
            <span><strong>${item.title}</strong><span class="quiet">${item.detail}</span></span>
          </li>
        `,
      )}
    </ul>
  `;
};
