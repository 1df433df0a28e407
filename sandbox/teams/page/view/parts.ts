import type { ConversationView, MessageView, PersonView } from '../../api.ts';
import { html } from './html.ts';
import { ChatIcon, HashIcon } from './icons.ts';

const initials = (name: string): string => {
  const words = name.split(' ').filter(Boolean);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words.at(-1)?.[0] ?? '') : ''}`.toUpperCase();
};

/** A person's initials on a colour of their own: the place in the list of people picks it. */
export const PersonAvatar = ({ person, people }: { person: PersonView; people: readonly PersonView[] }) => html`
  <span class=${`avatar tone-${people.indexOf(person) % 6}`} aria-hidden="true">${initials(person.name)}</span>
`;

export const BotAvatar = () => html`<img class="avatar" src="/page/steward.svg" alt="" />`;

export const SenderAvatar = ({ from, people }: { from: MessageView['from']; people: readonly PersonView[] }) => {
  const person = people.find(({ key }) => key === from.key);
  return person ? html`<${PersonAvatar} person=${person} people=${people} />` : html`<${BotAvatar} />`;
};

const most = 99;

/** A number in a red pill, with what it counts for those who do not see it. */
export const Count = ({ of, what }: { of: number; what: string }) => html`
  <span class="count">${of > most ? `${most}+` : of}<span class="visually-hidden"> ${what}</span></span>
`;

/** What kind of conversation it is. */
export const PlaceIcon = ({ place: { kind } }: { place: ConversationView }) => {
  if (kind === 'personal') return html`<${BotAvatar} />`;
  return kind === 'channel' ? html`<${HashIcon} />` : html`<${ChatIcon} />`;
};

const badges = { shared: 'Shared', private: 'Private', standard: undefined } as const;

/** The same in a word, where the icon does not say it. */
export const PlaceBadge = ({ place: { kind, type = 'standard' } }: { place: ConversationView }) => {
  const word = kind === 'personal' ? 'App' : badges[type];
  return word ? html`<span class="badge">${word}</span>` : null;
};
