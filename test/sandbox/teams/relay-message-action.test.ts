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

/** What the submit button of the answered form carries. */
const carried = (body: unknown): object => {
  const [, data] = /"data":(\{"verb":"form\.submit"[^}]*\})/.exec(JSON.stringify(body)) ?? [];
  if (data === undefined) throw new Error(`no form in ${JSON.stringify(body)}`);
  return JSON.parse(data);
};

test('opens the form in the answer, with the message as the reason', async () => {
  const { status, body } = await invoke('fetchTask', about);
  expect([status, body]).toEqual([200, { task: expect.objectContaining({ type: 'continue' }) }]);
  expect(JSON.stringify(body)).toContain('the ledger stands still');
});

test('what is sent from the form becomes a card at the client', async () => {
  const filled = { what: 'gateway/reader', duration: '2 days', reason: 'asked from a menu' };
  const opened = await invoke('fetchTask', about);
  const next = await invoke('submitAction', { ...about, data: { ...carried(opened.body), what: filled.what } });
  const last = await invoke('submitAction', { ...about, data: { ...carried(next.body), ...filled } });
  expect([last.status, last.body]).toEqual([200, { task: { type: 'message', value: expect.any(String) } }]);
  await new Promise((r) => setTimeout(r, 3000)); console.log(JSON.stringify(last.body), JSON.stringify(client.calls.map((c) => [c.method, c.path, JSON.stringify(c.body).slice(0, 100)])), JSON.stringify(s.teams.requests().map((c) => [c.method, c.path, c.status])));
  await s.until('the card at the client', async () =>
    client.calls.some(({ body }) => {
      const attachments = (body['attachments'] ?? []) as { content: unknown }[];
      return attachments.some(({ content }) => wordsOf({ cards: [content] } as never).includes(filled.reason));
    }),
  );
});
