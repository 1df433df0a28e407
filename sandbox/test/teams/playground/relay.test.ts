import { iso } from '../../../../src/platform/lib/clock.ts';
import { buttonsOf, pressData } from '../../../../test/support/card-view.ts';
import { channels, type Steward, startSteward, wordsOf } from '../../../../test/support/steward.ts';
import { cardOf, pressApprove, requestRole } from '../../../../test/support/story.ts';
import type { PersonKey } from '../../../world.ts';
import { postAs, request } from '../support/harness.ts';
import {
  cardWords,
  createLocalClient,
  type LocalClient,
  localActivity,
  mentioning,
  type ReachedCall,
} from '../support/local-client.ts';

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

const hand = (activity: Readonly<Record<string, unknown>>) =>
  request(`${s.teams.url}/playground/api/messages`, 'POST', { ...activity, timestamp: iso(s.clock.now()) });

const reached = (what: string, method = 'POST'): Promise<ReachedCall> =>
  s.until(`“${what}” at the client`, async () =>
    client.calls.find((call) => call.method === method && cardWords(call).includes(what)),
  );

/** Presses a button of a card that reached the client, with what its form shows. */
const pressOn = async (call: ReachedCall, as: PersonKey, verb: string): Promise<void> => {
  const cards = (call.body['attachments'] as { content: unknown }[]).map(({ content }) => content);
  const button = buttonsOf({ cards }).find((one) => one.verb === verb);
  if (!button) throw new Error(`no button ${verb}`);
  const action = { type: 'Action.Execute', verb, data: pressData(button, {}) };
  const at = { replyToId: `client-${client.calls.indexOf(call) + 1}` };
  const press = { type: 'invoke', name: 'adaptiveCard/action', value: { action }, ...at };
  const { body } = await hand(localActivity(as, client.serviceUrl, press, 'channel'));
  expect(body).toMatchObject({ statusCode: 200 });
};

const sentence = 'request role reader on payments for 2 days because I look from the Playground';

it('an unsigned message is answered at its client, without the token of the bot', async () => {
  const { status } = await hand(localActivity('ana', client.serviceUrl, { type: 'message', text: sentence }));
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

it('a request from the Playground that is decided in the chat page is shown as granted in both', async () => {
  await hand(localActivity('ana', client.serviceUrl, mentioning(sentence), 'channel'));
  await reached('I look from the Playground');
  await pressOn(await reached('I look from the Playground'), 'ana', 'form.submit');
  await reached('Waiting for approval');
  const ref = /R-[0-9A-Z]{5}/.exec(client.calls.map(cardWords).join('\n'))?.[0] ?? '';
  const posted = await s.until('the card for Approvals', async () =>
    client.calls.find(({ path }) => path.includes(`${channels.approvals}/activities`)),
  );
  expect(cardWords(posted)).toContain(ref);
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

it('a card in the chat page is updated while the team talks in the Playground', async () => {
  const asked = await requestRole(s, 'ana', 'reader on payments for 5 days because I stay here');
  await cardOf(s, asked);
  await hand(localActivity('di', client.serviceUrl, mentioning('help'), 'channel'));
  await pressApprove(s, 'bo', asked);
  await cardOf(s, asked, 'Eligible until', channels.approvals);
  await cardOf(s, asked, 'Eligible until', channels.general);
});

it('a person whose Playground is closed gets news in the chat page', async () => {
  await hand(localActivity('ana', client.serviceUrl, { type: 'message', text: sentence }));
  await reached('I look from the Playground');
  await client.close();
  const asked = await requestRole(s, 'ana', 'reader on staging for 5 days because nobody listens there');
  await pressApprove(s, 'bo', asked);
  await s.until('news in the chat page', async () =>
    (await s.teams.messages('a:sandbox-ana')).find((message) => wordsOf(message).includes('Eligible until')),
  );
});

it('a guest is refused as a guest, also from the Playground', async () => {
  await hand(localActivity('ed', client.serviceUrl, { type: 'message', text: 'my access' }));
  await s.until('a refusal', async () =>
    client.calls.find(({ body }) => /guest/i.test(`${String(body['text'])}${JSON.stringify(body['attachments'])}`)),
  );
});

describe('a request is refused, and nothing reaches the bot, with', () => {
  const message = () => localActivity('ana', client.serviceUrl, { type: 'message', text: 'help' });
  afterEach(() => expect(client.calls).toEqual([]));

  it.each<[string, Record<string, string>, number]>([
    ['a foreign Origin', { origin: 'https://evil.example' }, 403],
    ['a foreign Host', { host: 'evil.example' }, 403],
    ['another content type', { 'content-type': 'text/plain' }, 415],
  ])('%s', async (_name, headers, status) => {
    expect(await postAs(`${s.teams.url}/playground/api/messages`, headers, JSON.stringify(message()))).toBe(status);
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

it('a call to the relay without the token of the bot is answered 401', async () => {
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

const about = {
  commandId: 'requestRole',
  commandContext: 'message',
  messagePayload: { id: '1', body: { contentType: 'html', content: '<p>the ledger stands still</p>' } },
};

/** A message action as the Playground sends it: unsigned, from the channel General. */
const invoke = async (name: string, value: object): Promise<{ status: number; body: unknown }> => {
  const activity = { type: 'invoke', name: `composeExtension/${name}`, value };
  const sent = localActivity('ana', client.serviceUrl, activity, 'channel');
  return hand(sent);
};

/** In a channel the bot answers the client that sent the last message; an invoke alone does not change that. */
const speak = (): Promise<unknown> => {
  const sent = localActivity('ana', client.serviceUrl, mentioning('help'), 'channel');
  return hand(sent);
};

/** The data of the submit button of the answered form. */
const submitData = (body: unknown): object => {
  const [, data] = /"data":(\{"verb":"form\.submit"[^}]*\})/.exec(JSON.stringify(body)) ?? [];
  if (data === undefined) throw new Error(`no form in ${JSON.stringify(body)}`);
  return JSON.parse(data);
};

it('a message action of the Playground is answered with a form whose reason is the message', async () => {
  const { status, body } = await invoke('fetchTask', about);
  expect([status, body]).toEqual([200, { task: expect.objectContaining({ type: 'continue' }) }]);
  const next = await invoke('submitAction', {
    ...about,
    data: { ...submitData(body), role: 'reader', place: 'gateway' },
  });
  expect(JSON.stringify(next.body)).toContain('the ledger stands still');
});

it('a submitted form becomes a card at the Playground', async () => {
  const chosen = { role: 'contributor', place: 'gateway' };
  const filled = { duration: '2 days', reason: 'asked from a menu' };
  await speak();
  const opened = await invoke('fetchTask', about);
  const next = await invoke('submitAction', { ...about, data: { ...submitData(opened.body), ...chosen } });
  const last = await invoke('submitAction', { ...about, data: { ...submitData(next.body), ...filled } });
  expect([last.status, last.body]).toEqual([200, { task: { type: 'message', value: expect.any(String) } }]);
  await s.until('the card at the client', async () =>
    client.calls.some((call) => cardWords(call).includes(filled.reason)),
  );
});
