import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import { html } from '../html.ts';
import { Message } from '../message/message.ts';
import { DayLine, NewLine, Notices } from './separators.ts';

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
            ${
              state.shell.app?.personal === false
                ? html`<p>This is your own chat with ${state.world.bot.name}, where it is not installed now.</p>`
                : html`
                    <p>Only you and ${state.world.bot.name} are here. It hears everything that you write.</p>
                    <button class="button" onClick=${() => session.say('help', false)}>help</button>
                  `
            }
          </div>
        `
      }
      ${messages.flatMap((message, index) => [
        html`<${DayLine} key=${`day ${message.id}`} at=${message.at} after=${messages[index - 1]?.at} />`,
        message.id === state.newFrom && html`<${NewLine} key="new" />`,
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
      <${Notices} state=${state} />
    </div>
  `;
};
