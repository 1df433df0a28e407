import { render } from 'preact';
import type { World } from '../api.ts';
import { api, toolsApi } from './data/api-client.ts';
import { createSession, type Session } from './data/session.ts';
import { createShellActions } from './data/shell.ts';
import { initialState } from './data/state.ts';
import { createStore } from './data/store.ts';
import { createSync } from './data/sync.ts';
import { parseMessageLink } from './text/links.ts';
import { html } from './view/html.ts';
import { App } from './view/shell/app.ts';

const retryMs = 2_000;
const root = document.getElementById('app') as HTMLElement;

const loadWorld = async (): Promise<World> => {
  for (;;) {
    try {
      return await api.world();
    } catch {
      render(html`<p class="boot" role="status">The sandbox does not answer. Trying again…</p>`, root);
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
};

/** Links to messages, in texts and on cards, open their message on this page. */
const followMessageLinks = (session: Session) =>
  document.addEventListener('click', (event) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    const link = anchor && parseMessageLink(anchor.href);
    if (!link) return;
    event.preventDefault();
    session.follow(link);
  });

const world = await loadWorld();
const store = createStore(initialState(world, world.people[0]?.key ?? '', world.team.channels[0]?.id ?? ''));
const session = createSession(store, api, createSync(store, api, toolsApi), createShellActions(store));

window.addEventListener('popstate', session.goToAddress);
followMessageLinks(session);
session.shell.recall();
session.goToAddress();
render(html`<${App} store=${store} session=${session} />`, root);
