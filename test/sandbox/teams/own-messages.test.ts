import { openEvents } from './support/event-reader.ts';
import { ANA_CHAT, card, cardMessage, createHarness, GENERAL, type Harness, request } from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const send = (method: 'PUT' | 'DELETE', id: string, body: object): ReturnType<typeof request> =>
  request(`${harness.sandbox.url}/api/messages/${id}`, method, body);
const lastHeard = (): object => ({ ...harness.bot.heard.at(-1)?.activity });

describe.each([
  ['edited', 'PUT' as const],
  ['deleted', 'DELETE' as const],
])('a message is %s by nobody but its author: %s', (_word, method) => {
  test('not by another person', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'mine');
    const { status } = await send(method, id, { as: 'bo', text: 'taken' });
    expect([status, await harness.sandbox.messages(GENERAL)]).toMatchObject([403, [{ text: 'mine' }]]);
  });

  test("not where it is the bot's", async () => {
    const id = await harness.post(GENERAL);
    expect((await send(method, id, { as: 'bo', text: 'taken' })).status).toBe(403);
  });

  test('and is not even there for who may not read it', async () => {
    const { id } = await harness.sandbox.say('ana', ANA_CHAT, 'for the bot');
    expect((await send(method, id, { as: 'bo', text: 'taken' })).status).toBe(404);
  });

  test('and not once it is deleted', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'mine');
    await harness.sandbox.remove('ana', id);
    expect((await send(method, id, { as: 'ana', text: 'again' })).status).toBe(404);
  });
});

describe('an edit', () => {
  test('stands for everybody, marked as one, and its mentions are real', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'ask Bo');
    harness.clock.advance(60_000);
    expect((await send('PUT', id, { as: 'ana', text: 'ask @Bo Lind' })).status).toBe(200);
    expect(await harness.sandbox.messages(GENERAL, 'di')).toMatchObject([
      {
        id,
        text: 'ask <at>Bo Lind</at>',
        mentions: [{ text: '<at>Bo Lind</at>', name: 'Bo Lind' }],
        editedAt: '2026-05-11T08:31:00.000Z',
      },
    ]);
  });

  test('without a text is refused', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'mine');
    expect((await send('PUT', id, { as: 'ana', text: ' ' })).status).toBe(400);
  });

  test('is told to the pages', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'one');
    const events = await openEvents(harness.sandbox.url, 'bo');
    await harness.sandbox.edit('ana', id, 'two');
    const told = await events.next(1);
    events.close();
    expect(told).toMatchObject([{ event: { type: 'message', message: { id, text: 'two' } } }]);
  });

  test('reaches the bot as Teams tells it, under the id of the message', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, '@Steward help');
    await harness.sandbox.edit('ana', id, '@Steward my access');
    expect(lastHeard()).toMatchObject({
      type: 'messageUpdate',
      id,
      text: '<at>Steward</at> my access',
      conversation: { id: `${GENERAL};messageid=${id}` },
      channelData: { eventType: 'editMessage', channel: { id: GENERAL } },
    });
  });

  test.each([
    ['was a personal message', ANA_CHAT, 'help', 'my access'],
    ['mentioned the bot before', GENERAL, '@Steward help', 'never mind'],
    ['mentions the bot now', GENERAL, 'help', '@Steward help'],
  ])('reaches the bot where it %s', async (_when, where, before, after) => {
    const { id } = await harness.sandbox.say('ana', where, before);
    await harness.sandbox.edit('ana', id, after);
    expect(lastHeard()).toMatchObject({ type: 'messageUpdate', id });
  });

  test('of what the bot never heard stays unheard', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'between us');
    await harness.sandbox.edit('ana', id, 'still between us');
    expect(harness.bot.heard).toEqual([]);
  });
});

describe('a deletion', () => {
  test('leaves nothing of what was said', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'a secret');
    expect((await send('DELETE', id, { as: 'ana' })).status).toBe(200);
    const [left] = await harness.sandbox.messages(GENERAL);
    expect([left?.deleted, JSON.stringify(left).includes('secret')]).toEqual([true, false]);
  });

  test('reaches the bot as Teams tells it, without the text', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, '@Steward a secret');
    await harness.sandbox.remove('ana', id);
    expect(lastHeard()).toMatchObject({ type: 'messageDelete', id, channelData: { eventType: 'softDeleteMessage' } });
    expect(JSON.stringify(lastHeard())).not.toContain('secret');
  });

  test('of what the bot never heard stays unheard', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'between us');
    await harness.sandbox.remove('ana', id);
    expect(harness.bot.heard).toEqual([]);
  });
});

describe('what a dialog composed', () => {
  const say = (body: object): ReturnType<typeof request> =>
    request(`${harness.sandbox.url}/api/messages`, 'POST', { as: 'ana', conversation: GENERAL, ...body });

  test("stands as the person's own message", async () => {
    await say({ text: '', cards: [card('composed')] });
    expect(await harness.sandbox.messages(GENERAL)).toMatchObject([
      { from: { kind: 'person', key: 'ana' }, cards: [card('composed')] },
    ]);
  });

  test('has buttons that reach the bot', async () => {
    const { body } = await say({ cards: [card('composed')] });
    await harness.sandbox.act('bo', String(body['id']), 'approve');
    expect(lastHeard()).toMatchObject({ name: 'adaptiveCard/action', replyToId: body['id'] });
  });

  test('travels with a message that the bot hears', async () => {
    await harness.sandbox.say('ana', ANA_CHAT, '', { cards: [card('composed')] });
    expect(lastHeard()).toMatchObject({
      attachments: [
        { contentType: 'text/html' },
        { contentType: 'application/vnd.microsoft.card.adaptive', content: card('composed') },
      ],
    });
  });

  test.each([
    ['no card', [{ type: 'HeroCard' }]],
    ['nothing at all', []],
  ])('%s is refused', async (_name, cards) => expect((await say({ text: '', cards })).status).toBe(400));
});

test("the bot's own edit still ends at its own messages", async () => {
  const { id } = await harness.sandbox.say('ana', GENERAL, 'mine');
  const path = `/${encodeURIComponent(GENERAL)}/activities/${id}`;
  expect((await harness.connector('PUT', path, cardMessage(card('taken')))).status).toBe(403);
});
