import { createRemoteJWKSet, jwtVerify } from 'jose';
import { randomIds } from '../../../src/platform/lib/ids.ts';
import { silentLog } from '../../../src/platform/lib/logger.ts';
import { createBotClient } from '../../teams/channel/bot-client.ts';
import { otherPlaces, people, sandboxBot, team, tenantId } from '../../world.ts';
import { ANA_CHAT, APPROVALS, GENERAL, useHarness } from './support/harness.ts';

const harness = useHarness();

const firstActivity = (): Record<string, unknown> => ({ ...harness.bot.received[0]?.activity });
const getJson = async (url: string) => (await fetch(url)).json() as Promise<Record<string, unknown>>;
const jwksUrl = async () => String((await getJson(harness.sandbox.trust.openIdUrl))['jwks_uri']);

const verify = async (): ReturnType<typeof jwtVerify> => {
  const token = (harness.bot.received[0]?.authorization ?? '').replace('Bearer ', '');
  return jwtVerify(token, createRemoteJWKSet(new URL(await jwksUrl())), {
    algorithms: ['RS256'],
    issuer: harness.sandbox.trust.issuer,
    audience: sandboxBot.appId,
    requiredClaims: ['exp', 'nbf', 'serviceurl'],
    currentDate: new Date(harness.clock.now()),
  });
};

test('the signature of an activity is valid with the published keys and has the service URL of the activity', async () => {
  await harness.sandbox.say('ana', ANA_CHAT, 'help');
  const { payload } = await verify();
  expect(payload['serviceurl']).toBe(firstActivity()['serviceUrl']);
});

test('the signature of an activity ends after one hour', async () => {
  await harness.sandbox.say('ana', ANA_CHAT, 'help');
  harness.clock.advance(3_600_001);
  await expect(verify()).rejects.toThrow('exp');
});

test('the signature of an activity has one published key, which Teams endorses, without its private part', async () => {
  const { keys } = await getJson(await jwksUrl());
  const [kid, n, e] = Array(3).fill(expect.any(String));
  expect(keys).toEqual([{ endorsements: ['msteams'], use: 'sig', alg: 'RS256', kty: 'RSA', kid, n, e }]);
});

test('the signature of an activity is replaced by the Authorization that a test gives', async () => {
  await harness.sandbox.deliver({ type: 'message' }, { authorization: 'Bearer forged' });
  expect(harness.bot.received[0]?.authorization).toBe('Bearer forged');
});

test('a message in a channel that mentions the bot reaches it as Teams sends it', async () => {
  const { id } = await harness.sandbox.say('ana', GENERAL, '@Steward request reader <now>');
  expect(firstActivity()).toEqual({
    type: 'message',
    id,
    channelId: 'msteams',
    serviceUrl: `${harness.sandbox.url}/connector/`,
    timestamp: '2026-05-11T08:30:00.000Z',
    localTimestamp: '2026-05-11T10:30:00.000+02:00',
    localTimezone: 'Europe/Berlin',
    locale: 'en-GB',
    from: { id: people.ana.teamsId, name: 'Ana Rossi', aadObjectId: people.ana.objectId },
    recipient: { id: sandboxBot.id, name: 'Steward' },
    conversation: { isGroup: true, conversationType: 'channel', tenantId, id: `${GENERAL};messageid=${id}` },
    channelData: {
      teamsChannelId: GENERAL,
      teamsTeamId: team.id,
      channel: { id: GENERAL },
      team: { id: team.id },
      tenant: { id: tenantId },
    },
    text: '<at>Steward</at> request reader <now>',
    textFormat: 'plain',
    attachments: [
      {
        contentType: 'text/html',
        content:
          '<p><span itemscope itemtype="http://schema.skype.com/Mention" itemid="0">Steward</span> request reader &lt;now&gt;</p>',
      },
    ],
    entities: [
      { type: 'mention', mentioned: { id: sandboxBot.id, name: 'Steward' }, text: '<at>Steward</at>' },
      { type: 'clientInfo', locale: 'en-GB', country: 'GB', platform: 'Web', timezone: 'Europe/Berlin' },
    ],
  });
});

test.each(['mail me at ana@Steward.example', '<at>Steward</at> help'])(
  'a message in a channel that is “%s” mentions nobody',
  async (text) => {
    await harness.sandbox.say('ana', GENERAL, text);
    expect(harness.bot.received).toEqual([]);
  },
);

