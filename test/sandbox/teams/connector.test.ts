import { people, sandboxBot, tenantId } from '../../../src/sandbox/world.ts';
import {
  ANA_CHAT,
  APPROVALS,
  card,
  cardMessage,
  createHarness,
  fetchToken,
  GENERAL,
  type Harness,
  message,
  personalParameters,
  request,
  tokenForm,
} from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const activities = (conversation: string, id?: string): string =>
  `/${encodeURIComponent(conversation)}/activities${id === undefined ? '' : `/${id}`}`;

describe('the token', () => {
  test.each([
    ['another grant', { grant_type: 'password' }, 400, 'unsupported_grant_type'],
    ['another app', { client_id: tenantId }, 401, 'invalid_client'],
    ['a wrong password', { client_secret: 'guess' }, 401, 'invalid_client'],
    ['another scope', { scope: 'https://graph.example/.default' }, 400, 'invalid_scope'],
  ])('is refused for %s', async (_name, changes, status, error) => {
    const response = await tokenForm(harness.sandbox, changes);
    expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([status, error]);
  });

  test.each([['none'], ['Bearer junk'], ["the channel's own"]])('%s opens nothing', async (kind) => {
    await harness.sandbox.say('ana', ANA_CHAT, 'help');
    const own = harness.bot.heard[0]?.authorization ?? '';
    const headers = kind === 'none' ? {} : { authorization: kind.startsWith('Bearer') ? kind : own };
    const url = `${harness.sandbox.url}/connector/v3/conversations${activities(GENERAL)}`;
    expect((await request(url, 'POST', message('hi'), headers as Record<string, string>)).status).toBe(401);
  });

  test('ends after an hour by the clock', async () => {
    const authorization = `Bearer ${await fetchToken(harness.sandbox)}`;
    harness.clock.advance(3_601_000);
    const url = `${harness.sandbox.url}/connector/v3/conversations/${encodeURIComponent(GENERAL)}/members`;
    expect((await request(url, 'GET', undefined, { authorization })).status).toBe(401);
  });
});

describe('sending', () => {
  test('to a channel starts a thread', async () => {
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

  test('to a thread replies in it', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'a question');
    const answer = await harness.post(`${GENERAL};messageid=${id}`);
    expect(await harness.sandbox.messages(GENERAL)).toContainEqual(expect.objectContaining({ id: answer, rootId: id }));
  });

  test('as a reply to an activity lands in that thread', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'a question');
    const { body } = await harness.connector('POST', activities(GENERAL, id), message('an answer'));
    expect(await harness.sandbox.messages(GENERAL)).toContainEqual(
      expect.objectContaining({ id: body['id'], rootId: id }),
    );
  });

  test('takes the thread id unescaped and a doubled slash too', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'a question');
    const url = `${harness.sandbox.url}/connector//v3/conversations/${GENERAL};messageid=${id}/activities`;
    const authorization = `Bearer ${await fetchToken(harness.sandbox)}`;
    expect((await request(url, 'POST', message('an answer'), { authorization })).status).toBe(201);
  });

  test('shows cards, summary and the mentions that the text holds', async () => {
    const mentioned = { id: people.bo.teamsId, name: 'Bo Lind' };
    await harness.post(ANA_CHAT, {
      ...cardMessage(card('one')),
      text: '<at>Bo</at> look',
      entities: [
        { type: 'mention', text: '<at>Bo</at>', mentioned },
        { type: 'mention', text: '<at>Cy</at>', mentioned },
      ],
    });
    expect(await harness.sandbox.messages(ANA_CHAT)).toMatchObject([
      { cards: [card('one')], summary: 'a card', mentions: [{ text: '<at>Bo</at>', name: 'Bo Lind' }] },
    ]);
  });

  test('gives ids that rise and never repeat at one moment', async () => {
    const ids = [await harness.post(GENERAL), await harness.post(GENERAL), await harness.post(ANA_CHAT)].map(Number);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  test('typing leaves no message', async () => {
    await harness.connector('POST', activities(ANA_CHAT), { type: 'typing' });
    expect(await harness.sandbox.messages(ANA_CHAT)).toEqual([]);
  });

  test.each([
    ['an unknown conversation', 'a:sandbox-nobody', message('hi'), 404, 'ConversationNotFound'],
    ['a channel of another team', '19:other@thread.tacv2', message('hi'), 403, 'BotNotInConversationRoster'],
    ['an unknown thread', `${GENERAL};messageid=1`, message('hi'), 404, 'ActivityNotFoundInConversation'],
    ['nothing to show', GENERAL, { type: 'message' }, 400, 'BadSyntax'],
    ['another type', GENERAL, { type: 'event', text: 'hi' }, 400, 'BadSyntax'],
    ['a card that is none', GENERAL, cardMessage({ type: 'Card' }), 400, 'BadSyntax'],
    ['a card of text', GENERAL, cardMessage('{}'), 400, 'BadSyntax'],
    ['a card without version', GENERAL, cardMessage({ type: 'AdaptiveCard', body: [] }), 400, 'BadSyntax'],
    ['a card with odd elements', GENERAL, cardMessage({ ...card(''), body: ['text'] }), 400, 'BadSyntax'],
    ['a card with odd actions', GENERAL, cardMessage({ ...card(''), actions: [{ type: 'Go' }] }), 400, 'BadSyntax'],
    ['more than 28 KB', GENERAL, message('ö'.repeat(14_400)), 413, 'MessageSizeTooBig'],
    ['more than 256 KB', GENERAL, message('x'.repeat(300_000)), 413, 'RequestEntityTooLarge'],
    ['no JSON', GENERAL, '{', 400, 'BadSyntax'],
  ])('%s is refused', async (_name, conversation, body, status, code) => {
    const answer = await harness.connector('POST', activities(conversation), body);
    expect([answer.status, answer.body]).toEqual([status, { error: { code, message: expect.any(String) } }]);
  });
});

