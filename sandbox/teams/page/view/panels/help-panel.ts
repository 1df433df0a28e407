import { useEffect } from 'preact/hooks';
import type { Session } from '../../data/session.ts';
import type { State } from '../../data/state.ts';
import type { Store } from '../../data/store.ts';
import { html } from '../html.ts';
import { Panel, type PanelProps } from './panel.ts';

/** Keys and what they do, for the help panel. */
const shortcuts: readonly { keys: string; does: string }[] = [
  { keys: 'F6, Shift+F6', does: 'Next and previous part of the page' },
  { keys: 'Alt+↑, Alt+↓', does: 'Previous and next conversation' },
  { keys: 'Ctrl+/', does: 'This list' },
  { keys: '@', does: 'Mention Steward or a person' },
  { keys: 'Enter', does: 'Send' },
  { keys: 'Shift+Enter', does: 'New line' },
  { keys: 'Escape', does: 'Close what is open' },
];

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]';

const isShown = (element: HTMLElement): boolean => element.checkVisibility({ visibilityProperty: true });

/** Regions in the order of the page; the focus goes to what is current there, else to the first control. */
const goToRegion = (step: 1 | -1): void => {
  const regions = [...document.querySelectorAll<HTMLElement>('[data-region]')].filter(isShown);
  const here = regions.findLastIndex((region) => region.contains(document.activeElement));
  const next = here < 0 && step < 0 ? regions.length - 1 : (here + step + regions.length) % regions.length;
  const controls = [...(regions[next]?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(isShown);
  const target =
    controls.find((control) => control.matches('[aria-current], :checked')) ?? controls[0] ?? regions[next];
  target?.focus();
};

const goToConversation = ({ conversations, open }: State, session: Session, step: 1 | -1): void => {
  const here = conversations.findIndex(({ id }) => id === open);
  const next = conversations[(here + step + conversations.length) % conversations.length];
  if (!next) return;
  const wrote = Boolean(document.activeElement?.closest('.composer'));
  session.open(next.id);
  // The conversation is drawn anew: the focus that it took along goes to the same place in the new one.
  requestAnimationFrame(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(wrote ? '.pane-foot textarea' : 'main .pane-list')?.focus();
  });
};

/** Keys that work everywhere on the page, but not under a dialog. */
export const useShortcuts = (store: Store<State>, session: Session): void => {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (document.querySelector('dialog[open]')) return;
      const { key, altKey, ctrlKey, shiftKey } = event;
      if (key === 'F6') goToRegion(shiftKey ? -1 : 1);
      else if (altKey && key === 'ArrowUp') goToConversation(store.get(), session, -1);
      else if (altKey && key === 'ArrowDown') goToConversation(store.get(), session, 1);
      else if (ctrlKey && key === '/') session.shell.togglePanel('help');
      else if (key === 'Escape' && store.get().drawer) session.setDrawer(false);
      else return;
      event.preventDefault();
    };
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [store, session]);
};

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
