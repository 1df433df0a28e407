import { pageMembers } from '../../teams/connector/roster.ts';
import { people, tenantId } from '../../world.ts';
import {
  ANA_CHAT,
  APPROVALS,
  activitiesPath,
  card,
  cardMessage,
  fetchToken,
  GENERAL,
  message,
  personalParameters,
  request,
  tokenForm,
  useHarness,
} from './support/harness.ts';

const harness = useHarness();

const call = (method: string, path: string, authorization: string | undefined, body?: unknown) =>
  request(`${harness.sandbox.url}/connector/v3/conversations${path}`, method, body, {
    ...(authorization && { authorization }),
  });

test.each([
  ['another grant type', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
  ['another app', { client_id: tenantId }, 401, 'invalid_client'],
  ['a wrong password', { client_secret: 'guess' }, 401, 'invalid_client'],
  ['another scope', { scope: 'https://graph.example/.default' }, 400, 'invalid_scope'],
])('a token is refused for %s', async (_name, changes, status, error) => {
  const response = await tokenForm(harness.sandbox, changes);
  expect([response.status, await response.json()]).toMatchObject([status, { error }]);
});

test.each<[string, () => string | undefined]>([
  ['no token', () => undefined],
  ['an invalid token', () => 'Bearer junk'],
  ["the channel's own token", () => harness.bot.received[0]?.authorization],
])('a call with %s is answered 401', async (_name, authorization) => {
  await harness.sandbox.say('ana', ANA_CHAT, 'help');
  expect((await call('POST', activitiesPath(GENERAL), authorization(), message('hi'))).status).toBe(401);
});

test('a token ends after an hour by the clock', async () => {
  const authorization = `Bearer ${await fetchToken(harness.sandbox)}`;
  harness.clock.advance(3_601_000);
  expect((await call('GET', `/${encodeURIComponent(GENERAL)}/members`, authorization)).status).toBe(401);
});

test('a post to a channel starts a thread', async () => {
  const id = await harness.post(APPROVALS);
  expect(await harness.sandbox.messages(APPROVALS)).toEqual([
    {
      id,
      conversationId: APPROVALS,
      from: { kind: 'bot', name: 'Steward' },
      at: '2026-05-11T08:30:00.000Z',
      text: 'hello',
      textFormat: 'markdown',
      cards: [],
    },
  ]);
});

test.each([
  ['a channel', GENERAL, undefined],
  ['a personal chat', ANA_CHAT, undefined],
  ['a thread', `${GENERAL};messageid=`, 'a question'],
])(
  'a post to an activity that is unknown goes to the conversation given: %s',
  async (_where, conversation, question) => {
    const root = question && (await harness.sandbox.say('ana', GENERAL, question)).id;
    const path = activitiesPath(`${conversation}${root ?? ''}`, 'b9bd7b36-5f0c-4f2e-9a3b-0c8a3f6f9f10');
    const { status, body } = await harness.connector('POST', path, message('first'));
    const posted = (await harness.sandbox.messages(conversation.split(';')[0] ?? '')).find(
      ({ id }) => id === body['id'],
    );
    expect([status, posted?.text, posted?.rootId]).toEqual([201, 'first', root]);
  },
);

test.each(['POST', 'PUT'])('a post for one person among several is refused (%s) and seen by nobody', async (method) => {
  const id = await harness.post(GENERAL);
  const path = `${activitiesPath(GENERAL, id)}?isTargetedActivity=true`;
  const { status, body } = await harness.connector(method, path, message('for Ana alone'));
  expect([status, body]).toMatchObject([400, { error: { code: 'BadArgument' } }]);
  expect(await harness.sandbox.messages(GENERAL)).toMatchObject([{ text: 'hello' }]);
});

test('a post is accepted with an unescaped thread id, a doubled slash and a path in any case', async () => {
  const { id } = await harness.sandbox.say('ana', GENERAL, 'a question');
  const url = `${harness.sandbox.url}/connector//V3/Conversations/${GENERAL};messageid=${id}/Activities`;
  const authorization = `Bearer ${await fetchToken(harness.sandbox)}`;
  expect((await request(url, 'POST', message('an answer'), { authorization })).status).toBe(201);
});

test('a post shows its cards, its summary and the mentions that are in its text', async () => {
  const mentioned = { id: people.bo.teamsId, name: 'Bo Lind' };
  await harness.post(ANA_CHAT, {
    ...cardMessage(card('one')),
    text: '<at>Bo</at> look',
    entities: ['<at>Bo</at>', '<at>Cy</at>'].map((text) => ({ type: 'mention', text, mentioned })),
  });
  expect(await harness.sandbox.messages(ANA_CHAT)).toMatchObject([
    { cards: [card('one')], summary: 'a card', mentions: [{ text: '<at>Bo</at>', name: 'Bo Lind' }] },
  ]);
});

test('a post gets an id that is higher than all before, also at the same moment', async () => {
  const ids = [await harness.post(GENERAL), await harness.post(GENERAL), await harness.post(ANA_CHAT)].map(Number);
  expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
});

test('a post of type typing leaves no message', async () => {
  await harness.connector('POST', activitiesPath(ANA_CHAT), { type: 'typing' });
  expect(await harness.sandbox.messages(ANA_CHAT)).toEqual([]);
});

test.each([
  ['to an unknown thread', `${GENERAL};messageid=1`, message('hi'), 404, 'ActivityNotFoundInConversation'],
  ['of another type', GENERAL, { type: 'event', text: 'hi' }, 400, 'BadSyntax'],
  ['with another kind of card', GENERAL, cardMessage({ type: 'Card' }), 400, 'BadSyntax'],
  ['with a card that is text', GENERAL, cardMessage('{}'), 400, 'BadSyntax'],
  ['with a card without version', GENERAL, cardMessage({ type: 'AdaptiveCard', body: [] }), 400, 'BadSyntax'],
  ['with an element that is text', GENERAL, cardMessage({ ...card(''), body: ['text'] }), 400, 'BadSyntax'],
  ['with an unknown action', GENERAL, cardMessage({ ...card(''), actions: [{ type: 'Go' }] }), 400, 'BadSyntax'],
  ['of more than 28 KB', GENERAL, message('ö'.repeat(14_400)), 413, 'MessageSizeTooBig'],
  ['of more than 256 KB', GENERAL, message('x'.repeat(300_000)), 413, 'RequestEntityTooLarge'],
  ['that is no JSON', GENERAL, '{', 400, 'BadSyntax'],
])('a post %s is refused', async (_name, conversation, body, status, code) => {
  const answer = await harness.connector('POST', activitiesPath(conversation), body);
  expect([answer.status, answer.body]).toEqual([status, { error: { code, message: expect.any(String) } }]);
});

const edit = (conversation: string, id: string, activity = message('again')) =>
  harness.connector('PUT', activitiesPath(conversation, id), activity);

test("an edit replaces the bot's message and keeps its time", async () => {
  const id = await harness.post(GENERAL, cardMessage(card('waiting')));
  harness.clock.advance(5_000);
  await edit(GENERAL, id, cardMessage(card('approved')));
  expect(await harness.sandbox.messages(GENERAL)).toMatchObject([
    { id, cards: [card('approved')], at: '2026-05-11T08:30:00.000Z', editedAt: '2026-05-11T08:30:05.000Z' },
  ]);
});

test('an edit of a deleted message is answered 404', async () => {
  const id = await harness.post(GENERAL);
  await harness.connector('DELETE', activitiesPath(GENERAL, id));
  expect((await edit(GENERAL, id)).status).toBe(404);
  expect(await harness.sandbox.messages(GENERAL)).toMatchObject([{ deleted: true, cards: [] }]);
});

test("an edit of a person's message, or under another conversation, is refused", async () => {
  const { id } = await harness.sandbox.say('ana', GENERAL, 'mine');
  expect((await edit(GENERAL, id)).status).toBe(403);
  expect((await edit(APPROVALS, await harness.post(GENERAL))).status).toBe(404);
});

test('a new conversation with a person named by object id is their personal chat', async () => {
  const { status, body } = await harness.connector('POST', '', personalParameters(people.ana.objectId));
  expect([status, body['id']]).toEqual([201, ANA_CHAT]);
});

test.each([
  ['another tenant', { ...personalParameters(people.ana.teamsId), channelData: { tenant: { id: 'other' } } }],
  ['a thread without a post', { channelData: { channel: { id: APPROVALS } } }],
])('a new conversation is refused for %s', async (_name, body) => {
  expect((await harness.connector('POST', '', body)).status).toBe(400);
});

test('the members of a channel are all people of the team with names, addresses and roles', async () => {
  const { body } = await harness.connector('GET', `/${encodeURIComponent(GENERAL)}/members`);
  expect(Object.values(body)).toContainEqual({
    id: people.ed.teamsId,
    objectId: people.ed.objectId,
    aadObjectId: people.ed.objectId,
    name: 'Ed Tanaka',
    givenName: 'Ed',
    surname: 'Tanaka',
    email: people.ed.email,
    userPrincipalName: people.ed.email,
    tenantId,
    userRole: 'guest',
  });
});

test('a person is no member of the personal chat of another', async () => {
  const path = `/${encodeURIComponent(ANA_CHAT)}/members/${encodeURIComponent(people.bo.teamsId)}`;
  expect((await harness.connector('GET', path)).status).toBe(404);
});

test.each([
  ['', 200],
  ['pageSize=1', 50],
  ['pageSize=120', 120],
  ['pageSize=9000', 500],
])('a page of members asked for with “%s” holds %i', (query, size) => {
  const place = { kind: 'group', members: Array(600).fill(people.ana) };
  const call = { query: new URLSearchParams(query) };
  const body = { members: { length: size }, continuationToken: String(size) };
  expect(pageMembers(place as never, call as never, { of: () => ({}) } as never)).toMatchObject({ body });
});

test('a member is found by the user principal name, in any case', async () => {
  const path = `/${encodeURIComponent(GENERAL)}/members/${encodeURIComponent(people.ed.email.toUpperCase())}`;
  expect((await harness.connector('GET', path)).body).toMatchObject({ id: people.ed.teamsId });
});
