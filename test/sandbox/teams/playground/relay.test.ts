import { request as post } from 'node:http';
import { sandboxBot } from '../../../../src/sandbox/world.ts';
import { channels, type Steward, startSteward, wordsOf } from '../../../support/steward.ts';
import { cardOf, pressApprove, wish } from '../../../support/story.ts';
import { request } from '../support/harness.ts';
import { createLocalClient, type LocalClient, localActivity, type ReachedCall } from '../support/local-client.ts';

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

const hand = (activity: unknown, headers: Record<string, string> = {}) =>
  request(`${s.teams.url}/playground/api/messages`, 'POST', activity, headers);

const mentioned = (text: string) => ({
  type: 'message',
  text: `<at>Steward</at> ${text}`,
  entities: [{ type: 'mention', text: '<at>Steward</at>', mentioned: { id: sandboxBot.id, name: sandboxBot.name } }],
});

const words = ({ body }: ReachedCall): string => {
  const attachments = (body['attachments'] ?? []) as { content: unknown }[];
  return wordsOf({ cards: attachments.map(({ content }) => content) } as never);
};

const reached = (what: string, method = 'POST'): Promise<ReachedCall> =>
  s.until(`“${what}” at the client`, async () =>
    client.calls.find((call) => call.method === method && words(call).includes(what)),
  );

