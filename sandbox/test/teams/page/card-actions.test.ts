import type { InvokeResult } from '../../../teams/api.ts';
import { api, type Press } from '../../../teams/page/data/api-client.ts';
import { createCardActions } from '../../../teams/page/data/card-actions.ts';
import { createDialogActions } from '../../../teams/page/data/dialog.ts';
import type { SignInWindow } from '../../../teams/page/data/sign-in-window.ts';
import { withMessage } from '../../../teams/page/data/state.ts';
import { incorrectAuthCode } from '../support/sign-in-answers.ts';
import { aMessage, aStore } from './page-store.ts';

const ownView = { type: 'AdaptiveCard', body: ['own'] };
const answered: InvokeResult = {
  status: 200,
  body: { statusCode: 200, type: 'application/vnd.microsoft.card.adaptive', value: ownView },
};

/** A page whose bot answers every press with a card. */
const openPage = (
  answer: () => Promise<InvokeResult> = async () => answered,
  signInWindow: (url: string) => Promise<SignInWindow> = async () => ({ kind: 'blocked' }),
) => {
  const store = aStore();
  const presses: Press[] = [];
  const press = (sent: Press) => {
    presses.push(sent);
    return answer();
  };
  const cards = createCardActions(store, { ...api, press }, createDialogActions(store, api), signInWindow);
  return { store, presses, cards };
};

const refreshing = (userIds?: readonly string[]) =>
  aMessage('1', {
    cards: [
      {
        type: 'AdaptiveCard',
        refresh: { action: { type: 'Action.Execute', verb: 'look', data: { id: 1 } }, ...(userIds && { userIds }) },
      },
    ],
  });

it("a card that names the person is replaced by the person's own view", async () => {
  const { store, presses, cards } = openPage();
  const message = refreshing(['29:ana']);
  store.update((state) => withMessage(state, message));
  await cards.see(message, 0);
  const [press] = presses;
  const shown = store.get().messages['general']?.[0]?.cards;
  expect([press?.trigger, press?.action.verb, shown]).toEqual(['automatic', 'look', [ownView]]);
});

it('a view is requested once for each version of a message', async () => {
  const { presses, cards } = openPage();
  const message = refreshing(['29:ana']);
  const edited = { ...message, editedAt: message.at };
  for (const each of [message, message, edited, edited]) await cards.see(each, 0);
  expect(presses).toHaveLength(2);
});

it('a view is requested again for another person', async () => {
  const { store, presses, cards } = openPage();
  await cards.see(refreshing(), 0);
  store.update((state) => ({ ...state, me: 'bo' }));
  await cards.see(refreshing(), 0);
  expect(presses.map(({ as }) => as)).toEqual(['ana', 'bo']);
});

it.each([
  ['that names others', refreshing(['29:bo']), false],
  ['that names nobody', refreshing([]), false],
  ['without refresh', aMessage('1', { cards: [{ type: 'AdaptiveCard' }] }), false],
  ['in an older client', refreshing(), true],
])('no view is requested for a card %s', async (_what, message, olderClient) => {
  const { store, presses, cards } = openPage();
  store.update((state) => ({ ...state, olderClient }));
  await cards.see(message, 0);
  expect(presses).toEqual([]);
});

it('an Action.Submit without a dialog is sent as a message with a value', async () => {
  const { presses, cards } = openPage(async () => ({ status: 202 }));
  const outcome = await cards.press(aMessage('1'), 0, { kind: 'Action.Submit', data: { verb: 'help' } });
  expect([outcome, presses[0]?.submit]).toEqual([{ kind: 'sent' }, true]);
});

it('the message that answers a press before the press itself is answered is named with that answer', async () => {
  const said: InvokeResult = {
    status: 200,
    body: { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value: 'See the answer below.' },
  };
  const { store, cards } = openPage(async () => {
    const at = new Date().toISOString();
    store.update((state) => withMessage(state, aMessage('2', { at })));
    return said;
  });
  const outcome = await cards.press(aMessage('1'), 0, { kind: 'Action.Execute', verb: 'say', data: {} });
  expect(outcome).toEqual({ kind: 'message', text: 'See the answer below.', answer: '2' });
});

it('a press that the sandbox does not answer is unreachable', async () => {
  const { cards } = openPage(() => Promise.reject(new Error('away')));
  const outcome = await cards.press(aMessage('1'), 0, { kind: 'Action.Execute', verb: 'look' });
  expect(outcome.kind).toBe('unreachable');
});

it('an edit that arrives before the answer is not replaced by it', async () => {
  const edited = aMessage('1', { cards: [{ type: 'AdaptiveCard', body: ['edited'] }] });
  const { store, cards } = openPage(async () => {
    store.update((state) => withMessage(state, edited));
    return answered;
  });
  const message = refreshing();
  store.update((state) => withMessage(state, message));
  await cards.see(message, 0);
  expect(store.get().messages['general']).toEqual([edited]);
});

const request = {
  kind: 'sign-in',
  text: 'Please sign in.',
  button: 'Sign in',
  url: 'http://127.0.0.1/start',
} as const;
const action = { kind: 'Action.Execute', verb: 'approve', data: { id: 1 } } as const;

it('a sign-in that a press asks for presses once more with what the window handed over', async () => {
  const addresses: string[] = [];
  const { presses, cards } = openPage(undefined, async (url) => {
    addresses.push(url);
    return { kind: 'done', state: 'row-1.code' };
  });
  const outcome = await cards.signIn(aMessage('1', { cards: [{}] }), 0, action, { ...request, isOpen: true });
  expect([addresses, outcome.kind]).toEqual([[request.url], 'card']);
  expect(presses).toMatchObject([{ state: 'row-1.code', action: { verb: 'approve', data: { id: 1 } } }]);
});

it.each(['closed', 'blocked', 'failed'] as const)(
  'a sign-in that a press asks for presses nothing after a window that %s, and is offered again',
  async (kind) => {
    const { presses, cards } = openPage(undefined, async () => ({ kind }));
    const outcome = await cards.signIn(aMessage('1'), 0, action, { ...request, isOpen: true });
    expect([outcome, presses]).toEqual([{ kind: 'not-signed-in', why: kind, request }, []]);
  },
);

it('a sign-in that a press asks for that the bot does not take says so', async () => {
  const refused = async (): Promise<InvokeResult> => ({ status: 200, body: incorrectAuthCode });
  const { cards } = openPage(refused, async () => ({ kind: 'done', state: 'wrong' }));
  expect(await cards.signIn(aMessage('1'), 0, action, request)).toEqual({
    kind: 'not-signed-in',
    why: 'refused',
    request,
  });
});
