import { readActivity } from '../../../src/bot/gate/activity.ts';
import { readTyped } from '../../../src/bot/turn/typed-message.ts';
import { messagePayload } from '../../teams/channel/message-payload.ts';
import type { FoundMessage } from '../../teams/chat/lookup.ts';
import { people, sandboxBot } from '../../world.ts';
import { ANA_CHAT, card, cardMessage, GENERAL, useHarness } from './support/harness.ts';

const harness = useHarness();

const readReceived = () => {
  const activity = readActivity(harness.lastActivity());
  if (!activity) throw new Error('the bot received no activity');
  return { activity, attachments: JSON.stringify(activity.raw['attachments']), typed: readTyped(activity, []) };
};
const say = (body: object) => harness.api('POST', '/messages', { as: 'ana', conversation: ANA_CHAT, ...body });
/** Ana says the text in her chat, and then replies to it; the ids of both. */
const sayAndReply = async (text: string, reply = 'translate') => {
  const { id } = await harness.sandbox.say('ana', ANA_CHAT, text);
  return { id, reply: (await harness.sandbox.say('ana', ANA_CHAT, reply, { quotes: id })).id };
};

test('a reply to a message in a chat reaches the bot with the beginning of that message as HTML and in the text', async () => {
  const id = await harness.post(ANA_CHAT, { type: 'message', text: '**Guten** Tag & mehr' });
  await harness.sandbox.say('ana', ANA_CHAT, 'translate', { quotes: id });
  const { activity, attachments } = readReceived();
  expect(activity.text).toBe('Steward\r\nGuten Tag & mehr\r\n\r\ntranslate');
  expect(attachments).toContain(`itemtype=\\"http://schema.skype.com/Reply\\" itemid=\\"${id}\\"`);
  expect(attachments).toContain(`itemid=\\"${sandboxBot.id}\\">Steward</strong>`);
});

test('a reply to a message in a chat is parsed by the bot into the typed and the quoted text', async () => {
  const { id } = await sayAndReply('die <Kasse> & "mehr"\nauch hier', 'translate to English');
  expect(readReceived().typed).toEqual({
    text: 'translate to English',
    typed: { kind: 'html', content: '<p>translate to English</p>' },
    quoted: { author: people.ana.name, text: 'die <Kasse> & "mehr" auch hier', shortened: true },
    quotes: [id],
  });
});

test('a reply to a message in a chat quotes at most 200 letters', async () => {
  await sayAndReply('wort '.repeat(400));
  const { quoted } = readReceived().typed;
  expect([quoted?.text.length, quoted?.text.endsWith('…')]).toEqual([201, true]);
});

test('a reply to a message in a chat quotes nothing of a card', async () => {
  const id = await harness.post(ANA_CHAT, cardMessage(card('Guten Tag')));
  await harness.sandbox.say('ana', ANA_CHAT, 'translate', { quotes: id });
  const { text, quoted } = readReceived().typed;
  expect([text, quoted]).toEqual(['translate', undefined]);
});

test('a reply to a message in a chat keeps its quote when its author edits it', async () => {
  const { id, reply } = await sayAndReply('Guten Tag');
  await harness.sandbox.edit('ana', reply, 'translate to French');
  const quoted = { id, name: 'Ana Rossi', preview: 'Guten Tag' };
  expect(await harness.sandbox.messages(ANA_CHAT)).toMatchObject([{}, { text: 'translate to French', quoted }]);
  expect(readReceived().typed.quoted?.text).toBe('Guten Tag');
});

test('a reply to a message in a chat is refused in a channel, where replies are in the thread', async () => {
  const { id } = await harness.sandbox.say('ana', GENERAL, 'Guten Tag');
  const { status, body } = await say({ conversation: GENERAL, text: 'translate', quotes: id });
  expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('NoQuotes')]);
});

test('a reply to a message in a chat is refused for a message of another conversation', async () => {
  const { id } = await harness.sandbox.say('ana', GENERAL, 'Guten Tag');
  expect((await say({ text: 'translate', quotes: id })).status).toBe(404);
});

test("a quote in a message's payload is an attachment, as in Microsoft Graph", () => {
  const quoted = { id: '7', author: 'bo' as const, preview: 'Guten Tag' };
  const post = {
    ...{ id: '8', conversation: ANA_CHAT, author: 'ana' as const, at: 0, deleted: false },
    content: { text: 'hello', cards: [], quoted },
  };
  const payload = messagePayload({ post, place: { kind: 'personal', id: ANA_CHAT } } as unknown as FoundMessage, 'en');
  expect(payload).toMatchObject({
    body: { content: '<div><attachment id="7"></attachment>hello</div>' },
    attachments: [{ id: '7', contentType: 'messageReference', content: expect.stringContaining('Guten Tag') }],
  });
});

test('a message of the greatest length that Teams takes reaches the bot whole', async () => {
  const text = `translate ${'wort '.repeat(2_800)}`.trim();
  expect((await say({ text })).status).toBe(200);
  await harness.sandbox.say('ana', ANA_CHAT, text);
  expect(readReceived().typed.text).toBe(text);
});
