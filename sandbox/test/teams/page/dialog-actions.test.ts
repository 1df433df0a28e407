import type { DialogAnswer, DialogSource } from '../../../teams/api.ts';
import { api } from '../../../teams/page/data/api-client.ts';
import { createDialogActions } from '../../../teams/page/data/dialog.ts';
import { aStore } from './page-store.ts';

const source: DialogSource = { kind: 'messageAction', command: 'requestRole', message: '1' };
const form: DialogAnswer = { kind: 'card', title: 'Request a role', card: { type: 'AdaptiveCard' } };

/** A page whose bot gives the answers of the test, one call after the other. */
const openPage = () => {
  const store = aStore();
  const calls: { resolve(answer: DialogAnswer): void; reject(error: Error): void; data?: unknown }[] = [];
  const call = (data?: unknown) =>
    new Promise<DialogAnswer>((resolve, reject) => calls.push({ resolve, reject, data }));
  const dialogs = createDialogActions(store, {
    ...api,
    openDialog: () => call(),
    submitDialog: (_as, _source, data) => call(data),
  });
  return { store, dialogs, calls };
};

const openDialog = async () => {
  const page = openPage();
  const opening = page.dialogs.open('general', source);
  page.calls[0]?.resolve(form);
  await opening;
  return page;
};

it('a dialog is open and busy before the bot has answered', () => {
  const { store, dialogs } = openPage();
  dialogs.open('general', source);
  expect(store.get().dialog).toMatchObject({ title: 'Steward', busy: true });
});

it('a form that is submitted twice at once is sent once', async () => {
  const { dialogs, calls } = await openDialog();
  dialogs.submit({ reason: 'payouts' });
  dialogs.submit({ reason: 'payouts' });
  expect(calls.slice(1).map(({ data }) => data)).toEqual([{ reason: 'payouts' }]);
});

it.each<[string, DialogAnswer, object]>([
  [
    'the card is kept when the bot could not be reached',
    { kind: 'failed', reason: 'no answer' },
    { dialog: { title: 'Request a role', shown: form, busy: false, trouble: 'no answer' } },
  ],
  ['the dialog closes on an empty answer', { kind: 'closed' }, { dialog: undefined }],
  [
    'composed cards are left for the conversation of the message',
    { kind: 'compose', cards: [form] },
    { dialog: undefined, composed: { conversation: 'general', cards: [form] } },
  ],
])('after a submit %s', async (_name, answer, state) => {
  const { store, dialogs, calls } = await openDialog();
  const submitting = dialogs.submit({});
  calls[1]?.resolve(answer);
  await submitting;
  expect(store.get()).toMatchObject(state);
});

it('the error of the last submit is gone during the next', async () => {
  const { store, dialogs } = await openDialog();
  dialogs.fail('no answer');
  dialogs.submit({});
  expect(store.get().dialog).toMatchObject({ busy: true, trouble: undefined });
});

it('a refusal of the sandbox is shown as the error', async () => {
  const { store, dialogs, calls } = openPage();
  const opening = dialogs.open('general', source);
  calls[0]?.reject(new Error('The app has no such message action.'));
  await opening;
  expect(store.get().dialog?.trouble).toContain('no such message action');
});

it('an answer to a closed dialog opens nothing, and does not change the next dialog', async () => {
  const { store, dialogs, calls } = openPage();
  const first = dialogs.open('general', source);
  dialogs.close();
  calls[0]?.resolve(form);
  await first;
  expect(store.get().dialog).toBeUndefined();
  const second = dialogs.open('general', source);
  dialogs.open('general', source);
  calls[1]?.resolve(form);
  await second;
  expect(store.get().dialog).toMatchObject({ busy: true, title: 'Steward' });
});
