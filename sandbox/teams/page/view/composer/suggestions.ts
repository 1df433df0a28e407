import type { VNode } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { CommandView } from '../../../api.ts';
import type { Draft } from '../../data/browser-memory.ts';
import { openPlace } from '../../data/conversations.ts';
import type { State } from '../../data/state.ts';
import { begunMention, completeMention, type EditedText, isNamedLike } from '../../text/mention-typing.ts';
import { html } from '../html.ts';
import { BotAvatar, PersonAvatar } from '../parts.ts';

/** Something to choose while one writes. */
export interface Suggestion {
  readonly key: string;
  readonly title: string;
  readonly detail: string;
  readonly picture?: VNode;
  /** The content of the box when it is chosen. */
  readonly written: EditedText;
}

interface Suggestions {
  readonly label: string;
  readonly items: readonly Suggestion[];
  /** Which one Enter takes before any arrow key: -1 for none. */
  readonly first: 0 | -1;
}

interface SuggestionListProps {
  id: string;
  suggestions: Suggestions;
  active: number;
  onChoose(suggestion: Suggestion): void;
  /** The list can be scrolled, so it takes the focus: it gives it back to the box at once. */
  onFocus(): void;
}

export const optionId = (id: string, index: number): string => `${id}-${index}`;

/** The list over the box; the focus stays in the box, which names the active option. */
export const SuggestionList = ({ id, suggestions, active, onChoose, onFocus }: SuggestionListProps) => {
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

interface SuggestionKeys {
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

/** Whom a begun "@" can mean: the bot, then the people. Undefined where nothing is begun or nobody is called so. */
export const mentionSuggestions = (state: State, { draft, caret }: EditedText): Suggestions | undefined => {
  const begun = begunMention(draft.text, caret);
  if (!begun) return undefined;
  const { me, world } = state;
  const { bot } = world;
  const members = openPlace(state)?.members ?? [];
  const people = world.people.filter(({ key }) => members.includes(key));
  const offer = (name: string): Pick<Suggestion, 'title' | 'written'> => ({
    title: name,
    written: completeMention(draft, begun, name, bot.name),
  });
  const everybody: Suggestion[] = [
    { key: bot.id, ...offer(bot.name), detail: 'App', picture: html`<${BotAvatar} />` },
    ...people
      .filter(({ key }) => key !== me)
      .map((person) => ({
        key: person.key,
        ...offer(person.name),
        detail: person.title,
        picture: html`<${PersonAvatar} person=${person} people=${world.people} />`,
      })),
  ];
  const items = everybody.filter(({ title }) => isNamedLike(title, begun.query));
  return items.length > 0 ? { label: 'People and apps', items, first: 0 } : undefined;
};
