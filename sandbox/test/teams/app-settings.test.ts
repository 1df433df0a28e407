import { people } from '../../world.ts';
import { ANA_CHAT, card, cardMessage, GENERAL, useHarness } from './support/harness.ts';

const harness = useHarness();

const world = async (): Promise<unknown> => (await harness.api('GET', '/world')).body;
const setPermission = (readsChannelMessages: boolean) =>
  harness.api('PUT', '/app/permission', { as: 'ana', readsChannelMessages });

describe("a person's language", () => {
  beforeEach(() => harness.sandbox.setLocale('ana', 'ja-JP'));

  test.each<[string, () => Promise<unknown>]>([
    ['a message', () => harness.sandbox.say('ana', ANA_CHAT, 'help')],
    ['a press', async () => harness.sandbox.act('ana', await harness.post(ANA_CHAT, cardMessage(card('x'))), 'go')],
    ['a removal of the app', () => harness.sandbox.setInstalled('ana', 'personal', false)],
  ])('is the locale of the activity for %s', async (_name, act) => {
    await act();
    expect(harness.lastActivity()).toMatchObject({
      locale: 'ja-JP',
      entities: [expect.objectContaining({ type: 'clientInfo', locale: 'ja-JP', country: 'JP' })],
    });
  });

  test('is the same on the page after a restart', async () => {
    await harness.restart();
    const locales = { ana: 'ja-JP', bo: 'en-GB' };
    const listed = Object.entries(locales).map(([key, locale]) => expect.objectContaining({ key, locale }));
    expect(await world()).toMatchObject({ people: expect.arrayContaining(listed) });
  });

  test.each([
    ['an unknown person', '/people/zoe/locale', 'de-DE', 400, undefined],
    ['an unknown locale', '/people/ana/locale', 'xx', 400, undefined],
    ['a known person and locale', '/people/ana/locale', 'de-DE', 200, { key: 'ana', locale: 'de-DE' }],
  ])('set over the API for %s is answered with %s %s %i', async (_name, path, locale, status, set) => {
    const answer = await harness.api('PUT', path, { as: 'ana', locale });
    expect(answer).toMatchObject({ status, ...(set && { body: set }) });
  });
});

describe('with the permission to read channel messages', () => {
  beforeEach(() => harness.sandbox.setPermission('ana', true));

  test('the bot receives a message without a mention', async () => {
    await harness.sandbox.say('bo', GENERAL, 'good morning');
    const from = expect.objectContaining({ id: people.bo.teamsId });
    expect(harness.lastActivity()).toMatchObject({ type: 'message', text: 'good morning', from });
  });

  test('the bot receives the deletion of such a message', async () => {
    const { id } = await harness.sandbox.say('bo', GENERAL, 'good morning');
    await harness.sandbox.remove('bo', id);
    expect(harness.lastActivity()).toMatchObject({ type: 'messageDelete', id });
  });

  test('withdrawn again, the bot receives nothing', async () => {
    await setPermission(false);
    await harness.sandbox.say('bo', GENERAL, 'good morning');
    expect(harness.bot.received).toEqual([]);
  });

  test('the bot receives nothing where the app is not installed', async () => {
    await harness.sandbox.setInstalled('ana', 'team', false);
    harness.bot.received.length = 0;
    await harness.sandbox.say('bo', GENERAL, 'good morning');
    expect(harness.bot.received).toEqual([]);
  });

  test('the permission is still there after a restart', async () => {
    await setPermission(false);
    await setPermission(true);
    await harness.restart();
    const { body } = await harness.api('GET', '/app?as=bo');
    expect(body).toMatchObject({ team: true, personal: true, readsChannelMessages: true });
  });
});