test('a message in a channel has an entity for each person that it mentions', async () => {
  await harness.sandbox.say('ana', GENERAL, '@Steward who is @Bo Lind');
  expect(firstActivity()['entities']).toContainEqual({
    type: 'mention',
    mentioned: { id: people.bo.teamsId, name: 'Bo Lind' },
    text: '<at>Bo Lind</at>',
  });
});

test('a message in a channel in reply to a reply is in the thread of the first post', async () => {
  const first = await harness.sandbox.say('ana', GENERAL, 'a first post');
  const reply = await harness.sandbox.say('bo', GENERAL, 'a reply', { root: first.id });
  await harness.sandbox.say('ana', GENERAL, '@Steward help', { root: reply.id });
  expect(firstActivity()).toMatchObject({
    conversation: { id: `${GENERAL};messageid=${first.id}` },
    replyToId: first.id,
  });
});

test('a message in a channel in a thread of another channel is refused', async () => {
  const { id } = await harness.sandbox.say('ana', GENERAL, 'a first post');
  await expect(harness.sandbox.say('ana', APPROVALS, 'a reply', { root: id })).rejects.toThrow('no such thread');
});

test('a message in a channel has the same id when Teams delivers it again', async () => {
  const { id } = await harness.sandbox.say('ana', GENERAL, '@Steward help', { deliverTwice: true });
  expect(harness.bot.received.map(({ activity }) => activity['id'])).toEqual([id, id]);
});

test('a personal message reaches the bot without a mention', async () => {
  await harness.sandbox.say('ed', 'a:sandbox-ed', 'help');
  expect(firstActivity()).toMatchObject({
    text: 'help',
    conversation: { conversationType: 'personal', tenantId, id: 'a:sandbox-ed' },
    channelData: { tenant: { id: tenantId } },
    from: { aadObjectId: people.ed.objectId },
  });
});

test("a personal message to another person's chat is refused", async () => {
  await expect(harness.sandbox.say('bo', ANA_CHAT, 'help')).rejects.toThrow('no such conversation');
});

const received = (): string[] =>
  harness.bot.received.map(({ activity }) => `${activity['type']} ${(activity['conversation'] as { id: string }).id}`);

test('installation sends both activities for the team, for other places with the app and for each personal chat', async () => {
  await harness.sandbox.install();
  const chats = [...Object.keys(people), 'gwen'].map((key) => `a:sandbox-${key}`);
  const places = [team.id, otherPlaces.shared.id, otherPlaces.group.id, ...chats];
  expect(received().sort()).toEqual(
    places.flatMap((place) => [`conversationUpdate ${place}`, `installationUpdate ${place}`]).sort(),
  );
});

test('installation is sent once, also after a restart', async () => {
  await harness.sandbox.install();
  await harness.restart();
  harness.bot.received.length = 0;
  await harness.sandbox.install();
  expect(received()).toEqual([]);
});

test('installation is sent again where the bot refused it', async () => {
  harness.bot.answer(503);
  await harness.sandbox.install();
  harness.bot.answer(200);
  harness.bot.received.length = 0;
  await harness.sandbox.install();
  expect(received()).toHaveLength(20);
});

const never = () => new Promise<void>(() => {});

const open = (patienceMs: number): ReturnType<typeof createBotClient> =>
  createBotClient({
    botUrl: () => harness.bot.url,
    serviceUrl: 'http://127.0.0.1/connector/',
    signing: { issuer: '', openIdUrl: '', authorization: async (serviceUrl) => `Bearer ${serviceUrl}`, routes: [] },
    faults: { take: () => undefined },
    traffic: { toBot: () => () => {} },
    ids: randomIds,
    log: silentLog,
    patienceMs,
  });

test('a bot that does not answer in time is late', async () => {
  harness.bot.before(never);
  expect(await open(30).post({ type: 'message' })).toEqual({ kind: 'late' });
});

test('a client that is closed gives up its open posts', async () => {
  const client = open(15_000);
  const { promise: received, resolve } = Promise.withResolvers<void>();
  harness.bot.before(() => {
    resolve();
    return never();
  });
  const answer = client.post({ type: 'message' });
  await received;
  client.close();
  expect(await answer).toEqual({ kind: 'unreachable' });
});

test('the token is bound to the service URL of the activity', async () => {
  await open(15_000).post({ type: 'message', serviceUrl: 'https://elsewhere.example/' });
  expect(harness.bot.received[0]?.authorization).toBe('Bearer https://elsewhere.example/');
});
