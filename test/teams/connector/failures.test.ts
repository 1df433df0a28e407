import { createManualClock } from '../../support/manual-clock.ts';
import { createManualTimers } from '../../support/manual-timers.ts';
import type { nock } from '../../support/strict-nock.ts';
import { benchPerTest, channel, createBench, failureOf, givesToken, pathOf, teams, thread } from './teams.ts';

const bench = benchPerTest();

const activities = pathOf(thread.id);
const item = pathOf(thread.id, 'activities/1');
const hello = { text: 'hello' };
const send = (options = {}) => failureOf(bench.connector.send(thread, hello, options));
const edit = () => failureOf(bench.connector.edit(thread, '1', hello));

describe('the kind of an error by its status and code', () => {
  const error = (code: string, message = '') => ({ error: { code, message } });
  const cases: readonly [kind: string, meaning: string, status: number, body: unknown, method?: 'PUT'][] = [
    ['left', 'once', 403, error('BotNotInConversationRoster', 'The bot is not part of the roster.')],
    ['left', 'once', 403, { code: 'BotNotInConversationRoster' }],
    ['left', 'once', 403, { errorCode: 209, message: '{"subCode":1,"details":"botnotinconversationroster"}' }],
    ['left', 'once', 403, error('BotNotInConversationRoster'), 'PUT'],
    ['left', 'final', 403, error('ForbiddenOperationException', 'Bot is not installed in personal scope')],
    ['blocked', 'final', 403, error('ConversationBlockedByUser')],
    ['blocked', 'final', 400, error('ConversationBlockedByUser')],
    ['blocked', 'final', 403, error('Forbidden', 'MessageWritesBlocked: thread is read only')],
    ['disabled', 'once', 403, error('BotDisabledByAdmin')],
    ['disabled', 'once', 403, error('TenantNoPermission', 'Tenant is disabled.')],
    ['forbidden', 'final', 403, error('NotEnoughPermissions')],
    ['edit-refused', 'final', 403, error('NotEnoughPermissions'), 'PUT'],
    ['forbidden', 'later', 403, error('BadArgument', 'Failed to decrypt conversation id')],
    ['edit-refused', 'later', 403, error('ServiceError', 'Unknown'), 'PUT'],
    ['forbidden', 'later', 403, error('SomethingNew')],
    ['forbidden', 'later', 403, '<html>forbidden</html>'],
    ['gone', 'gone', 404, error('ConversationNotFound')],
    ['gone', 'gone', 404, error('ActivityNotFoundInConversation', 'Message does not exist in the thread.'), 'PUT'],
    ['gone', 'later', 404, error('ServiceError', 'Unknown')],
    ['gone', 'final', 410, ''],
    ['too-large', 'final', 413, ''],
    ['too-large', 'final', 400, error('MessageSizeTooBig')],
    ['refused', 'later', 400, error('BadArgument', 'Failed to decrypt conversation id')],
    ['refused', 'later', 400, error('ServiceError', 'Unknown')],
    ['refused', 'final', 400, error('BadSyntax')],
    ['refused', 'final', 403, error('InvalidBotApiHost', 'Invalid bot api host.')],
    ['refused', 'final', 302, ''],
  ];
  const all = cases.map(([kind, meaning, status, body, method = 'POST']) => ({ kind, meaning, status, body, method }));
  it.each(all)('$kind, $meaning: $method $status $body', async ({ kind, meaning, status, body, method }) => {
    const isEdit = method === 'PUT';
    givesToken();
    (isEdit ? teams().put(item) : teams().post(activities)).reply(status, body as nock.Body);
    await expect(isEdit ? edit() : send()).resolves.toMatchObject({
      ...{ kind, meaning, status },
      retryable: false,
      textKey: expect.stringMatching(/^connector\.error\./),
    });
  });
});

it.each([
  ['an empty body', 201, ''],
  ['no body', 202, undefined],
  ['no id', 200, {}],
  ['an empty id', 201, { id: '' }],
  ['null', 200, null],
])('a post that Teams accepts with %s is accepted without an id', async (_what, status, body) => {
  givesToken();
  teams()
    .post(pathOf(channel.id))
    .reply(status, body as nock.Body);
  await expect(bench.connector.send(channel, hello)).resolves.toEqual({ activityId: '', conversationId: channel.id });
});

describe('a post that may have arrived is never repeated', () => {
  it.each([500, 502, 503, 504, 408])('after %d', async (status) => {
    givesToken();
    teams().post(activities).reply(status);
    await expect(send()).resolves.toMatchObject({ kind: 'unclear', retryable: false });
  });

  it('after a reset', async () => {
    givesToken();
    teams()
      .post(activities)
      .replyWithError(Object.assign(new Error('reset'), { code: 'ECONNRESET' }));
    await expect(send()).resolves.toMatchObject({ kind: 'unclear' });
  });
});

