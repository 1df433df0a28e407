import { ANA_CHAT, card, cardAttachment, GENERAL, useHarness } from './support/harness.ts';

const harness = useHarness();

const send = (method: 'PUT' | 'DELETE', id: string, body: object) => harness.api(method, `/messages/${id}`, body);
/** A message of Ana's; its id. */
const say = async (text: string, conversation = GENERAL): Promise<string> =>
  (await harness.sandbox.say('ana', conversation, text)).id;

describe.each([
  ['edit', 'PUT' as const],
  ['deletion', 'DELETE' as const],
])('an %s of a message over the API', (_word, method) => {
  test('by another person is answered 403', async () => {
    const id = await say('mine');
    const { status } = await send(method, id, { as: 'bo', text: 'taken' });
    expect([status, await harness.sandbox.messages(GENERAL)]).toMatchObject([403, [{ text: 'mine' }]]);
  });

  test("that is the bot's is answered 403", async () => {
    expect((await send(method, await harness.post(GENERAL), { as: 'bo', text: 'taken' })).status).toBe(403);
  });

  test('that the person may not read is answered 404', async () => {
    expect((await send(method, await say('for the bot', ANA_CHAT), { as: 'bo', text: 'taken' })).status).toBe(404);
  });

  test('that is deleted is answered 404', async () => {
    const id = await say('mine');
    await harness.sandbox.remove('ana', id);
    expect((await send(method, id, { as: 'ana', text: 'again' })).status).toBe(404);
  });

  test('that the bot never received is not sent to the bot', async () => {
    const id = await say('between us');
    const { edit, remove } = harness.sandbox;
    await (method === 'PUT' ? edit('ana', id, 'still between us') : remove('ana', id));
    expect(harness.bot.received).toEqual([]);
  });
});

test('an edit is shown to everybody, with its time and its mentions', async () => {
  const id = await say('ask Bo');
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

test('an edit without a text is refused', async () => {
  expect((await send('PUT', await say('mine'), { as: 'ana', text: ' ' })).status).toBe(400);
});

test('an edit is an event for the pages', async () => {
  const id = await say('one');
  const events = await harness.eventsOf('bo', 1, () => harness.sandbox.edit('ana', id, 'two'));
  expect(events).toMatchObject([{ event: { type: 'message', message: { id, text: 'two' } } }]);
});

test('an edit reaches the bot as Teams sends it, under the id of the message', async () => {
  const id = await say('@Steward help');
  await harness.sandbox.edit('ana', id, '@Steward my access');
  expect(harness.lastActivity()).toMatchObject({
    type: 'messageUpdate',
    id,
    text: '<at>Steward</at> my access',
    conversation: { id: `${GENERAL};messageid=${id}` },
    channelData: { eventType: 'editMessage', channel: { id: GENERAL } },
  });
});

test.each([
  ['of a personal message', ANA_CHAT, 'help', 'my access'],
  ['of a message that mentioned the bot', GENERAL, '@Steward help', 'never mind'],
  ['that mentions the bot', GENERAL, 'help', '@Steward help'],
])('an edit %s reaches the bot', async (_when, where, before, after) => {
  const id = await say(before, where);
  await harness.sandbox.edit('ana', id, after);
  expect(harness.lastActivity()).toMatchObject({ type: 'messageUpdate', id });
});

test('a deletion leaves a deleted message without its text', async () => {
  expect((await send('DELETE', await say('a secret'), { as: 'ana' })).status).toBe(200);
  const [left] = await harness.sandbox.messages(GENERAL);
  expect([left?.deleted, JSON.stringify(left).includes('secret')]).toEqual([true, false]);
});

test('a deletion reaches the bot as Teams sends it, without the text', async () => {
  const id = await say('@Steward a secret');
  await harness.sandbox.remove('ana', id);
  const channelData = { eventType: 'softDeleteMessage' };
  expect(harness.lastActivity()).toMatchObject({ type: 'messageDelete', id, channelData });
  expect(JSON.stringify(harness.lastActivity())).not.toContain('secret');
});

const sayCards = (body: object) => harness.api('POST', '/messages', { as: 'ana', conversation: GENERAL, ...body });

test("a message with the cards of a dialog is the person's own", async () => {
  await sayCards({ text: '', cards: [card('composed')] });
  expect(await harness.sandbox.messages(GENERAL)).toMatchObject([
    { from: { kind: 'person', key: 'ana' }, cards: [card('composed')] },
  ]);
});

test('a message with the cards of a dialog has buttons that reach the bot', async () => {
  const { body } = await sayCards({ cards: [card('composed')] });
  await harness.sandbox.act('bo', String(body['id']), 'approve');
  expect(harness.lastActivity()).toMatchObject({ name: 'adaptiveCard/action', replyToId: body['id'] });
});

test('a message with the cards of a dialog reaches the bot with the cards as attachments', async () => {
  await harness.sandbox.say('ana', ANA_CHAT, '', { cards: [card('composed')] });
  expect(harness.lastActivity()).toMatchObject({
    attachments: [{ contentType: 'text/html' }, cardAttachment(card('composed'))],
  });
});

test.each([
  ['another kind of card', [{ type: 'HeroCard' }]],
  ['neither text nor card', []],
])('a message with the cards of a dialog is refused with %s', async (_name, cards) =>
  expect((await sayCards({ text: '', cards })).status).toBe(400),
);
