import { readActivity } from '../../../src/bot/gate/activity.ts';
import { readTyped } from '../../../src/bot/turn/typed-message.ts';
import { messagePayload } from '../../../src/sandbox/teams/channel/message-payload.ts';
import type { FoundMessage } from '../../../src/sandbox/teams/chat/lookup.ts';
import { people, sandboxBot } from '../../../src/sandbox/world.ts';
import { ANA_CHAT, card, cardMessage, createHarness, GENERAL, type Harness, request } from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const heard = () => {
  const activity = readActivity({ ...harness.bot.heard.at(-1)?.activity });
  if (!activity) throw new Error('the bot heard no activity');
  return { activity, attachments: JSON.stringify(activity.raw['attachments']) };
};

const say = (body: object) =>
  request(`${harness.sandbox.url}/api/messages`, 'POST', { as: 'ana', conversation: ANA_CHAT, ...body });

describe('a reply to a message in a chat', () => {
  test('brings the bot the beginning of that message as html, and in the text', async () => {
    const id = await harness.post(ANA_CHAT, { type: 'message', text: '**Guten** Tag & mehr' });
    await harness.sandbox.say('ana', ANA_CHAT, 'translate', { quotes: id });
    const { activity, attachments } = heard();
    expect(activity.text).toBe('Steward\r\nGuten Tag & mehr\r\n\r\ntranslate');
    expect(attachments).toContain(`itemtype=\\"http://schema.skype.com/Reply\\" itemid=\\"${id}\\"`);
    expect(attachments).toContain(`itemid=\\"${sandboxBot.id}\\">Steward</strong>`);
  });

  test('is read by the bot as what was typed and what was quoted', async () => {
    const { id } = await harness.sandbox.say('ana', ANA_CHAT, 'die <Kasse> & "mehr"\nauch hier');
    await harness.sandbox.say('ana', ANA_CHAT, 'translate to English', { quotes: id });
    expect(readTyped(heard().activity, [])).toEqual({
      text: 'translate to English',
      typed: { kind: 'html', content: '<p>translate to English</p>' },
      quoted: { author: people.ana.name, text: 'die <Kasse> & "mehr" auch hier', shortened: true },
    });
  });

  test('brings no more than the beginning', async () => {
    const { id } = await harness.sandbox.say('ana', ANA_CHAT, 'wort '.repeat(400));
    await harness.sandbox.say('ana', ANA_CHAT, 'translate', { quotes: id });
    const { quoted } = readTyped(heard().activity, []);
    expect([quoted?.text.length, quoted?.text.endsWith('…')]).toEqual([201, true]);
  });

  test('to a card brings none of it', async () => {
    const id = await harness.post(ANA_CHAT, cardMessage(card('Guten Tag')));
    await harness.sandbox.say('ana', ANA_CHAT, 'translate', { quotes: id });
    expect(readTyped(heard().activity, [])).toMatchObject({ text: 'translate' });
    expect(readTyped(heard().activity, []).quoted).toBeUndefined();
  });

  test('shows what it replies to, also after its author changed it', async () => {
    const { id } = await harness.sandbox.say('ana', ANA_CHAT, 'Guten Tag');
    const reply = await harness.sandbox.say('ana', ANA_CHAT, 'translate', { quotes: id });
    await harness.sandbox.edit('ana', reply.id, 'translate to French');
    const quoted = { id, name: 'Ana Rossi', preview: 'Guten Tag' };
    expect(await harness.sandbox.messages(ANA_CHAT)).toMatchObject([{}, { text: 'translate to French', quoted }]);
    expect(readTyped(heard().activity, []).quoted?.text).toBe('Guten Tag');
  });

  test('is refused in a channel, where people reply in the thread', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'Guten Tag');
    const { status, body } = await say({ conversation: GENERAL, text: 'translate', quotes: id });
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining('NoQuotes')]);
  });

  test('is refused for what stands elsewhere', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'Guten Tag');
    expect((await say({ text: 'translate', quotes: id })).status).toBe(404);
  });
});

test('in a message’s payload a quote is an attachment, as Microsoft Graph has it', () => {
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

test('a message as long as Teams takes reaches the bot whole', async () => {
  const text = `translate ${'wort '.repeat(2_800)}`.trim();
  expect((await say({ text })).status).toBe(200);
  await harness.sandbox.say('ana', ANA_CHAT, text);
  expect(readTyped(heard().activity, []).text).toBe(text);
});
