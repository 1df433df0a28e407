import { type Steward, startSteward } from '../../support/steward.ts';
import { request } from './support/harness.ts';
import { cardWords, createLocalClient, type LocalClient, localActivity, mentioning } from './support/local-client.ts';

let s: Steward;
let client: LocalClient;
beforeEach(async () => {
  s = await startSteward();
  client = await createLocalClient();
});
afterEach(async () => {
  await client.close();
  await s.end();
});

const about = {
  commandId: 'requestRole',
  commandContext: 'message',
  messagePayload: { id: '1', body: { contentType: 'html', content: '<p>the ledger stands still</p>' } },
};

/** A message action as the Playground sends it: unsigned, from the channel General. */
const invoke = async (name: string, value: object): Promise<{ status: number; body: unknown }> => {
  const activity = { type: 'invoke', name: `composeExtension/${name}`, value };
  const sent = localActivity('ana', client.serviceUrl, activity, 'channel');
  return request(`${s.teams.url}/playground/api/messages`, 'POST', sent);
};

/** In a channel the bot answers the client that sent the last message; an invoke alone does not change that. */
const speak = (): Promise<unknown> => {
  const sent = localActivity('ana', client.serviceUrl, mentioning('help'), 'channel');
  return request(`${s.teams.url}/playground/api/messages`, 'POST', sent);
};

/** The data of the submit button of the answered form. */
const submitData = (body: unknown): object => {
  const [, data] = /"data":(\{"verb":"form\.submit"[^}]*\})/.exec(JSON.stringify(body)) ?? [];
  if (data === undefined) throw new Error(`no form in ${JSON.stringify(body)}`);
  return JSON.parse(data);
};

test('a message action of the Playground is answered with a form whose reason is the message', async () => {
  const { status, body } = await invoke('fetchTask', about);
  expect([status, body]).toEqual([200, { task: expect.objectContaining({ type: 'continue' }) }]);
  const next = await invoke('submitAction', { ...about, data: { ...submitData(body), what: 'gateway/reader' } });
  expect(JSON.stringify(next.body)).toContain('the ledger stands still');
});

test('a submitted form becomes a card at the Playground', async () => {
  const filled = { what: 'gateway/contributor', duration: '2 days', reason: 'asked from a menu' };
  await speak();
  const opened = await invoke('fetchTask', about);
  const next = await invoke('submitAction', { ...about, data: { ...submitData(opened.body), what: filled.what } });
  const last = await invoke('submitAction', { ...about, data: { ...submitData(next.body), ...filled } });
  expect([last.status, last.body]).toEqual([200, { task: { type: 'message', value: expect.any(String) } }]);
  await s.until('the card at the client', async () =>
    client.calls.some((call) => cardWords(call).includes(filled.reason)),
  );
});
