import { useEffect, useState } from 'preact/hooks';
import type { Session } from '../data/session.ts';
import type { State } from '../data/state.ts';
import type { Store } from '../data/store.ts';
import { Conversation } from './conversation.ts';
import { html } from './html.ts';
import { Rail } from './rail.ts';

const useStore = <Value>(store: Store<Value>): Value => {
  const [value, setValue] = useState(store.get());
  useEffect(() => {
    const show = () => setValue(() => store.get());
    show();
    return store.subscribe(show);
  }, [store]);
  return value;
};

/** The whole page: the rail with people and conversations, and the one that is open. */
export const App = ({ store, session }: { store: Store<State>; session: Session }) => {
  const state = useStore(store);
  const onKeyDown = (event: KeyboardEvent) => event.key === 'Escape' && state.drawer && session.setDrawer(false);
  return html`
    <div class=${state.drawer ? 'app drawer-open' : 'app'} onKeyDown=${onKeyDown}>
      <${Rail} state=${state} session=${session} />
      <div class="curtain" onClick=${() => session.setDrawer(false)}></div>
      <${Conversation} key=${`${state.me} ${state.open}`} state=${state} session=${session} />
      <p class="visually-hidden" aria-live="polite">${state.announcement}</p>
    </div>
  `;
};
