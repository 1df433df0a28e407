import type { DialogSource } from '../../teams/api.ts';
import { people, sandboxBot } from '../../world.ts';
import { ANA_CHAT, card, cardAttachment, cardMessage, GENERAL, useHarness } from './support/harness.ts';

const harness = useHarness();
let posted: string;
let onCard: DialogSource;
let onMessage: DialogSource;
let command: string;
beforeEach(async () => {
  const { body } = await harness.api('GET', '/world');
  command = (body['messageActions'] as { id: string }[])[0]?.id ?? '';
  posted = await harness.post(GENERAL, cardMessage(card('waiting')));
  onCard = { kind: 'card', message: posted, data: { id: 'r1', msteams: { type: 'task/fetch' } } };
  onMessage = { kind: 'messageAction', command, message: posted };
});

const openOverApi = (as: string, source: object) => harness.api('POST', '/dialogs', { as, source });
const nextCard = (changes: object = {}): object => ({
  task: {
    type: 'continue',
    value: { title: 'A form', height: 'medium', width: 400, card: cardAttachment(card('form')), ...changes },
  },
});
const lastMessage = { task: { type: 'message', value: 'Thank you.' } };
const result = {
  composeExtension: { type: 'result', attachmentLayout: 'list', attachments: [cardAttachment(card('made'))] },
};

test("a card's button that opens a dialog sends task/fetch as Teams does", async () => {
  harness.bot.answer(200, nextCard());
  await harness.sandbox.openDialog('bo', onCard);
  expect(harness.lastActivity()).toMatchObject({
    type: 'invoke',
    name: 'task/fetch',
    replyToId: posted,
    from: { id: people.bo.teamsId },
    conversation: { id: `${GENERAL};messageid=${posted}` },
    value: { data: { id: 'r1', msteams: { type: 'task/fetch' } }, context: { theme: 'default' } },
  });
});

test("a card's button that opens a dialog sends task/submit with the fields and the data of the button", async () => {
  harness.bot.answer(200, lastMessage);
  const data = { verb: 'ask', reason: 'because' };
  await harness.sandbox.submitDialog('bo', onCard, data);
  expect(harness.lastActivity()).toMatchObject({ name: 'task/submit', value: { data } });
});

test("a card's button that opens a dialog is refused where its data do not ask for a dialog", async () => {
  const { status } = await openOverApi('bo', { ...onCard, data: { id: 'r1' } });
  expect([status, harness.bot.received]).toEqual([400, []]);
});

test("an action of the message menu sends a person's message as Teams does", async () => {
  harness.bot.answer(200, nextCard());
  const { id } = await harness.sandbox.say('bo', GENERAL, '@Ana Rossi can you <look>?', { root: posted });
  await harness.sandbox.openDialog('ana', { kind: 'messageAction', command, message: id });
  expect(harness.lastActivity()).toMatchObject({
    type: 'invoke',
    name: 'composeExtension/fetchTask',
    conversation: { id: `${GENERAL};messageid=${posted}` },
    value: {
      commandId: command,
      commandContext: 'message',
      context: { theme: 'default' },
      messagePayload: {
        id,
        replyToId: posted,
        createdDateTime: '2026-05-11T08:30:00.000Z',
        locale: 'en-gb',
        linkToMessage: expect.stringContaining(`/l/message/${encodeURIComponent(GENERAL)}/${id}`),
        from: {
          user: { id: people.bo.objectId, displayName: 'Bo Lind', userIdentityType: 'aadUser' },
          application: null,
        },
        body: { contentType: 'html', content: '<div><at id="0">Ana Rossi</at> can you &lt;look&gt;?</div>' },
        mentions: [{ id: 0, mentionText: 'Ana Rossi', mentioned: { user: { id: people.ana.objectId } } }],
        attachments: [],
      },
    },
  });
});

test("an action of the message menu sends the cards of the bot's message", async () => {
  harness.bot.answer(200, nextCard());
  await harness.sandbox.openDialog('ana', onMessage);
  const { messagePayload } = harness.lastActivity()['value'] as {
    messagePayload: { attachments: { content: string }[] };
  };
  expect(messagePayload).toMatchObject({ from: { application: { id: sandboxBot.appId } } });
  expect(messagePayload.attachments.map(({ content }) => JSON.parse(content))).toEqual([card('waiting')]);
});

test('an action of the message menu sends the message again with the fields of its form', async () => {
  harness.bot.answer(200, lastMessage);
  const data = { reason: 'because' };
  await harness.sandbox.submitDialog('ana', onMessage, data);
  expect(harness.lastActivity()).toMatchObject({
    name: 'composeExtension/submitAction',
    value: { commandId: command, commandContext: 'message', data, messagePayload: { id: posted } },
  });
});

