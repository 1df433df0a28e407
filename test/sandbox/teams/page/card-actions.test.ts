import type { InvokeResult } from '../../../../src/sandbox/teams/api.ts';
import { api, type Press } from '../../../../src/sandbox/teams/page/data/api-client.ts';
import { createCardActions } from '../../../../src/sandbox/teams/page/data/card-actions.ts';
import { createDialogActions } from '../../../../src/sandbox/teams/page/data/dialog-actions.ts';
import { messageApi } from '../../../../src/sandbox/teams/page/data/message-api.ts';
import { withMessage } from '../../../../src/sandbox/teams/page/data/state.ts';
import { aMessage } from './messages.ts';
import { aStore } from './page-store.ts';

const ownView = { type: 'AdaptiveCard', body: ['own'] };
const answered: InvokeResult = {
  status: 200,
  body: { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: ownView },
};

/** A page whose bot answers every press with a card. */
const page = (answer: () => Promise<InvokeResult> = async () => answered) => {
  const store = aStore();
  const presses: Press[] = [];
  const opened: unknown[] = [];
  const doors = {
    ...messageApi,
    openDialog: async (_as: string, source: unknown) => {
      opened.push(source);
      return { kind: 'closed' } as const;
    },
  };
  const press = (sent: Press) => {
    presses.push(sent);
    return answer();
  };
  const cards = createCardActions(store, { ...api, press }, doors, createDialogActions(store, doors));
  return { store, presses, opened, cards };
};

const refreshing = (userIds?: readonly string[]) => ({
  type: 'AdaptiveCard',
  refresh: { action: { type: 'Action.Execute', verb: 'look', data: { id: 1 } }, ...(userIds && { userIds }) },
});
const seen = (userIds?: readonly string[]) => aMessage('1', { cards: [refreshing(userIds)] });

it('asks for a person’s own view of a card that names them, and shows it', async () => {
  const { store, presses, cards } = page();
  const message = seen(['29:ana']);
  store.update((state) => withMessage(state, message));
  await cards.see(message, 0);
  const [press] = presses;
  const shown = store.get().messages['general']?.[0]?.cards;
  expect([press?.trigger, press?.action.verb, shown]).toEqual(['automatic', 'look', [ownView]]);
});

it('asks once for each version of a message', async () => {
  const { presses, cards } = page();
  const message = seen(['29:ana']);
  const edited = { ...message, editedAt: message.at };
  for (const each of [message, message, edited, edited]) await cards.see(each, 0);
  expect(presses).toHaveLength(2);
});

it('asks again for another person', async () => {
  const { store, presses, cards } = page();
  await cards.see(seen(), 0);
  store.update((state) => ({ ...state, me: 'bo' }));
  await cards.see(seen(), 0);
  expect(presses.map(({ as }) => as)).toEqual(['ana', 'bo']);
});

it.each([
  ['names others', seen(['29:bo'])],
  ['names nobody', seen([])],
  ['has no refresh', aMessage('1', { cards: [{ type: 'AdaptiveCard' }] })],
])('asks nothing for a card that %s', async (_what, message) => {
  const { presses, cards } = page();
  await cards.see(message, 0);
  expect(presses).toEqual([]);
});

it('an older client refreshes nothing', async () => {
  const { store, presses, cards } = page();
  store.update((state) => ({ ...state, olderClient: true }));
  await cards.see(seen(), 0);
  expect(presses).toEqual([]);
});

it('a button whose data ask for a dialog opens one', async () => {
  const { presses, opened, cards } = page();
  const data = { msteams: { type: 'task/fetch' }, verb: 'form.window' };
  await cards.press(aMessage('1'), 0, { kind: 'Action.Submit', data });
  expect([presses, opened]).toEqual([[], [{ kind: 'card', message: '1', data }]]);
});

it('any other Action.Submit is a message with a value', async () => {
  const { presses, cards } = page(async () => ({ status: 202 }));
  const outcome = await cards.press(aMessage('1'), 0, { kind: 'Action.Submit', data: { verb: 'help' } });
  expect([outcome, presses[0]?.submit]).toEqual([{ kind: 'sent' }, true]);
});

it('tells that the app is out of reach when the sandbox is', async () => {
  const { cards } = page(() => Promise.reject(new Error('away')));
  const outcome = await cards.press(aMessage('1'), 0, { kind: 'Action.Execute', verb: 'look' });
  expect(outcome.kind).toBe('unreachable');
});

it('an edit that came while the bot was asked is newer than the answer', async () => {
  const message = seen();
  const edited = aMessage('1', { cards: [{ type: 'AdaptiveCard', body: ['edited'] }] });
  const { store, cards } = page(async () => {
    store.update((state) => withMessage(state, edited));
    return answered;
  });
  store.update((state) => withMessage(state, message));
  await cards.see(message, 0);
  expect(store.get().messages['general']).toEqual([edited]);
});