/** fetch does not let a test choose its Host. */
const postAs = (host: string, body: string): Promise<number | undefined> =>
  new Promise((resolve, reject) => {
    const headers = { host, 'content-type': 'application/json' };
    const sent = post(`${s.teams.url}/playground/api/messages`, { method: 'POST', headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.on('error', reject);
    sent.end(body);
  });

const asking = 'request role reader on payments for 2 days because I look from the Playground';

it('an unsigned message is answered at its client, without the token of the bot', async () => {
  const { status } = await hand(localActivity('ana', client.serviceUrl, { type: 'message', text: asking }));
  expect(status).toBe(200);
  const answer = await reached('I look from the Playground');
  expect(answer.path).toMatch(/^\/_connector\/v3\/conversations\/a:playground-personal\/activities/);
  expect(client.calls.map(({ authorization }) => authorization)).not.toContainEqual(expect.anything());
});

it('a pressed card is answered in the answer to the press', async () => {
  await hand(localActivity('ana', client.serviceUrl, { type: 'message', text: 'request role' }));
  const form = await reached('Which role');
  const [attachment] = form.body['attachments'] as { content: { actions: { verb: string; data: object }[] } }[];
  const cancel = attachment?.content.actions.find(({ verb }) => verb === 'form.cancel');
  const action = { type: 'Action.Execute', verb: 'form.cancel', data: cancel?.data };
  const press = { type: 'invoke', name: 'adaptiveCard/action', replyToId: 'client-1', value: { action } };
  const { status, body } = await hand(localActivity('ana', client.serviceUrl, press));
  expect(status).toBe(200);
  expect(body).toMatchObject({ statusCode: 200, type: 'application/vnd.microsoft.card.adaptive' });
});

it('what is asked there and decided in the chat page becomes true in both', async () => {
  await hand(localActivity('ana', client.serviceUrl, mentioned(asking), 'channel'));
  await reached('I look from the Playground');
  const ref = /R-[0-9A-Z]{5}/.exec(client.calls.map(words).join('\n'))?.[0] ?? '';
  const posted = await s.until('the card for Approvals', async () =>
    client.calls.find(({ path }) => path.includes(`${channels.approvals}/activities`)),
  );
  expect(words(posted)).toContain(ref);
  const [attachment] = posted.body['attachments'] as { content: unknown }[];
  const data = /\{[^{}]*"change":"[^"]+"[^{}]*\}/.exec(JSON.stringify(attachment?.content))?.[0] ?? '{}';
  const action = { type: 'Action.Execute', verb: 'change.approve', data: JSON.parse(data) };
  const at = { replyToId: `client-${client.calls.indexOf(posted) + 1}` };
  const press = { type: 'invoke', name: 'adaptiveCard/action', value: { action }, ...at };
  expect((await hand(localActivity('bo', client.serviceUrl, press, 'channel'))).body).toMatchObject({
    statusCode: 200,
  });
  await reached('Eligible until', 'PUT');
});

it('a card of the chat page stays true there while the team talks in the client', async () => {
  const asked = await wish(s, 'ana', 'reader on payments for 5 days because I stay here');
  await cardOf(s, asked);
  await hand(localActivity('di', client.serviceUrl, mentioned('help'), 'channel'));
  await pressApprove(s, 'bo', asked);
  await cardOf(s, asked, 'Eligible until', channels.approvals);
  await cardOf(s, asked, 'Eligible until', channels.general);
});

it('once the client is gone, its person hears in the chat page', async () => {
  await hand(localActivity('ana', client.serviceUrl, { type: 'message', text: asking }));
  await reached('I look from the Playground');
  await client.close();
  const asked = await wish(s, 'ana', 'reader on staging for 5 days because nobody listens there');
  await pressApprove(s, 'bo', asked);
  await s.until('news in the chat page', async () =>
    (await s.teams.messages('a:sandbox-ana')).find((message) => wordsOf(message).includes('Eligible until')),
  );
});

it('a guest stays a guest, whatever a client says', async () => {
  await hand(localActivity('ed', client.serviceUrl, { type: 'message', text: 'my access' }));
  await s.until('a refusal', async () =>
    client.calls.find(({ body }) => /guest/i.test(`${String(body['text'])}${JSON.stringify(body['attachments'])}`)),
  );
});

describe('refused, and nothing of it reaches the bot', () => {
  const message = () => localActivity('ana', client.serviceUrl, { type: 'message', text: 'help' });
  afterEach(() => expect(client.calls).toEqual([]));

  it('a foreign Origin', async () => {
    expect((await hand(message(), { origin: 'https://evil.example' })).status).toBe(403);
  });

  it('a foreign Host', async () => {
    expect(await postAs('evil.example', JSON.stringify(message()))).toBe(403);
  });

  it('another content type', async () => {
    expect((await hand(JSON.stringify(message()), { 'content-type': 'text/plain' })).status).toBe(415);
  });

  it.each([
    'https://smba.trafficmanager.net/emea/',
    'http://127.0.0.1.evil.example/',
    'http://evil.example@127.0.0.1/',
    'http://10.0.0.1/_connector',
    'file:///etc/passwd',
    'not an address',
  ])('the serviceUrl %s', async (serviceUrl) => {
    expect((await hand({ ...message(), serviceUrl })).status).toBe(400);
  });

  it('a body that is no activity', async () => expect((await hand({ type: 'message' })).status).toBe(400));
});

it('the relay says nothing without the token of the bot', async () => {
  await hand(localActivity('ana', client.serviceUrl, { type: 'message', text: 'help' }));
  await s.until('an answer', async () => client.calls.length > 0);
  const segment = Buffer.from(client.serviceUrl).toString('base64url');
  const before = client.calls.length;
  const path = `/playground/${segment}/connector/v3/conversations/a%3Aplayground-personal/activities`;
  expect((await request(`${s.teams.url}${path}`, 'POST', { type: 'message', text: 'hi' })).status).toBe(401);
  expect(client.calls).toHaveLength(before);
});

it('the bot trusts the relay for addresses on this machine only', () => {
  const at = (serviceUrl: string) =>
    s.teams.trust.allowsServiceUrl(
      `${s.teams.url}/playground/${Buffer.from(serviceUrl).toString('base64url')}/connector/`,
    );
  expect(at('http://localhost:56150/_connector')).toBe(true);
  expect(at('http://evil.example/_connector')).toBe(false);
  expect(at('https://127.0.0.1/_connector')).toBe(false);
  expect(s.teams.trust.allowsServiceUrl(`${s.teams.url}/playground//connector/`)).toBe(false);
});
