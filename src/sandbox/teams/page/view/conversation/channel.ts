import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import { threadsOf } from '../../data/threads.ts';
import { html } from '../html.ts';
import { DayLine, NewLine, Notices } from './separators.ts';
import { Thread } from './thread.ts';

interface Props {
  state: State;
  session: Session;
}

const EmptyChannel = ({ state, session }: Props) => {
  const name = state.world.bot.name;
  return html`
    <div class="empty">
      <img src="/page/steward.svg" alt="" />
      ${
        state.shell.app?.team === false
          ? html`<p>Nobody has written here yet.</p>`
          : html`
              <p>Nobody has written here yet. Ask ${name} what it can do:</p>
              <button class="button" onClick=${() => session.say(`@${name} help`, true)}>@${name} help</button>
            `
      }
    </div>
  `;
};

/** So many threads at the end fill every screen: their cards are drawn at once. */
const promptThreads = 8;

/** A channel: threads under each other, each day with a line of its own. */
export const Channel = ({ state, session }: Props) => {
  const threads = threadsOf(state.messages[state.open] ?? []);
  return html`
    <div class="threads">
      ${threads.length === 0 && html`<${EmptyChannel} state=${state} session=${session} />`}
      ${threads.flatMap((thread, index) => [
        html`<${DayLine} key=${`day ${thread.root.id}`} at=${thread.root.at} after=${threads[index - 1]?.root.at} />`,
        thread.root.id === state.newFrom && html`<${NewLine} key="new" />`,
        html`
          <${Thread}
            key=${thread.root.id}
            thread=${thread}
            state=${state}
            session=${session}
            patient=${index < threads.length - promptThreads}
          />
        `,
      ])}
      <${Notices} state=${state} />
    </div>
  `;
};
