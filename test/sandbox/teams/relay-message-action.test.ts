import { sandboxBot } from '../../../src/sandbox/world.ts';
import { type Steward, startSteward, wordsOf } from '../../support/steward.ts';
import { request } from './support/harness.ts';
import { createLocalClient, type LocalClient, localActivity } from './support/local-client.ts';

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

/** The bot stays in a channel with the client that it was last spoken to from; a menu alone does not say that it is there. */
const speak = (): Promise<unknown> => {
  const text = '<at>Steward</at> help';
  const mention = {
    type: 'mention',
    text: '<at>Steward</at>',
    mentioned: { id: sandboxBot.id, name: sandboxBot.name },
  };
  const sent = localActivity('ana', client.serviceUrl, { type: 'message', text, entities: [mention] }, 'channel');
  return request(`${s.teams.url}/playground/api/messages`, 'POST', sent);
};

/** What the submit button of the answered form carries. */
const carried = (body: unknown): object => {
  const [, data] = /"data":(\{"verb":"form\.submit"[^}]*\})/.exec(JSON.stringify(body)) ?? [];
  if (data === undefined) throw new Error(`no form in ${JSON.stringify(body)}`);
  return JSON.parse(data);
};

test('opens a form in the answer, and the message is its reason', async () => {
  const { status, body } = await invoke('fetchTask', about);
  expect([status, body]).toEqual([200, { task: expect.objectContaining({ type: 'continue' }) }]);
  const next = await invoke('submitAction', { ...about, data: { ...carried(body), what: 'gateway/reader' } });
  expect(JSON.stringify(next.body)).toContain('the ledger stands still');
});

test('what is sent from the form becomes a card at the client', async () => {
  const filled = { what: 'gateway/contributor', duration: '2 days', reason: 'asked from a menu' };
  await speak();
  const opened = await invoke('fetchTask', about);
  const next = await invoke('submitAction', { ...about, data: { ...carried(opened.body), what: filled.what } });
  const last = await invoke('submitAction', { ...about, data: { ...carried(next.body), ...filled } });
  expect([last.status, last.body]).toEqual([200, { task: { type: 'message', value: expect.any(String) } }]);
  await s.until('the card at the client', async () =>
    client.calls.some(({ body }) => {
      const attachments = (body['attachments'] ?? []) as { content: unknown }[];
      return attachments.some(({ content }) => wordsOf({ cards: [content] } as never).includes(filled.reason));
    }),
  );
});
