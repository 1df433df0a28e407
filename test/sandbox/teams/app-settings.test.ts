import { people } from '../../../src/sandbox/world.ts';
import { ANA_CHAT, card, cardMessage, createHarness, GENERAL, type Harness, request } from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const heard = (index = -1): Record<string, unknown> => ({ ...harness.bot.heard.at(index)?.activity });
const put = (path: string, body: object): ReturnType<typeof request> =>
  request(`${harness.sandbox.url}${path}`, 'PUT', body);
const world = async (): Promise<unknown> => (await request(`${harness.sandbox.url}/api/world`, 'GET')).body;

describe("a person's language", () => {
  beforeEach(() => harness.sandbox.setLocale('ana', 'ja-JP'));

  test.each<[string, () => Promise<unknown>]>([
    ['a message', () => harness.sandbox.say('ana', ANA_CHAT, 'help')],
    ['a press', async () => harness.sandbox.act('ana', await harness.post(ANA_CHAT, cardMessage(card('x'))), 'go')],
    ['a removal', () => harness.sandbox.setInstalled('ana', 'personal', false)],
  ])('travels with %s', async (_name, act) => {
    await act();
    expect(heard()).toMatchObject({
      locale: 'ja-JP',
      entities: [expect.objectContaining({ type: 'clientInfo', locale: 'ja-JP', country: 'JP' })],
    });
  });

  test("is nobody else's", async () => {
    await harness.sandbox.say('bo', 'a:sandbox-bo', 'help');
    expect(heard()['locale']).toBe('en-GB');
  });

  test('is what the pages see, also after a restart', async () => {
    await harness.restart();
    const [ana, bo] = [
      { key: 'ana', locale: 'ja-JP' },
      { key: 'bo', locale: 'en-GB' },
    ];
    expect(await world()).toMatchObject({
      people: expect.arrayContaining([expect.objectContaining(ana), expect.objectContaining(bo)]),
    });
  });

  test.each([
    ['of nobody', '/api/people/zoe/locale', 'de-DE'],
    ['that nobody can choose', '/api/people/ana/locale', 'xx'],
  ])('%s is refused', async (_name, path, locale) => expect((await put(path, { as: 'ana', locale })).status).toBe(400));

  test('is set through its route', async () => {
    const { status, body } = await put('/api/people/ana/locale', { as: 'ana', locale: 'de-DE' });
    expect([status, body]).toEqual([200, { key: 'ana', locale: 'de-DE' }]);
  });
});

describe('the permission to read channel messages', () => {
  test('hands every message of people to the bot, without a mention', async () => {
    await harness.sandbox.setPermission('ana', true);
    await harness.sandbox.say('bo', GENERAL, 'good morning');
    expect(heard()).toMatchObject({ type: 'message', text: 'good morning', from: { id: people.bo.teamsId } });
  });

  test('covers what people do with such messages later', async () => {
    await harness.sandbox.setPermission('ana', true);
    const { id } = await harness.sandbox.say('bo', GENERAL, 'good morning');
    await harness.sandbox.remove('bo', id);
    expect(heard()).toMatchObject({ type: 'messageDelete', id });
  });

  test('ends when it is taken back', async () => {
    await harness.sandbox.setPermission('ana', true);
    await put('/api/app/permission', { as: 'ana', readsChannelMessages: false });
    await harness.sandbox.say('bo', GENERAL, 'good morning');
    expect(harness.bot.heard).toEqual([]);
  });

  test('reads nothing where the app is not installed', async () => {
    await harness.sandbox.setPermission('ana', true);
    await harness.sandbox.setInstalled('ana', 'team', false);
    harness.bot.heard.length = 0;
    await harness.sandbox.say('bo', GENERAL, 'good morning');
    expect(harness.bot.heard).toEqual([]);
  });

  test('outlives a restart', async () => {
    await put('/api/app/permission', { as: 'ana', readsChannelMessages: true });
    await harness.restart();
    const { body } = await request(`${harness.sandbox.url}/api/app?as=bo`, 'GET');
    expect(body).toEqual({ team: true, personal: true, readsChannelMessages: true });
  });
});

test('the world tells what the manifest suggests, and what Teams needs of people', async () => {
  expect(await world()).toMatchObject({
    app: { name: 'Steward', version: expect.any(String), description: expect.any(String) },
    commands: {
      channel: expect.arrayContaining([{ title: 'request role', description: expect.any(String) }]),
      personal: expect.arrayContaining([{ title: 'help', description: expect.any(String) }]),
    },
    people: expect.arrayContaining([expect.objectContaining({ key: 'cy', teamsId: people.cy.teamsId })]),
    locales: expect.arrayContaining(
      ['en-GB', 'en-US', 'de-DE', 'fr-FR', 'ja-JP', 'pt-BR'].map((tag) => ({ tag, name: expect.any(String) })),
    ),
  });
});
