import type { DialogSource } from '../../../src/sandbox/teams/api.ts';
import { people, sandboxBot } from '../../../src/sandbox/world.ts';
import { openEvents } from './support/event-reader.ts';
import { ANA_CHAT, card, cardMessage, createHarness, GENERAL, type Harness, request } from './support/harness.ts';

let harness: Harness;
let posted: string;
let onCard: DialogSource;
let onMessage: DialogSource;
let command: string;
beforeEach(async () => {
  harness = await createHarness();
  const { body } = await request(`${harness.sandbox.url}/api/world`, 'GET');
  command = (body['messageActions'] as { id: string }[])[0]?.id ?? '';
  posted = await harness.post(GENERAL, cardMessage(card('waiting')));
  onCard = { kind: 'card', message: posted, data: { id: 'r1', msteams: { type: 'task/fetch' } } };
  onMessage = { kind: 'messageAction', command, message: posted };
});
afterEach(() => harness.close());

const attachment = (content: unknown): object => ({
  contentType: 'application/vnd.microsoft.card.adaptive',
  content,
});
const next = (changes: object = {}): object => ({
  task: {
    type: 'continue',
    value: { title: 'A form', height: 'medium', width: 400, card: attachment(card('form')), ...changes },
  },
});
const lastMessage = { task: { type: 'message', value: 'Thank you.' } };
const result = {
  composeExtension: { type: 'result', attachmentLayout: 'list', attachments: [attachment(card('made'))] },
};
const heard = (): Record<string, unknown> => ({ ...harness.bot.heard.at(-1)?.activity });

describe('a button opens a dialog', () => {
  test('by the invoke that Teams sends', async () => {
    harness.bot.answer(200, next());
    await harness.sandbox.openDialog('bo', onCard);
    expect(heard()).toMatchObject({
      type: 'invoke',
      name: 'task/fetch',
      replyToId: posted,
      from: { id: people.bo.teamsId },
      conversation: { id: `${GENERAL};messageid=${posted}` },
      value: { data: { id: 'r1', msteams: { type: 'task/fetch' } }, context: { theme: 'default' } },
    });
  });

  test('whose fields go back with what its button carries', async () => {
    harness.bot.answer(200, lastMessage);
    await harness.sandbox.submitDialog('bo', onCard, { verb: 'ask', reason: 'because' });
    expect(heard()).toMatchObject({ name: 'task/submit', value: { data: { verb: 'ask', reason: 'because' } } });
  });

  test('only where its data say so', async () => {
    const source = { ...onCard, data: { id: 'r1' } };
    const { status } = await request(`${harness.sandbox.url}/api/dialogs`, 'POST', { as: 'bo', source });
    expect([status, harness.bot.heard]).toEqual([400, []]);
  });
});

