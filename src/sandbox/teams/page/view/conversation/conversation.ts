import { useRef } from 'preact/hooks';
import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import { previewOf } from '../../text/preview.ts';
import { BotAvatar } from '../avatar.ts';
import { ComposedCards } from '../composer/composed-cards.ts';
import { Composer } from '../composer/composer.ts';
import { html } from '../html.ts';
import { HashIcon, MenuIcon } from '../icons.ts';
import { Quoting } from '../message/quote.ts';
import { Channel } from './channel.ts';
import { NotInstalled } from './not-installed.ts';
import { PersonalChat } from './personal-chat.ts';
import { TroubleLine } from './trouble-line.ts';
import { useScroll } from './use-scroll.ts';

interface Props {
  state: State;
  session: Session;
}

const linkLine = { connecting: 'Connecting…', lost: 'Reconnecting…', live: undefined } as const;

const Head = ({ state, session }: Props) => {
  const { open, conversations, link, world, drawer } = state;
  const conversation = conversations.find(({ id }) => id === open);
  const isPersonal = conversation?.kind === 'personal';
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
      ${isPersonal ? html`<${BotAvatar} />` : html`<span class="channel-tile"><${HashIcon} /></span>`}
      <h1>${conversation?.name} ${isPersonal && html`<span class="badge">App</span>`}</h1>
      ${!isPersonal && html`<span class="quiet">${world.team.name}</span>`}
      <span class=${`link-line ${link}`} role="status">${linkLine[link]}</span>
    </div>
  `;
};

/** The open conversation: its name, what was said, and the box to say something. */
export const Conversation = ({ state, session }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  const { me, open, conversations, messages, composed, quoting, shell } = state;
  const conversation = conversations.find(({ id }) => id === open);
  const inChannel = conversation?.kind !== 'personal';
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
        ${messages[open] && html`<${inChannel ? Channel : PersonalChat} state=${state} session=${session} />`}
      </div>
      <div class="pane-foot">
        <${TroubleLine} state=${state} />
        <${NotInstalled} state=${state} session=${session} inChannel=${inChannel} />
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
          inChannel=${inChannel}
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
