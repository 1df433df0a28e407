import { useLayoutEffect, useRef } from 'preact/hooks';
import type { ConversationView, PersonView } from '../../../api.ts';
import { isOther } from '../../data/conversations.ts';
import type { Session } from '../../data/session.ts';
import { type State, unreadCount } from '../../data/state.ts';
import { html, type ViewProps } from '../html.ts';
import { BotAvatar, Count, PersonAvatar, PlaceBadge, PlaceIcon } from '../parts.ts';

interface SwitcherProps {
  state: State;
  session: Session;
}

/** The people to be, as radio buttons: arrow keys walk through them. */
const PersonSwitcher = ({ state, session }: SwitcherProps) => {
  const { people } = state.world;
  const choice = (person: PersonView) => html`
    <label class="person" key=${person.key}>
      <input
        type="radio"
        name="person"
        value=${person.key}
        checked=${person.key === state.me}
        onChange=${() => session.become(person.key)}
      />
      <${PersonAvatar} person=${person} people=${people} />
      <span class="person-words">
        <span class="person-name">${person.name} ${person.guest && html`<span class="badge">Guest</span>`}${person.foreign && html`<span class="badge">External</span>`}</span>
        <span class="quiet">${person.title}</span>
      </span>
    </label>
  `;
  return html`
    <fieldset class="people" data-tour="people" role="radiogroup" aria-labelledby="you-are">
      <legend id="you-are">You are</legend>
      ${people.filter(({ inTeam }) => inTeam).map(choice)}
      <details class="more" open=${people.some(({ key, inTeam }) => key === state.me && !inTeam)}>
        <summary>People outside the team</summary>
        ${people.filter(({ inTeam }) => !inTeam).map(choice)}
      </details>
    </fieldset>
  `;
};

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
        <${PlaceIcon} place=${conversation} />
        <span>${name}</span>
        <${PlaceBadge} place=${conversation} />
        ${unread > 0 && html`<${Count} of=${unread} what="unread" />`}
      </a>
    </li>
  `;
};

/** The other places, as the person left them: they open for the conversation that is opened in them, and close by a click only. */
const Others = ({ state, session, places }: ViewProps & { places: readonly ConversationView[] }) => {
  const group = useRef<HTMLDetailsElement>(null);
  const within = places.some(({ id }) => id === state.open);
  useLayoutEffect(() => {
    if (within && group.current) group.current.open = true;
  }, [within]);
  const unread = places.reduce((sum, { id }) => sum + unreadCount(state, id), 0);
  return html`
    <details class="more" ref=${group}>
      <summary>
        <span>Other channels and chats</span>
        ${unread > 0 && html`<${Count} of=${unread} what="unread" />`}
      </summary>
      <ul>${places.map((place) => html`<${ConversationLink} key=${place.id} ...${{ state, session, conversation: place }} />`)}</ul>
    </details>
  `;
};

/** The list of who you can be, the team's channels, your own chat with the bot, and the other places. */
export const Rail = ({ state, session }: ViewProps) => {
  const links = (conversations: readonly ConversationView[]) =>
    conversations.map(
      (conversation) => html`<${ConversationLink} key=${conversation.id} ...${{ state, session, conversation }} />`,
    );
  const own = state.conversations.filter((place) => !isOther(place));
  const others = state.conversations.filter(isOther);
  return html`
    <header class="rail" id="rail" data-region>
      <div class="brand">
        <${BotAvatar} />
        <div><strong>${state.world.bot.name}</strong><span>A sandbox that feels like Teams</span></div>
      </div>
      <${PersonSwitcher} state=${state} session=${session} />
      <nav aria-label="Conversations">
        ${own.some(({ kind }) => kind === 'channel') && html`<h2>${state.world.team.name} <span class="quiet">team</span></h2>`}
        <ul>${links(own.filter(({ kind }) => kind === 'channel'))}</ul>
        ${own.some(({ kind }) => kind === 'personal') && html`<h2>Chat</h2>`}
        <ul>${links(own.filter(({ kind }) => kind === 'personal'))}</ul>
        ${others.length > 0 && html`<${Others} ...${{ state, session, places: others }} />`}
      </nav>
    </header>
  `;
};