describe('changing', () => {
  test("takes the place of the bot's message and marks it", async () => {
    const id = await harness.post(GENERAL, cardMessage(card('waiting')));
    harness.clock.advance(5_000);
    await harness.connector('PUT', activities(GENERAL, id), cardMessage(card('approved')));
    expect(await harness.sandbox.messages(GENERAL)).toMatchObject([
      { id, cards: [card('approved')], at: '2026-05-11T08:30:00.000Z', editedAt: '2026-05-11T08:30:05.000Z' },
    ]);
  });

  test('deletes, and leaves nothing to change', async () => {
    const id = await harness.post(GENERAL);
    await harness.connector('DELETE', activities(GENERAL, id));
    const again = await harness.connector('PUT', activities(GENERAL, id), message('back'));
    expect([again.status, await harness.sandbox.messages(GENERAL)]).toMatchObject([
      404,
      [{ deleted: true, cards: [] }],
    ]);
  });

  test("does not reach a person's message", async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'mine');
    expect((await harness.connector('PUT', activities(GENERAL, id), message('yours'))).status).toBe(403);
  });

  test('does not find a message under another conversation', async () => {
    const id = await harness.post(GENERAL);
    expect((await harness.connector('PUT', activities(APPROVALS, id), message('moved'))).status).toBe(404);
  });
});

describe('creating a conversation', () => {
  test.each([
    ['channel account', people.ana.teamsId],
    ['object id', people.ana.objectId],
  ])('opens the personal chat by %s', async (_name, member) => {
    const { status, body } = await harness.connector('POST', '', personalParameters(member));
    expect([status, body['id']]).toEqual([201, ANA_CHAT]);
  });

  test('opens a thread with its first post', async () => {
    const { body } = await harness.connector('POST', '', {
      isGroup: true,
      bot: { id: sandboxBot.id },
      channelData: { channel: { id: APPROVALS } },
      activity: cardMessage(card('new')),
    });
    expect(await harness.sandbox.messages(APPROVALS)).toMatchObject([
      { id: body['activityId'], conversationId: String(body['id']).split(';messageid=')[0], cards: [card('new')] },
    ]);
  });

  test.each([
    ['nobody', personalParameters('29:nobody')],
    ['another tenant', { ...personalParameters(people.ana.teamsId), channelData: { tenant: { id: 'other' } } }],
    ['a thread without a post', { channelData: { channel: { id: APPROVALS } } }],
  ])('is refused for %s', async (_name, body) => {
    expect((await harness.connector('POST', '', body)).status).toBe(400);
  });
});

describe('members', () => {
  const members = (path: string): string => `/${encodeURIComponent(GENERAL)}/${path}`;

  test('are all people of the team, guests marked', async () => {
    const { body } = await harness.connector('GET', members('members'));
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

  test('come in pages that together hold everybody once', async () => {
    const names: string[] = [];
    let token = '';
    for (let page = 0; page < 3; page += 1) {
      const query = `pagedmembers?pageSize=2${token && `&continuationToken=${token}`}`;
      const { body } = await harness.connector('GET', members(query));
      names.push(...(body['members'] as { name: string }[]).map(({ name }) => name));
      token = String(body['continuationToken'] ?? '');
    }
    expect([names, token]).toEqual([Object.values(people).map(({ name }) => name), '']);
  });

  test('are found one by one', async () => {
    const { body } = await harness.connector('GET', members(`members/${encodeURIComponent(people.bo.teamsId)}`));
    expect(body['name']).toBe('Bo Lind');
  });

  test('of a personal chat are the one person', async () => {
    const path = `/${encodeURIComponent(ANA_CHAT)}/members/${encodeURIComponent(people.bo.teamsId)}`;
    expect((await harness.connector('GET', path)).status).toBe(404);
  });
});
