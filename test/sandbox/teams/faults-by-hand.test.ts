import type { ConnectorFaultKind, FaultsView } from '../../../src/sandbox/teams/api.ts';
import { until } from '../../support/until.ts';
import { card, cardMessage, createHarness, GENERAL, type Harness, message, request } from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const path = `/${encodeURIComponent(GENERAL)}/activities`;
const send = (): ReturnType<Harness['connector']> => harness.connector('POST', path, message('hello'));
const api = (method: string, below: string, body?: unknown): ReturnType<typeof request> =>
  request(`${harness.sandbox.url}/api/faults${below}`, method, body);
const view = async (): Promise<FaultsView> => (await api('GET', '')).body as unknown as FaultsView;

describe('troubles of the Connector', () => {
  const kinds: Readonly<Record<ConnectorFaultKind, readonly [status: number, word: RegExp, posts: number]>> = {
    throttled: [429, /"code":"TooManyRequests"/, 0],
    precondition: [412, /"code":"PreconditionFailed"/, 0],
    'not-in-roster': [403, /"code":"BotNotInConversationRoster"/, 0],
    'blocked-by-user': [403, /"code":"ConversationBlockedByUser"/, 0],
    'disabled-by-admin': [403, /"code":"BotDisabledByAdmin"/, 0],
    'writes-blocked': [403, /^\{"errorCode":209,"message":"\{\\"subCode\\":\\"MessageWritesBlocked\\"/, 0],
    'not-found': [404, /"code":"ConversationNotFound"/, 0],
    'too-large': [413, /"code":"MessageSizeTooBig"/, 0],
    'lost-after-accepting': [502, /"code":"BadGateway"/, 1],
    'bad-gateway': [502, /"code":"BadGateway"/, 0],
    slow: [201, /"id"/, 1],
  };

  test.each(Object.entries(kinds))('%s', async (kind, [status, word, posts]) => {
    await api('POST', '/connector', { kind, seconds: 0 });
    const answer = await send();
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([status, expect.stringMatching(word)]);
    expect(await harness.sandbox.messages(GENERAL)).toHaveLength(posts);
  });

  test('a throttled call is told how long to wait', async () => {
    await api('POST', '/connector', { kind: 'throttled', seconds: 7 });
    expect((await send()).headers.get('retry-after')).toBe('7');
  });

  test('what is left is shown, call by call, until nothing is', async () => {
    await api('POST', '/connector', { kind: 'bad-gateway', on: 'send', count: 2 });
    const left = [await view()];
    for (let call = 0; call < 2; call += 1) {
      await send();
      left.push(await view());
    }
    expect(left.map(({ connector }) => connector)).toEqual([
      [{ kind: 'bad-gateway', on: 'send', left: 2 }],
      [{ kind: 'bad-gateway', on: 'send', left: 1 }],
      [],
    ]);
  });

  test('a trouble of one kind of call waits for that kind', async () => {
    await api('POST', '/connector', { kind: 'not-in-roster', on: 'edit' });
    const id = await harness.post(GENERAL);
    expect((await harness.connector('PUT', `${path}/${id}`, message('again'))).status).toBe(403);
  });
});

describe('troubles of invokes', () => {
  const answerOf = (text: string): object => ({
    statusCode: 200,
    type: 'application/vnd.microsoft.activity.message',
    value: text,
  });
  const heard = (): unknown[] => harness.bot.heard.map(({ activity }) => activity['id']);
  let posted: string;
  beforeEach(async () => {
    posted = await harness.post(GENERAL, cardMessage(card('waiting')));
  });

  test('again: it comes twice with its own id and then twice with another', async () => {
    await api('POST', '/invokes', { kind: 'again' });
    await harness.sandbox.act('bo', posted, 'approve', {}, { activityId: 'f:own' });
    await until('four deliveries', () => harness.bot.heard.length === 4);
    const [, , third] = heard();
    expect([heard(), third === 'f:own']).toEqual([['f:own', 'f:own', third, third], false]);
  });

  test('again: who pressed sees the first answer, not the later ones', async () => {
    let count = 0;
    harness.bot.before(async () => {
      count += 1;
      harness.bot.answer(200, answerOf(count <= 2 ? 'first' : 'later'));
    });
    await api('POST', '/invokes', { kind: 'again' });
    const { body } = await harness.sandbox.act('bo', posted, 'approve');
    await until('four deliveries', () => harness.bot.heard.length === 4);
    expect(body?.value).toBe('first');
  });

  test('late: a later press overtakes it', async () => {
    await api('POST', '/invokes', { kind: 'late', seconds: 0.4 });
    await Promise.all([
      harness.sandbox.act('bo', posted, 'approve', {}, { activityId: 'f:first' }),
      until('the trouble taken', async () => (await view()).invokes.length === 0).then(() =>
        harness.sandbox.act('cy', posted, 'deny', {}, { activityId: 'f:second' }),
      ),
    ]);
    expect(heard()).toEqual(['f:second', 'f:first']);
  });

  test('messages are no invokes: they leave the trouble waiting', async () => {
    await api('POST', '/invokes', { kind: 'again', count: 3 });
    await harness.sandbox.say('ana', GENERAL, 'hello', { mention: true });
    expect([heard().length, (await view()).invokes]).toEqual([1, [{ kind: 'again', left: 3 }]]);
  });
});

test('all of them go at once', async () => {
  await api('POST', '/connector', { kind: 'slow', count: 5 });
  await api('POST', '/invokes', { kind: 'late' });
  expect([(await api('DELETE', '')).body, await view()]).toEqual([
    { connector: [], invokes: [] },
    { connector: [], invokes: [] },
  ]);
});

test.each([
  ['/connector', { kind: 'earthquake' }],
  ['/connector', { kind: 'slow', seconds: -1 }],
  ['/connector', { kind: 'slow', count: 0 }],
  ['/connector', { kind: 'slow', with: 'more' }],
  ['/invokes', { kind: 'slow' }],
  ['/clock', { advanceMs: -1 }],
])('%s refuses %j', async (below, body) => {
  expect((await api('POST', below, body)).status).toBe(400);
});

test('where no vendor sandbox runs, its troubles are not there', async () => {
  const answers = [await api('POST', '/vendor', { clear: true }), await api('POST', '/clock', { advanceMs: 1 })];
  expect(answers.map(({ status, body }) => [status, body])).toEqual(
    [1, 2].map(() => [404, { error: { code: 'NoVendorSandbox', message: expect.any(String) } }]),
  );
});
