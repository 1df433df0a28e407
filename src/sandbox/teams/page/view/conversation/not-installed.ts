import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import { html } from '../html.ts';

/** Says so where the app is not installed: the bot hears nothing there. */
export const NotInstalled = ({ state, session, inChannel }: { state: State; session: Session; inChannel: boolean }) => {
  const { shell, world } = state;
  const installed = inChannel ? shell.app?.team : shell.app?.personal;
  if (installed !== false) return null;
  return html`
    <p class="not-installed" role="status">
      <span>${world.bot.name} is not installed ${inChannel ? 'in this team' : 'in your chat'}: nothing that is written here reaches it.</span>
      <button class="small-button" onClick=${() => session.shell.install(inChannel ? 'team' : 'personal', true)}>Install</button>
    </p>
  `;
};
