import type { MessageView, PersonView } from '../../api.ts';
import { html } from './html.ts';

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
