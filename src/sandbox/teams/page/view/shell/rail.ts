import type { ConversationView } from '../../../api.ts';
import { unreadCount } from '../../data/state.ts';
import { BotAvatar } from '../avatar.ts';
import { Count } from '../count.ts';
import { html, type ViewProps } from '../html.ts';
import { HashIcon } from '../icons.ts';
import { PersonSwitcher } from './person-switcher.ts';

const ConversationLink = ({ state, session, conversation }: ViewProps & { conversation: ConversationView }) => {
  const { id, kind, name } = conversation;
  const unread = unreadCount(state, id);
  const onClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    session.open(id);
  };
  return html`
    <li>
      <a
        class=${unread > 0 ? 'conversation-link unread' : 'conversation-link'}
        href=${`?${new URLSearchParams({ as: state.me, in: id })}`}
        aria-current=${id === state.open ? 'page' : undefined}
        data-tour=${kind === 'personal' ? 'personal' : name}
        onClick=${onClick}
      >
        ${kind === 'channel' ? html`<${HashIcon} />` : html`<${BotAvatar} />`}
        <span>${name}</span>
        ${kind === 'personal' && html`<span class="badge">App</span>`}
        ${unread > 0 && html`<${Count} of=${unread} what="unread" />`}
      </a>
    </li>
  `;
};

/** The list of who you can be, the team's channels, and your own chat with the bot. */
export const Rail = ({ state, session }: ViewProps) => {
  const links = (kind: ConversationView['kind']) =>
    state.conversations
      .filter((conversation) => conversation.kind === kind)
      .map(
        (conversation) => html`<${ConversationLink} key=${conversation.id} ...${{ state, session, conversation }} />`,
      );
  return html`
    <header class="rail" id="rail" data-region>
      <div class="brand">
        <${BotAvatar} />
        <div><strong>${state.world.bot.name}</strong><span>A sandbox that feels like Teams</span></div>
      </div>
      <${PersonSwitcher} state=${state} session=${session} />
      <nav aria-label="Conversations">
        <h2>${state.world.team.name} <span class="quiet">team</span></h2>
        <ul>${links('channel')}</ul>
        <h2>Chat</h2>
        <ul>${links('personal')}</ul>
      </nav>
    </header>
  `;
};
