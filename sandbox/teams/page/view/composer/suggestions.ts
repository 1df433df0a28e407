import type { CommandView } from '../../../api.ts';
import type { Draft } from '../../data/browser-memory.ts';
import { openPlace } from '../../data/places.ts';
import type { State } from '../../data/state.ts';
import { begunMention, completeMention, type EditedText, isNamedLike } from '../../text/mention-typing.ts';
import { BotAvatar, PersonAvatar } from '../avatar.ts';
import { html } from '../html.ts';
import type { Suggestion, Suggestions } from './suggestion-list.ts';

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
