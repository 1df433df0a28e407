import { useRef } from 'preact/hooks';
import type { Session } from '../data/session.ts';
import type { State } from '../data/state.ts';
import { BotAvatar } from './avatar.ts';
import { Channel } from './channel.ts';
import { Composer } from './composer.ts';
import { html } from './html.ts';
import { HashIcon, MenuIcon } from './icons.ts';
import { PersonalChat } from './personal-chat.ts';
import { useScroll } from './use-scroll.ts';

interface Props {
  state: State;
  session: Session;
}

const linkLine = { connecting: 'Connecting…', lost: 'Reconnecting…', live: undefined } as const;

/** The open conversation: its name, what was said, and the box to say something. */
export const Conversation = ({ state, session }: Props) => {
  const list = useRef<HTMLDivElement>(null);
  const { me, open, conversations, messages, link, world } = state;
  const conversation = conversations.find(({ id }) => id === open);
  const isChannel = conversation?.kind === 'channel';
  const name = conversation?.name ?? '';
  const onScroll = useScroll(list, state);

  return html`
    <main class="pane" aria-label=${name}>
      <div class="pane-head">
        <button
          class="icon-button drawer-button"
          aria-label="Conversations and people"
          aria-expanded=${state.drawer}
          aria-controls="rail"
          onClick=${() => session.setDrawer(!state.drawer)}
        >
          <${MenuIcon} />
        </button>
        ${isChannel ? html`<span class="channel-tile"><${HashIcon} /></span>` : html`<${BotAvatar} />`}
        <h1>${name} ${conversation?.kind === 'personal' && html`<span class="badge">App</span>`}</h1>
        ${isChannel && html`<span class="quiet">${world.team.name}</span>`}
        <span class="link-line" role="status">${linkLine[link]}</span>
      </div>
      <div class="pane-list" ref=${list} onScroll=${onScroll} tabindex="-1">
        ${messages[open] && html`<${isChannel ? Channel : PersonalChat} state=${state} session=${session} />`}
      </div>
      <${Composer}
        label=${isChannel ? 'New post' : 'Message'}
        placeholder=${isChannel ? 'Start a post' : `Write to ${name}`}
        botName=${isChannel ? world.bot.name : undefined}
        draftKey=${`${me} ${open}`}
        onSend=${(text: string, mentionsBot: boolean) => session.say(text, mentionsBot)}
      />
    </main>
  `;
};
