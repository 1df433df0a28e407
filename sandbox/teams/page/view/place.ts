import type { ConversationView } from '../../api.ts';
import { BotAvatar } from './avatar.ts';
import { html } from './html.ts';
import { ChatIcon, HashIcon } from './icons.ts';

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
