import type { DialogAnswer, DialogSource } from '../../../../src/sandbox/teams/api.ts';
import { createDialogActions } from '../../../../src/sandbox/teams/page/data/dialog-actions.ts';
import { messageApi } from '../../../../src/sandbox/teams/page/data/message-api.ts';
import { aStore } from './page-store.ts';

const source: DialogSource = { kind: 'messageAction', command: 'requestRole', message: '1' };
const form: DialogAnswer = { kind: 'card', title: 'Request a role', card: { type: 'AdaptiveCard' } };

/** A page whose bot answers what the test lets it answer, one call after the other. */
const page = () => {
  const store = aStore();
  const calls: { resolve(answer: DialogAnswer): void; reject(error: Error): void; data?: unknown }[] = [];
  const call = (data?: unknown) =>
    new Promise<DialogAnswer>((resolve, reject) => calls.push({ resolve, reject, data }));
  const dialogs = createDialogActions(store, {
    ...messageApi,
    openDialog: () => call(),
    submitDialog: (_as, _source, data) => call(data),
  });
  return { store, dialogs, calls };
};

const opened = async () => {
  const all = page();
  const opening = all.dialogs.open('general', source);
  all.calls[0]?.resolve(form);
  await opening;
  return all;
};

it('stands open and waits before the bot has answered', () => {
  const { store, dialogs } = page();
  dialogs.open('general', source);
  expect(store.get().dialog).toMatchObject({ title: 'Steward', busy: true });
});

it('shows the card of the bot under its title', async () => {
  const { store } = await opened();
  expect(store.get().dialog).toMatchObject({ title: 'Request a role', busy: false, shown: form });
});

it('sends what a button carries, once however often it is pressed', async () => {
  const { dialogs, calls } = await opened();
  dialogs.submit({ reason: 'payouts' });
  dialogs.submit({ reason: 'payouts' });
  expect(calls.slice(1).map(({ data }) => data)).toEqual([{ reason: 'payouts' }]);
});

it('keeps the card, and what was typed on it, when the bot could not be reached', async () => {
  const { store, dialogs, calls } = await opened();
  const submitting = dialogs.submit({});
  calls[1]?.resolve({ kind: 'failed', reason: 'no answer' });
  await submitting;
  expect(store.get().dialog).toMatchObject({ shown: form, busy: false, trouble: 'no answer' });
});

it('forgets the trouble of the last try while the next one is waited for', async () => {
  const { store, dialogs } = await opened();
  dialogs.fail('no answer');
  dialogs.submit({});
  expect(store.get().dialog).toMatchObject({ busy: true, trouble: undefined });
});

it('tells a developer when the sandbox itself said no', async () => {
  const { store, dialogs, calls } = page();
  const opening = dialogs.open('general', source);
  calls[0]?.reject(new Error('The app has no such message action.'));
  await opening;
  expect(store.get().dialog?.trouble).toContain('no such message action');
});

it('closes on an empty answer', async () => {
  const { store, dialogs, calls } = await opened();
  const submitting = dialogs.submit({});
  calls[1]?.resolve({ kind: 'closed' });
  await submitting;
  expect(store.get().dialog).toBeUndefined();
});

it('leaves composed cards for the conversation of the message', async () => {
  const { store, dialogs, calls } = await opened();
  const submitting = dialogs.submit({});
  calls[1]?.resolve({ kind: 'compose', cards: [{ type: 'AdaptiveCard' }] });
  await submitting;
  expect([store.get().dialog, store.get().composed]).toEqual([
    undefined,
    { conversation: 'general', cards: [{ type: 'AdaptiveCard' }] },
  ]);
});

it('an answer to a dialog that was closed opens nothing', async () => {
  const { store, dialogs, calls } = page();
  const opening = dialogs.open('general', source);
  dialogs.close();
  calls[0]?.resolve(form);
  await opening;
  expect(store.get().dialog).toBeUndefined();
});

it('an answer to a dialog that was closed does not change the next one', async () => {
  const { store, dialogs, calls } = page();
  const first = dialogs.open('general', source);
  dialogs.open('general', source);
  calls[0]?.resolve(form);
  await first;
  expect(store.get().dialog).toMatchObject({ busy: true, title: 'Steward' });
});