describe('a post that provably did not arrive is repeated', () => {
  it('after a refused connection', async () => {
    givesToken();
    teams()
      .post(activities)
      .replyWithError(Object.assign(new Error('refused'), { code: 'ECONNREFUSED' }));
    teams().post(activities).reply(201, { id: '1' });
    await expect(bench.connector.send(thread, hello)).resolves.toMatchObject({ activityId: '1' });
  });

  it('after a 412, which means that another operation was under way', async () => {
    givesToken();
    teams().post(activities).reply(412);
    teams().post(activities).reply(201, { id: '1' });
    await expect(bench.connector.send(thread, hello)).resolves.toMatchObject({ activityId: '1' });
  });

  it('four times at most', async () => {
    givesToken();
    teams().post(activities).times(4).reply(412);
    await expect(send()).resolves.toMatchObject({ kind: 'busy', retryable: true });
  });
});

it('repeats an edit whose answer was lost', async () => {
  givesToken();
  teams().put(item).reply(502);
  teams().put(item).reply(200);
  await expect(bench.connector.edit(thread, '1', hello)).resolves.toBeUndefined();
});

it('repeats a removal whose answer was lost, and takes 404 for done', async () => {
  givesToken();
  teams().delete(item).reply(504);
  teams().delete(item).reply(404);
  await expect(bench.connector.remove(thread, '1')).resolves.toBeUndefined();
});

describe('when Teams asks for a pause', () => {
  it('the post is sent after the pause', async () => {
    const clock = createManualClock();
    const timers = createManualTimers(clock);
    const patient = await createBench({ clock, after: timers.after });
    givesToken();
    const refusal = teams().post(activities).reply(429, '', { 'retry-after': '10' });
    const sent = patient.connector.send(thread, hello);
    await until(() => refusal.isDone());
    teams()
      .post(activities)
      .reply(201, { id: String(clock.now() + 10_000) });
    await timers.advance(10_000);
    await expect(sent).resolves.toMatchObject({ activityId: String(clock.now()) });
    await patient.close();
  });

  it('the post fails when the pause is longer than its deadline', async () => {
    givesToken();
    teams().post(activities).reply(429, '', { 'retry-after': '120' });
    await expect(send()).resolves.toMatchObject({ kind: 'throttled', retryAfterMs: 120_000, retryable: true });
  });

  it('the post of a caller that retries by itself fails at once', async () => {
    givesToken();
    teams().post(activities).reply(429, '', { 'retry-after': '10' });
    await expect(send({ patient: false })).resolves.toMatchObject({ kind: 'throttled', retryAfterMs: 10_000 });
  });

  it('nothing is sent to that conversation until the pause is over', async () => {
    givesToken();
    teams().post(activities).reply(429, '', { 'retry-after': '120' });
    await send();
    bench.clock.advance(20_000);
    await expect(edit()).resolves.toMatchObject({ kind: 'throttled', retryAfterMs: 100_000 });
  });

  it('a typing sign waits three seconds at most', async () => {
    givesToken();
    teams().post(activities).reply(429, '', { 'retry-after': '10' });
    await send({ deadlineMs: 5_000 });
    await expect(failureOf(bench.connector.send(thread, { typing: true }))).resolves.toMatchObject({
      kind: 'throttled',
    });
  });

  it('posts to other conversations are sent', async () => {
    givesToken();
    teams().post(activities).reply(429, '', { 'retry-after': '120' });
    teams().post(pathOf('a:1abc')).reply(201, { id: '1' });
    await send();
    await expect(bench.connector.send({ ...channel, id: 'a:1abc' }, hello)).resolves.toMatchObject({ activityId: '1' });
  });

  it('posts to that conversation are sent after the pause', async () => {
    givesToken();
    teams().post(activities).reply(429, '', { 'retry-after': '120' });
    teams().post(activities).reply(201, { id: '1' });
    await send();
    bench.clock.advance(120_000);
    await expect(bench.connector.send(thread, hello)).resolves.toMatchObject({ activityId: '1' });
  });
});

describe('the token goes nowhere but to Teams', () => {
  const foreign = [
    'https://smba.trafficmanager.net.evil.example/',
    'https://evil.example/smba.trafficmanager.net/',
    'https://smba.trafficmanager.net@evil.example/',
    'https://smba.trafficmanager.net:8443/',
    'http://smba.trafficmanager.net/',
    'https://evil.example/?smba.trafficmanager.net',
    'https://localhost/',
    'not an address',
    '',
  ];
  it.each(foreign)('not to %j', async (serviceUrl) => {
    await expect(failureOf(bench.connector.send({ ...thread, serviceUrl }, hello))).resolves.toMatchObject({
      kind: 'refused',
      textKey: 'connector.error.serviceUrl',
    });
  });

  it.each(foreign)('the service URL %j is not stored', async (serviceUrl) => {
    const remembered = bench.connector.conversations.remember({
      ...channel,
      conversationId: channel.id,
      kind: 'channel',
      serviceUrl,
    });
    await expect(failureOf(remembered)).resolves.toMatchObject({ kind: 'refused' });
  });

  it('a conversation id cannot lead to another path', async () => {
    givesToken();
    teams().post(pathOf('../../x?y=1#z')).reply(404);
    await expect(failureOf(bench.connector.send({ ...thread, id: '../../x?y=1#z' }, hello))).resolves.toMatchObject({
      kind: 'gone',
    });
  });
});

const until = async (done: () => boolean): Promise<void> => {
  while (!done()) await new Promise((resolve) => setImmediate(resolve));
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};
