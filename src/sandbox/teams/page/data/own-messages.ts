import type { MessageView } from '../../api.ts';
import type { MessageApi } from './message-api.ts';
import type { State } from './state.ts';
import type { Store } from './store.ts';

/** What people can do with what they wrote themselves; each answers why it did not happen, undefined when it did. */
export interface OwnMessages {
  edit(message: MessageView, text: string): Promise<string | undefined>;
  remove(message: MessageView): Promise<string | undefined>;
}

const whyNot = (change: Promise<unknown>): Promise<string | undefined> =>
  change.then(
    () => undefined,
    (error: Error) => error.message,
  );

export const createOwnMessages = (store: Store<State>, api: MessageApi): OwnMessages => ({
  edit: ({ id }, text) => whyNot(api.edit(store.get().me, id, text)),
  remove: ({ id }) => whyNot(api.remove(store.get().me, id)),
});