describe('an action of the message menu', () => {
  test('brings the message, a person’s too, as Teams hands it over', async () => {
    harness.bot.answer(200, next());
    const { id } = await harness.sandbox.say('bo', GENERAL, '@Ana Rossi can you <look>?', { root: posted });
    await harness.sandbox.openDialog('ana', { kind: 'messageAction', command, message: id });
    expect(heard()).toMatchObject({
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

  test('brings the cards of a message of the bot', async () => {
    harness.bot.answer(200, next());
    await harness.sandbox.openDialog('ana', onMessage);
    const { messagePayload } = heard()['value'] as { messagePayload: { attachments: { content: string }[] } };
    expect(messagePayload).toMatchObject({ from: { application: { id: sandboxBot.appId } } });
    expect(messagePayload.attachments.map(({ content }) => JSON.parse(content))).toEqual([card('waiting')]);
  });

  test('brings the message again with the fields', async () => {
    harness.bot.answer(200, lastMessage);
    await harness.sandbox.submitDialog('ana', onMessage, { reason: 'because' });
    expect(heard()).toMatchObject({
      name: 'composeExtension/submitAction',
      value: {
        commandId: command,
        commandContext: 'message',
        data: { reason: 'because' },
        messagePayload: { id: posted },
      },
    });
  });

  test('is in the language of its author', async () => {
    harness.bot.answer(200, next());
    await harness.sandbox.setLocale('bo', 'pt-BR');
    const { id } = await harness.sandbox.say('bo', GENERAL, 'bom dia');
    await harness.sandbox.openDialog('ana', { kind: 'messageAction', command, message: id });
    expect(heard()).toMatchObject({ locale: 'en-GB', value: { messagePayload: { locale: 'pt-br' } } });
  });

  test('is there where only the person has the app, as in Teams', async () => {
    await harness.sandbox.setInstalled('ana', 'team', false);
    harness.bot.answer(200, next());
    expect(await harness.sandbox.openDialog('ana', onMessage)).toMatchObject({ kind: 'card' });
  });

  test('is gone where neither the team nor the person has it', async () => {
    await harness.sandbox.setInstalled('ana', 'team', false);
    await harness.sandbox.setInstalled('ana', 'personal', false);
    harness.bot.heard.length = 0;
    const answer = await harness.sandbox.openDialog('ana', onMessage);
    expect([answer.kind, harness.bot.heard]).toEqual(['failed', []]);
  });

  test.each([
    ['that the manifest does not name', () => ({ kind: 'messageAction', command: 'nothing', message: posted })],
    ['on a message that is not there', () => ({ kind: 'messageAction', command, message: '1' })],
  ])('%s is refused', async (_name, source) => {
    const { status } = await request(`${harness.sandbox.url}/api/dialogs`, 'POST', { as: 'ana', source: source() });
    expect(status).toBe(404);
  });

  test("cannot reach a message in another's chat", async () => {
    const { id } = await harness.sandbox.say('ana', ANA_CHAT, 'private');
    const source = { kind: 'messageAction', command, message: id };
    const { status } = await request(`${harness.sandbox.url}/api/dialogs`, 'POST', { as: 'bo', source });
    expect(status).toBe(404);
  });
});

describe('Teams takes', () => {
  const shown = { kind: 'card', title: 'A form', height: 'medium', width: 400, card: card('form') };
  test.each<[string, 'open' | 'submit', 'card' | 'menu', object | undefined, object]>([
    ['a card for an opened dialog', 'open', 'card', next(), shown],
    ['a card for an opened action', 'open', 'menu', next(), shown],
    ['a message instead of a dialog', 'open', 'card', lastMessage, { kind: 'message', text: 'Thank you.' }],
    ['another card after a submit', 'submit', 'card', next(), shown],
    ['a last message', 'submit', 'menu', lastMessage, { kind: 'message', text: 'Thank you.' }],
    ['nothing after a submit', 'submit', 'card', undefined, { kind: 'closed' }],
    ['an empty object after a submit', 'submit', 'menu', {}, { kind: 'closed' }],
    ['cards to send after an action', 'submit', 'menu', result, { kind: 'compose', cards: [card('made')] }],
  ])('%s', async (_name, step, where, body, answer) => {
    harness.bot.answer(200, body);
    const source = where === 'card' ? onCard : onMessage;
    const { sandbox } = harness;
    expect(await (step === 'open' ? sandbox.openDialog('bo', source) : sandbox.submitDialog('bo', source, {}))).toEqual(
      answer,
    );
  });
});

describe('Teams shows an error for', () => {
  test.each<[string, number, unknown]>([
    ['no answer to an opened dialog', 200, undefined],
    ['an answer of no meaning', 200, { hello: 'there' }],
    ['a card without its attachment', 200, next({ card: card('bare') })],
    ['a card of another kind', 200, next({ card: { ...attachment(card('x')), contentType: 'text/html' } })],
    ['a size that is none', 200, next({ height: 'huge' })],
    ['cards to send where none were asked for', 200, result],
    ['an HTTP error', 500, next()],
    ['an invoke that the bot does not know', 501, undefined],
  ])('%s', async (_name, status, body) => {
    const events = await openEvents(harness.sandbox.url, 'bo');
    harness.bot.answer(status, body);
    const answer = await harness.sandbox.openDialog('bo', onCard);
    const [notice] = await events.next(1);
    events.close();
    expect([answer, notice?.event]).toEqual([
      { kind: 'failed', reason: expect.any(String) },
      {
        type: 'notice',
        conversationId: GENERAL,
        rootId: posted,
        text: expect.stringContaining('went wrong with this dialog'),
      },
    ]);
  });

  test('a bot that is not there', async () => {
    await harness.bot.close();
    expect(await harness.sandbox.openDialog('bo', onCard)).toMatchObject({ kind: 'failed' });
  });
});

test('the routes of the page answer with what the bot made of it', async () => {
  harness.bot.answer(200, lastMessage);
  const answers = [
    await request(`${harness.sandbox.url}/api/dialogs`, 'POST', { as: 'bo', source: onCard }),
    await request(`${harness.sandbox.url}/api/dialogs/submit`, 'POST', { as: 'bo', source: onCard, data: {} }),
  ];
  expect(answers.map(({ body }) => body)).toEqual(Array(2).fill({ kind: 'message', text: 'Thank you.' }));
});