test("an action of the message menu sends the locale of the message's author", async () => {
  harness.bot.answer(200, nextCard());
  await harness.sandbox.setLocale('bo', 'pt-BR');
  const { id } = await harness.sandbox.say('bo', GENERAL, 'bom dia');
  await harness.sandbox.openDialog('ana', { kind: 'messageAction', command, message: id });
  expect(harness.lastActivity()).toMatchObject({ locale: 'en-GB', value: { messagePayload: { locale: 'pt-br' } } });
});

test('an action of the message menu works where the app is in the personal chat but not in the team', async () => {
  await harness.sandbox.setInstalled('ana', 'team', false);
  harness.bot.answer(200, nextCard());
  expect(await harness.sandbox.openDialog('ana', onMessage)).toMatchObject({ kind: 'card' });
});

test('an action of the message menu fails where the app is in neither', async () => {
  await harness.sandbox.setInstalled('ana', 'team', false);
  await harness.sandbox.setInstalled('ana', 'personal', false);
  harness.bot.received.length = 0;
  const answer = await harness.sandbox.openDialog('ana', onMessage);
  expect([answer.kind, harness.bot.received]).toEqual(['failed', []]);
});

test.each<[string, () => Promise<object>]>([
  ['with a command that the manifest does not have', async () => ({ ...onMessage, command: 'nothing' })],
  ['on an unknown message', async () => ({ ...onMessage, message: '1' })],
  [
    "on a message in another person's chat",
    async () => ({ ...onMessage, message: (await harness.sandbox.say('ana', ANA_CHAT, 'private')).id }),
  ],
])('an action of the message menu %s is refused', async (_name, source) => {
  expect((await openOverApi('bo', await source())).status).toBe(404);
});

const shown = { kind: 'card', title: 'A form', height: 'medium', width: 400, card: card('form') };
test.each<[string, 'open' | 'submit', 'card' | 'menu', object | undefined, object]>([
  ['a card for an opened dialog', 'open', 'card', nextCard(), shown],
  ['a card for an opened action', 'open', 'menu', nextCard(), shown],
  ['a message instead of a dialog', 'open', 'card', lastMessage, { kind: 'message', text: 'Thank you.' }],
  ['another card after a submit', 'submit', 'card', nextCard(), shown],
  ['a last message', 'submit', 'menu', lastMessage, { kind: 'message', text: 'Thank you.' }],
  ['nothing after a submit', 'submit', 'card', undefined, { kind: 'closed' }],
  ['an empty object after a submit', 'submit', 'menu', {}, { kind: 'closed' }],
  ['cards to send after an action', 'submit', 'menu', result, { kind: 'compose', cards: [card('made')] }],
])('Teams takes %s', async (_name, step, where, body, expected) => {
  harness.bot.answer(200, body);
  const source = where === 'card' ? onCard : onMessage;
  const { sandbox } = harness;
  const answer = step === 'open' ? sandbox.openDialog('bo', source) : sandbox.submitDialog('bo', source, {});
  expect(await answer).toEqual(expected);
});

const failed = { kind: 'failed', reason: expect.any(String) };

test.each<[string, number, unknown]>([
  ['no answer to an opened dialog', 200, undefined],
  ['an answer of an unknown form', 200, { hello: 'there' }],
  ['a card without its attachment', 200, nextCard({ card: card('bare') })],
  ['a card of another kind', 200, nextCard({ card: { contentType: 'text/html', content: card('x') } })],
  ['an unknown size', 200, nextCard({ height: 'huge' })],
  ['cards to send after a button', 200, result],
  ['an HTTP error', 500, nextCard()],
  ['an invoke that the bot does not know', 501, undefined],
])('Teams shows an error for %s', async (_name, status, body) => {
  harness.bot.answer(status, body);
  const [notice] = await harness.eventsOf('bo', 1, async () => {
    expect(await harness.sandbox.openDialog('bo', onCard)).toEqual(failed);
  });
  const text = expect.stringContaining('went wrong with this dialog');
  expect(notice?.event).toEqual({ type: 'notice', conversationId: GENERAL, rootId: posted, text });
});

test('Teams shows an error for a bot that is not there', async () => {
  await harness.bot.close();
  expect(await harness.sandbox.openDialog('bo', onCard)).toEqual(failed);
});

test("the page API answers with the bot's last message", async () => {
  harness.bot.answer(200, lastMessage);
  const answers = [
    await openOverApi('bo', onCard),
    await harness.api('POST', '/dialogs/submit', { as: 'bo', source: onCard, data: {} }),
  ];
  expect(answers.map(({ body }) => body)).toEqual(Array(2).fill({ kind: 'message', text: 'Thank you.' }));
});
