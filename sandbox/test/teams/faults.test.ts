import { until } from '../../../test/support/until.ts';
import type { ConnectorFaultKind, FaultsView } from '../../teams/api.ts';
import { activitiesPath, card, cardMessage, GENERAL, message, useHarness } from './support/harness.ts';

const harness = useHarness();

const path = activitiesPath(GENERAL);
const send = () => harness.connector('POST', path, message('hello'));
const faults = (method: string, below: string, body?: unknown) => harness.api(method, `/faults${below}`, body);
const view = async (): Promise<FaultsView> => (await faults('GET', '')).body as unknown as FaultsView;

const kinds: Readonly<Record<ConnectorFaultKind, readonly [status: number, word: RegExp, posts: number]>> = {
  throttled: [429, /"code":"TooManyRequests"/, 0],
  precondition: [412, /"code":"PreconditionFailed"/, 0],
  'not-in-roster': [403, /"code":"BotNotInConversationRoster"/, 0],
  'blocked-by-user': [403, /"code":"ConversationBlockedByUser"/, 0],
  'disabled-by-admin': [403, /"code":"BotDisabledByAdmin"/, 0],
  'writes-blocked': [403, /^\{"errorCode":209,"message":"\{\\"subCode\\":\\"MessageWritesBlocked\\"/, 0],
  'not-found': [404, /"code":"ConversationNotFound"/, 0],
  undecrypted: [403, /"code":"BadArgument","message":"Failed to decrypt conversation id"/, 0],
  unknown: [403, /"code":"ServiceError","message":"Unknown"/, 0],
  'message-not-found': [404, /"code":"ActivityNotFoundInConversation"/, 0],
  'without-id': [201, /^\{\}$/, 1],
  'too-large': [413, /"code":"MessageSizeTooBig"/, 0],
  'lost-after-accepting': [502, /"code":"BadGateway"/, 1],
  'bad-gateway': [502, /"code":"BadGateway"/, 0],
  slow: [201, /"id"/, 1],
};

test.each(Object.entries(kinds))(
  'a fault of the Connector of kind %s has its status, body and effect',
  async (kind, [status, word, posts]) => {
    await faults('POST', '/connector', { kind, seconds: 0 });
    const answer = await send();
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(word)]);
    expect(await harness.sandbox.messages(GENERAL)).toHaveLength(posts);
  },
);

test('a fault of the Connector of kind throttled has the Retry-After of its seconds', async () => {
  await faults('POST', '/connector', { kind: 'throttled', seconds: 7 });
  expect((await send()).headers.get('retry-after')).toBe('7');
});

test('a fault of the Connector is listed with the count of calls that are left, until none is', async () => {
  await faults('POST', '/connector', { kind: 'bad-gateway', on: 'send', count: 2 });
  const left = [await view()];
  for (let call = 0; call < 2; call += 1) {
    await send();
    left.push(await view());
  }
  const fault = { kind: 'bad-gateway', on: 'send' };
  expect(left.map(({ connector }) => connector)).toEqual([[{ ...fault, left: 2 }], [{ ...fault, left: 1 }], []]);
});

test('a fault of the Connector for one kind of call does not affect the others', async () => {
  await faults('POST', '/connector', { kind: 'not-in-roster', on: 'edit' });
  const id = await harness.post(GENERAL);
  expect((await harness.connector('PUT', `${path}/${id}`, message('again'))).status).toBe(403);
});

