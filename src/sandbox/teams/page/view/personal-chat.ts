import type { Session } from '../data/session.ts';
import type { State } from '../data/state.ts';
import { Asides } from './asides.ts';
import { DayLine } from './day-line.ts';
import { html } from './html.ts';
import { Message } from './message.ts';

interface Props {
  state: State;
  session: Session;
}

/** So many messages at the end fill every screen: their cards are drawn at once. */
const promptMessages = 8;

/** The chat between one person and the bot: bubbles, one's own on the right. */
export const PersonalChat = ({ state, session }: Props) => {
  const messages = state.messages[state.open] ?? [];
  return html`
    <div class="bubbles">
      ${
        messages.length === 0 &&
        html`
          <div class="empty">
            <img src="/page/steward.svg" alt="" />
            <p>Only you and ${state.world.bot.name} are here. It hears everything that you write.</p>
            <button class="button" onClick=${() => session.say('help', false)}>help</button>
          </div>
        `
      }
      ${messages.flatMap((message, index) => [
        html`<${DayLine} key=${`day ${message.id}`} at=${message.at} after=${messages[index - 1]?.at} />`,
        html`
          <${Message}
            key=${message.id}
            message=${message}
            state=${state}
            session=${session}
            patient=${index < messages.length - promptMessages}
          />
        `,
      ])}
      <${Asides} state=${state} />
    </div>
  `;
};
