import { useRef } from 'preact/hooks';
import type { ConversationView } from '../../../api.ts';
import { Card } from '../../card/card.ts';
import { toolsApi, whyNot } from '../../data/api-client.ts';
import { hasApp, installedWith, openPlace } from '../../data/conversations.ts';
import type { Composed } from '../../data/dialog.ts';
import type { State } from '../../data/state.ts';
import { previewOf } from '../../text/format.ts';
import { Composer } from '../composer/composer.ts';
import { html, type ViewProps } from '../html.ts';
import { CloseIcon, MenuIcon } from '../icons.ts';
import { Quoting } from '../message/message-body.ts';
import { BotAvatar, PlaceBadge, PlaceIcon } from '../parts.ts';
import { Channel, Chat } from './message-lists.ts';
import { useScroll } from './use-scroll.ts';

/** What went wrong with a post, above the box that it was written in: the end of the list may be far away. */
const TroubleLine = ({ state }: { state: State }) => {
  const troubles = state.notices.filter(
    ({ trouble, conversationId, rootId }) => trouble && conversationId === state.open && rootId === undefined,
  );
  return html`<div role="alert">${troubles.map(({ text }) => html`<p class="notice trouble">${text}</p>`)}</div>`;
};

/** A notice where the app is not installed. */
const NotInstalled = ({ state, place }: Pick<ViewProps, 'state'> & { place: ConversationView | undefined }) => {
  if (!place || hasApp(state, place) !== false) return null;
  const where = installedWith(place);
  const words = where === 'team' ? 'in this team' : where === 'personal' ? 'in your chat' : 'here';
  return html`
    <p class="not-installed" role="status">
      <span>${state.world.bot.name} is not installed ${words}: it receives nothing that you write here.</span>
      <button class="small-button" onClick=${() => whyNot(toolsApi.install(state.me, where, true))}>Install</button>
    </p>
  `;
};

/** Nothing answers a press here: the card becomes a message first. */
const notYet = async () => ({ kind: 'message', text: 'Send the card first. Then its buttons work.' }) as const;

/** Cards that a message action left: they go out with the person's next message. */
const ComposedCards = ({ composed, session }: Pick<ViewProps, 'session'> & { composed: Composed }) => html`
  <section class="composed" aria-label="Cards of your next message">
    <div class="composed-cards">
      ${composed.cards.map(
        (card, index) => html`<${Card} key=${index} card=${card} onPress=${notYet} onLink=${session.follow} />`,
      )}
    </div>
    <button
      class="icon-button"
      aria-label="Remove the cards"
      title="Remove"
      onClick=${() => session.dialogs.dropComposed()}
    >
      <${CloseIcon} />
    </button>
  </section>
`;

const linkLine = { connecting: 'Connecting…', lost: 'Reconnecting…', live: undefined } as const;

const Head = ({ state, session }: ViewProps) => {
  const { link, world, drawer } = state;
  const conversation = openPlace(state);
  const isChannel = conversation?.kind === 'channel';
  return html`
    <div class="pane-head">
      <button
        class="icon-button drawer-button"
        aria-label="Conversations and people"
        aria-expanded=${drawer}
        aria-controls="rail"
        onClick=${() => session.setDrawer(!drawer)}
      >
        <${MenuIcon} />
      </button>
      ${
        conversation &&
        (conversation.kind === 'personal'
          ? html`<${BotAvatar} />`
          : html`<span class="channel-tile"><${PlaceIcon} place=${conversation} /></span>`)
      }
      <h1>${conversation?.name} ${conversation && html`<${PlaceBadge} place=${conversation} />`}</h1>
      ${isChannel && html`<span class="quiet">${world.team.name}</span>`}
      <span class=${`link-line ${link}`} role="status">${linkLine[link]}</span>
    </div>
  `;
};

/** The open conversation: its name, its messages, and the box for a new one. */
export const Conversation = ({ state, session }: ViewProps) => {
  const list = useRef<HTMLDivElement>(null);
  const { me, open, messages, composed, quoting, shell } = state;
  const conversation = openPlace(state);
  const inChannel = conversation?.kind === 'channel';
  const mentions = inChannel || (conversation?.kind === 'group' && hasApp(state, conversation) === true);
  const name = conversation?.name ?? '';
  const onScroll = useScroll(list, state);
  const replyTo = quoting?.conversationId === open ? quoting : undefined;
  const here = composed?.conversation === open ? composed : undefined;

  return html`
    <main class="pane" aria-label=${name}>
      <${Head} state=${state} session=${session} />
      <div
        class="pane-list"
        id="messages"
        role="region"
        aria-label=${`Messages in ${name}`}
        ref=${list}
        onScroll=${onScroll}
        tabindex="0"
        data-region
      >
        ${messages[open] && html`<${inChannel ? Channel : Chat} state=${state} session=${session} />`}
      </div>
      <div class="pane-foot">
        <${TroubleLine} state=${state} />
        <${NotInstalled} state=${state} place=${conversation} />
        ${here && html`<${ComposedCards} composed=${here} session=${session} />`}
        ${
          replyTo &&
          html`
            <${Quoting}
              name=${replyTo.from.name}
              preview=${previewOf({ textFormat: replyTo.from.kind === 'bot' ? 'markdown' : 'plain', ...replyTo })}
              onDrop=${() => session.quote(undefined)}
            />
          `
        }
        <${Composer}
          label=${inChannel ? 'New post' : 'Message'}
          placeholder=${inChannel ? 'Start a post' : `Write to ${name}`}
          state=${state}
          inChannel=${mentions}
          draftKey=${`${me} ${open}`}
          hasCards=${here !== undefined}
          replyTo=${replyTo?.id}
          onCancel=${() => session.quote(undefined)}
          typed=${shell.typed}
          onTyped=${() => session.shell.type(undefined)}
          onSend=${(text: string, mentionsBot: boolean) => session.say(text, mentionsBot)}
        />
      </div>
    </main>
  `;
};
