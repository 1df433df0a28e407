import { DAY, HOUR } from '#platform/lib/clock.ts';
import { channel, createWatchesChat, texts, type WatchesChat } from './chat.ts';

let chat: WatchesChat;
beforeEach(async () => {
  chat = await createWatchesChat();
  await chat.say('watch health on payments');
});

const muted = async (): Promise<string[]> =>
  (await chat.alerts.mutes(channel)).map(({ what, name, by }) => `${what} ${name} by ${by}`);

describe('a name that no incident has used', () => {
  it.each([
    ['mute region West Eurpe', 'West Europe', 'mute region West Europe'],
    ['mute service Ap Service for 2 hours', 'App Service', 'mute service App Service for 2 hours'],
    ['mute service Ap Service until Friday', 'App Service', 'mute service App Service until Friday'],
  ])('is not muted, and the answer suggests similar names: %s', async (text, near, title) => {
    const card = await chat.say(text);
    expect(card.words).toContain('Nothing is muted yet');
    expect(card.words).toContain(near);
    expect(JSON.stringify(card.answer)).toContain(`"text":"${title}"`);
    expect(await muted()).toEqual([]);
  });

  it('is not muted without a similar name either', async () => {
    expect((await chat.say('mute service Teleporter')).words).toContain('Nothing is muted yet');
    expect(await muted()).toEqual([]);
  });

  it('is muted as typed with “anyway”', async () => {
    await chat.say('mute service Teleporter anyway');
    expect(await muted()).toEqual(['service Teleporter by Ana Rossi']);
  });
});

it.each([
  ['mute service App Service', 'service', 'App Service'],
  ['mute service service bus', 'service', 'service bus'],
  ['MUTE region West Europe', 'region', 'West Europe'],
  ['mute service Region Mover', 'service', 'Region Mover'],
])('“%s” mutes that name', async (text, what, name) => {
  const { words, titles } = await chat.say(text);
  expect([words, titles]).toEqual([
    expect.stringContaining(texts.plain('watches.mute.done', { what, name })),
    [texts.plain('watches.button.unmute')],
  ]);
  expect(await muted()).toEqual([`${what} ${name} by Ana Rossi`]);
});

it.each([
  ['mute service App Service for 2 hours', 2 * HOUR, 'App Service'],
  ['mute service App Service until tomorrow 10:00', DAY, 'App Service'],
  ['mute service App Service till tomorrow 10:00', DAY, 'App Service'],
  ['mute service Teleporter for 2 days anyway', 2 * DAY, 'Teleporter'],
])('“%s” mutes that name until then', async (text, length, name) => {
  const until = chat.clock.now() + length;
  const { words } = await chat.say(text);
  expect(words).toContain(texts.plain('watches.mute.doneUntil', { what: 'service', name, until: new Date(until) }));
  expect(await chat.alerts.mutes(channel)).toEqual([expect.objectContaining({ name, until })]);
});

it('a name with “for” and no time in it is muted as it is', async () => {
  await chat.say('mute service Backup for Databases anyway');
  expect(await muted()).toEqual(['service Backup for Databases by Ana Rossi']);
});

it('an end that is no time is refused, and nothing is muted', async () => {
  const { words } = await chat.say('mute service App Service until whenever');
  expect(words).toBe(texts.plain('watches.problem.until', { said: 'until whenever' }));
  expect(await muted()).toEqual([]);
});

it('the same mute twice is one mute', async () => {
  await chat.say('mute service Service Bus');
  const { words } = await chat.say('mute service service bus');
  expect(words).toBe(texts.plain('watches.mute.already', { what: 'service', name: 'service bus' }));
  expect(await muted()).toHaveLength(1);
});

it.each(['mute', 'mute Storage', 'mute service', 'mute all service Storage'])(
  '“%s” asks what to mute, and offers a pause',
  async (text) => {
    const { words, titles } = await chat.say(text);
    expect(words).toContain(texts.plain('watches.mute.which'));
    expect(titles).toEqual([texts.plain('watches.mute.pause', { title: 'Payments Production' })]);
    expect(await muted()).toEqual([]);
  },
);

it('mute is refused in a conversation without watches', async () => {
  await chat.say('unwatch');
  expect((await chat.say('mute service Service Bus')).words).toBe(texts.plain('watches.none'));
});

it.each(['unmute service App Service', 'unmute APP SERVICE', 'unmute service app-service'])(
  '“%s” ends that mute only',
  async (text) => {
    await chat.say('mute service App Service');
    await chat.say('mute region West Europe');
    expect((await chat.say(text)).words).toBe(texts.plain('watches.mute.undone', { name: 'App Service' }));
    expect(await muted()).toEqual(['region West Europe by Ana Rossi']);
  },
);

it.each(['unmute', 'unmute region App Service', 'unmute Storage'])(
  '“%s” is answered with the list of mutes',
  async (text) => {
    await chat.say('mute service App Service');
    expect((await chat.say(text)).words).toBe(texts.plain('watches.mute.unknownMute', { names: 'App Service' }));
    expect(await muted()).toHaveLength(1);
  },
);

it('unmute without mutes says that there are none', async () => {
  expect((await chat.say('unmute service Service Bus')).words).toBe(texts.plain('watches.mute.none'));
});

it('Unmute on the list ends the mute', async () => {
  await chat.say('mute service App Service');
  const { words } = await chat.press(await chat.say('watches'), 'watch.unmute');
  expect(words).not.toContain('Muted');
  expect(await muted()).toEqual([]);
});
