import { createRemoteJWKSet, jwtVerify } from 'jose';
import { people, sandboxBot, team, tenantId } from '../../../src/sandbox/world.ts';
import { ANA_CHAT, APPROVALS, createHarness, GENERAL, type Harness } from './support/harness.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await createHarness();
});
afterEach(() => harness.close());

const heardActivity = (index = 0): Record<string, unknown> => ({ ...harness.bot.heard[index]?.activity });

describe('the signature', () => {
  const verify = async (authorization: string): ReturnType<typeof jwtVerify> => {
    const document = (await (await fetch(harness.sandbox.trust.openIdUrl)).json()) as { jwks_uri: string };
    return jwtVerify(authorization.replace('Bearer ', ''), createRemoteJWKSet(new URL(document.jwks_uri)), {
      algorithms: ['RS256'],
      issuer: harness.sandbox.trust.issuer,
      audience: sandboxBot.appId,
      requiredClaims: ['exp', 'nbf', 'serviceurl'],
      currentDate: new Date(harness.clock.now()),
    });
  };

  test('holds against the published keys and binds the service URL of the activity', async () => {
    await harness.sandbox.say('ana', ANA_CHAT, 'help');
    const { payload } = await verify(harness.bot.heard[0]?.authorization ?? '');
    expect(payload['serviceurl']).toBe(heardActivity()['serviceUrl']);
  });

  test('lives one hour', async () => {
    await harness.sandbox.say('ana', ANA_CHAT, 'help');
    harness.clock.advance(3_600_001);
    await expect(verify(harness.bot.heard[0]?.authorization ?? '')).rejects.toThrow('exp');
  });

  test('is by a key that Teams endorses', async () => {
    const { jwks_uri: url } = (await (await fetch(harness.sandbox.trust.openIdUrl)).json()) as { jwks_uri: string };
    const { keys } = (await (await fetch(url)).json()) as { keys: Record<string, unknown>[] };
    expect(keys).toEqual([expect.objectContaining({ endorsements: ['msteams'], use: 'sig', alg: 'RS256' })]);
  });

  test('does not give the private key away', async () => {
    const { jwks_uri: url } = (await (await fetch(harness.sandbox.trust.openIdUrl)).json()) as { jwks_uri: string };
    const { keys } = (await (await fetch(url)).json()) as { keys: Record<string, unknown>[] };
    expect(Object.keys(keys[0] ?? {}).sort()).toEqual(['alg', 'e', 'endorsements', 'kid', 'kty', 'n', 'use']);
  });

  test('is replaced by the one that a test hands in', async () => {
    await harness.sandbox.deliver({ type: 'message' }, { authorization: 'Bearer forged' });
    expect(harness.bot.heard[0]?.authorization).toBe('Bearer forged');
  });
});

describe('a message in a channel', () => {
  test('reaches the bot as Teams sends it', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, '@Steward request reader <now>');
    expect(heardActivity()).toEqual({
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
        channel: { id: GENERAL, name: 'General' },
        team: { id: team.id, aadGroupId: team.aadGroupId, name: 'Payments' },
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

  test('stays unheard without a mention', async () => {
    await harness.sandbox.say('ana', GENERAL, 'mail me at ana@Steward.example');
    expect(harness.bot.heard).toEqual([]);
  });

  test('mentions nobody by typed markup', async () => {
    await harness.sandbox.say('ana', GENERAL, '<at>Steward</at> help');
    expect(harness.bot.heard).toEqual([]);
  });

  test('gets the mention in front when the page asks for it', async () => {
    await harness.sandbox.say('ana', GENERAL, 'help', { mention: true });
    expect(heardActivity()['text']).toBe('<at>Steward</at> help');
  });

  test('carries an entity for each person it mentions', async () => {
    await harness.sandbox.say('ana', GENERAL, '@Steward who is @Bo Lind');
    expect(heardActivity()['entities']).toContainEqual({
      type: 'mention',
      mentioned: { id: people.bo.teamsId, name: 'Bo Lind' },
      text: '<at>Bo Lind</at>',
    });
  });

  test('answers in the thread of its root, even when it names a reply as the root', async () => {
    const first = await harness.sandbox.say('ana', GENERAL, 'a first post');
    const reply = await harness.sandbox.say('bo', GENERAL, 'a reply', { root: first.id });
    await harness.sandbox.say('ana', GENERAL, '@Steward help', { root: reply.id });
    expect(heardActivity()).toMatchObject({
      conversation: { id: `${GENERAL};messageid=${first.id}` },
      replyToId: first.id,
    });
  });

  test('cannot join a thread of another channel', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, 'a first post');
    await expect(harness.sandbox.say('ana', APPROVALS, 'a reply', { root: id })).rejects.toThrow('no such thread');
  });

  test('comes twice with one id when Teams delivers it again', async () => {
    const { id } = await harness.sandbox.say('ana', GENERAL, '@Steward help', { deliverTwice: true });
    expect(harness.bot.heard.map(({ activity }) => activity['id'])).toEqual([id, id]);
  });
});

describe('a personal message', () => {
  test('reaches the bot without a mention', async () => {
    await harness.sandbox.say('ed', 'a:sandbox-ed', 'help');
    expect(heardActivity()).toMatchObject({
      text: 'help',
      conversation: { conversationType: 'personal', tenantId, id: 'a:sandbox-ed' },
      channelData: { tenant: { id: tenantId } },
      from: { aadObjectId: people.ed.objectId },
    });
  });

  test("cannot be written into somebody else's chat", async () => {
    await expect(harness.sandbox.say('bo', ANA_CHAT, 'help')).rejects.toThrow('no such conversation');
  });
});

describe('installation', () => {
  const told = (): string[] =>
    harness.bot.heard.map(({ activity }) => `${activity['type']} ${(activity['conversation'] as { id: string }).id}`);

  test('tells of the team and of each personal chat by both activities', async () => {
    await harness.sandbox.install();
    const places = [team.id, ...Object.keys(people).map((key) => `a:sandbox-${key}`)];
    expect(told().sort()).toEqual(
      places.flatMap((place) => [`conversationUpdate ${place}`, `installationUpdate ${place}`]).sort(),
    );
  });

  test('is told once, also across a restart', async () => {
    await harness.sandbox.install();
    await harness.restart();
    harness.bot.heard.length = 0;
    await harness.sandbox.install();
    expect(told()).toEqual([]);
  });

  test('is told again where the bot refused it', async () => {
    harness.bot.answer(503);
    await harness.sandbox.install();
    harness.bot.answer(200);
    harness.bot.heard.length = 0;
    await harness.sandbox.install();
    expect(told()).toHaveLength(14);
  });
});
