import { html } from '../html.ts';
import { shortcuts } from '../shell/use-shortcuts.ts';
import { Panel, type PanelProps } from './panel.ts';

/** What this page is, the tour again, and the keys. */
export const HelpPanel = ({ state, session, onClose }: PanelProps) => {
  const { app } = state.world;
  const startTour = () => {
    onClose();
    session.shell.goTo(0);
  };
  return html`
    <${Panel} title="Help" onClose=${onClose}>
      <section class="panel-part">
        <h3>${app.name} <span class="quiet">${app.version}</span></h3>
        <p>${app.description}</p>
        <p class="quiet">
          This page is a local stand-in for Microsoft Teams and no Microsoft product. It talks to the bot as a real tenant
          does.
        </p>
        <p class="quiet">
          To start afresh, stop it with Ctrl+C and run <code>npm run sandbox:reset</code>: everything said and done here is
          deleted.
        </p>
        <button class="button" onClick=${startTour}>Take the tour</button>
      </section>
      <section class="panel-part">
        <h3>Keyboard shortcuts</h3>
        <dl class="shortcuts">
          ${shortcuts.map(
            ({ keys, does }) =>
              html`<div key=${keys}><dt>${keys.split(', ').map((key) => html`<kbd>${key}</kbd>`)}</dt><dd>${does}</dd></div>`,
          )}
        </dl>
      </section>
    </${Panel}>
  `;
};