describe('a fault of invokes', () => {
  const receivedIds = (): unknown[] => harness.bot.received.map(({ activity }) => activity['id']);
  const fourDeliveries = () => until('four deliveries', () => harness.bot.received.length === 4);
  let posted: string;
  beforeEach(async () => {
    posted = await harness.post(GENERAL, cardMessage(card('waiting')));
  });

  test('of kind again delivers a press twice with its own id and twice with another', async () => {
    await faults('POST', '/invokes', { kind: 'again' });
    await harness.sandbox.act('bo', posted, 'approve', {}, { activityId: 'f:own' });
    await fourDeliveries();
    const [, , third] = receivedIds();
    expect([receivedIds(), third === 'f:own']).toEqual([['f:own', 'f:own', third, third], false]);
  });

  test('of kind again shows the first answer, not the later ones', async () => {
    let count = 0;
    harness.bot.before(async () => {
      count += 1;
      const value = count <= 2 ? 'first' : 'later';
      harness.bot.answer(200, { statusCode: 200, type: 'application/vnd.microsoft.activity.message', value });
    });
    await faults('POST', '/invokes', { kind: 'again' });
    const { body } = await harness.sandbox.act('bo', posted, 'approve');
    await fourDeliveries();
    expect(body?.value).toBe('first');
  });

  test('of kind late lets a later press arrive first', async () => {
    await faults('POST', '/invokes', { kind: 'late', seconds: 0.4 });
    const press = (as: 'bo' | 'cy', activityId: string) =>
      harness.sandbox.act(as, posted, 'approve', {}, { activityId });
    await Promise.all([
      press('bo', 'f:first'),
      until('the fault taken', async () => (await view()).invokes.length === 0).then(() => press('cy', 'f:second')),
    ]);
    expect(receivedIds()).toEqual(['f:second', 'f:first']);
  });

  test('does not affect messages', async () => {
    await faults('POST', '/invokes', { kind: 'again', count: 3 });
    await harness.sandbox.say('ana', GENERAL, 'hello', { mention: true });
    expect([receivedIds().length, (await view()).invokes]).toEqual([1, [{ kind: 'again', left: 3 }]]);
  });
});

test('a DELETE clears all faults', async () => {
  await faults('POST', '/connector', { kind: 'slow', count: 5 });
  await faults('POST', '/invokes', { kind: 'late' });
  const { body } = await faults('DELETE', '');
  expect([body, await view()]).toEqual(Array(2).fill({ connector: [], invokes: [] }));
});

test.each([
  ['/connector', { kind: 'earthquake' }],
  ['/connector', { kind: 'slow', seconds: -1 }],
  ['/connector', { kind: 'slow', count: 0 }],
  ['/connector', { kind: 'slow', with: 'more' }],
  ['/invokes', { kind: 'slow' }],
  ['/clock', { advanceMs: -1 }],
])('%s refuses %j', async (below, body) => {
  expect((await faults('POST', below, body)).status).toBe(400);
});

test.each([
  ['/vendor', { clear: true }],
  ['/clock', { advanceMs: 1 }],
])('%s is answered 404 where no vendor sandbox runs', async (below, body) => {
  const error = { code: 'NoVendorSandbox', message: expect.any(String) };
  expect(await faults('POST', below, body)).toMatchObject({ status: 404, body: { error } });
});

const postsInGeneral = async (): Promise<number> => (await harness.sandbox.messages(GENERAL)).length;

test('a fault of a test with a status is answered as often as its count says, without an effect; then calls succeed', async () => {
  harness.sandbox.faults.next({ status: 503, retryAfter: 4, count: 2 });
  const answers = [await send(), await send(), await send()];
  const statuses = answers.map(({ status, headers }) => `${status} ${headers.get('retry-after')}`);
  expect([statuses, await postsInGeneral()]).toEqual([['503 4', '503 4', '201 null'], 1]);
});

test('a fault of a test with status 403 has the code BotNotInConversationRoster', async () => {
  harness.sandbox.faults.next({ status: 403 });
  expect((await send()).body).toMatchObject({ error: { code: 'BotNotInConversationRoster' } });
});

test('a fault of a test with a reset after the effect leaves the post and gives no answer', async () => {
  harness.sandbox.faults.next({ resetAfter: true });
  await expect(send()).rejects.toThrow('fetch failed');
  expect(await postsInGeneral()).toBe(1);
});

test('the call log has every call of the bot, with status 0 where the answer was lost and no body where it was refused', async () => {
  harness.sandbox.faults.next({ status: 412 });
  harness.sandbox.faults.next({ resetAfter: true });
  await send();
  await send().catch(() => undefined);
  await send();
  const call = { at: expect.any(Number) as number, method: 'POST', path: `/v3/conversations/${GENERAL}/activities` };
  expect(harness.sandbox.requests()).toEqual([
    { ...call, status: 412 },
    { ...call, status: 0, body: message('hello') },
    { ...call, status: 201, body: message('hello') },
  ]);
});
