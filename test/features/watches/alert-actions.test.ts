import { DAY, HOUR } from '#platform/lib/clock.ts';
import { cloud } from '../../../sandbox/world.ts';
import { as, channel, createWatchesChat, texts, type WatchesChat } from './chat.ts';
import { cardIn } from './fake-alerts.ts';

let chat: WatchesChat;
beforeEach(async () => {
  chat = await createWatchesChat();
  chat.alerts.cards.set('card-1', cardIn(channel));
});

const card = { card: 'card-1' };
const gone = texts.plain('watches.card.gone');
const one = () => chat.alerts.cards.get('card-1');

describe('Acknowledge', () => {
  it('is answered with the current card', async () => {
    const { words } = await chat.act('alert.acknowledge', card, as('fi'));
    expect(words).toContain('Fi Costa');
    expect(chat.pressed).toEqual(['alert:card-1']);
    expect(one()?.acknowledged).toMatchObject({ name: 'Fi Costa' });
  });

  it('by a second person keeps the first person', async () => {
    await chat.act('alert.acknowledge', card, as('fi'));
    expect((await chat.act('alert.acknowledge', card, as('bo'))).words).toContain('Fi Costa');
  });

  it('from a client that sends a message instead of a press is answered with a sentence', async () => {
    const { words } = await chat.send('alert.acknowledge', card);
    expect(words).toBe(texts.plain('watches.card.stands', { event: 'PS7K-QX0' }));
    expect(one()?.acknowledged).toMatchObject({ name: 'Ana Rossi' });
  });
});

it('an acknowledgement can be taken back', async () => {
  await chat.act('alert.acknowledge', card, as('fi'));
  await chat.act('alert.leave', card, as('bo'));
  expect(one()?.acknowledged).toBeUndefined();
});

it('a snooze can be ended', async () => {
  await chat.act('alert.snooze', { ...card, for: 'hour' }, as('fi'));
  await chat.act('alert.wake', card, as('bo'));
  expect(one()?.snoozed).toBeUndefined();
});

describe('Snooze', () => {
  it.each([
    ['hour', HOUR],
    ['hours', 4 * HOUR],
    // It is 10:00 in Berlin.
    ['morning', 22 * HOUR],
    ['days', 3 * DAY],
  ])('for “%s”', async (length, ms) => {
    const until = chat.clock.now() + ms;
    const { words } = await chat.act('alert.snooze', { ...card, for: length }, as('fi'));
    expect(one()?.snoozed).toEqual({ name: 'Fi Costa', until });
    expect(words).toContain(String(until));
  });

  it('without a length opens a form, which snoozes', async () => {
    const form = await chat.act('alert.snooze', card, as('fi'));
    expect(form.fields).toEqual({ for: 'hour' });
    const until = chat.clock.now() + 3 * DAY;
    const { words } = await chat.fill({ for: 'days' }, as('fi'));
    expect(words).toBe(texts.plain('watches.incident.snoozed', { event: 'PS7K-QX0', until: new Date(until) }));
    expect(one()?.snoozed).toEqual({ name: 'Fi Costa', until });
  });

  it.each([{ for: 'ever' }, { for: '' }])('with %j asks for the length', async (data) => {
    expect((await chat.act('alert.snooze', { ...card, ...data })).words).toBe(texts.plain('watches.card.snoozeWhich'));
    expect(one()?.snoozed).toBeUndefined();
  });
});

describe('Mute', () => {
  it.each([
    ['service:App Service', { what: 'service', name: 'App Service' }],
    ['region:West Europe', { what: 'region', name: 'West Europe' }],
    ['service:region:odd', { what: 'service', name: 'region:odd' }],
  ])('“%s”', async (what, is) => {
    const { words } = await chat.act('alert.mute', { ...card, what });
    expect(words).toBe(texts.plain('watches.mute.done', is));
    expect(await chat.alerts.mutes(channel)).toEqual([expect.objectContaining({ ...is, source: 'health' })]);
  });

  it('without a name opens a form, which mutes until an end', async () => {
    const form = await chat.act('alert.mute', card);
    expect(form.fields).toEqual({ what: 'service:App Service', for: 'open' });
    const until = chat.clock.now() + 7 * DAY;
    const { words } = await chat.fill({ what: 'region:West Europe', for: 'week' });
    const muted = { what: 'region', name: 'West Europe' };
    expect(words).toBe(texts.plain('watches.mute.doneUntil', { ...muted, until: new Date(until) }));
    expect(await chat.alerts.mutes(channel)).toEqual([expect.objectContaining({ ...muted, until })]);
  });

  it.each([{ what: 'everything' }, { what: 'level:error' }])('with %j asks what to mute', async (data) => {
    expect((await chat.act('alert.mute', { ...card, ...data })).words).toBe(texts.plain('watches.card.muteWhich'));
    expect(await chat.alerts.mutes(channel)).toEqual([]);
  });

  it('is refused to people without the right to manage watches', async () => {
    const { words } = await chat.act('alert.mute', { ...card, what: 'service:Storage' }, as('fi'));
    expect(words).toBe(texts.plain('watches.refused.notAllowed'));
    expect(await chat.alerts.mutes(channel)).toEqual([]);
  });
});

it('Back shows the channel’s card again', async () => {
  expect((await chat.act('alert.back', card)).words).toContain('alert:card-1 card');
});

describe('the card button of another feature', () => {
  const offer = { ...card, offer: 'access' };

  it('opens its form with the place of an affected subscription', async () => {
    const touched = cloud.subscriptions.staging.id.toUpperCase();
    chat.alerts.cards.set('card-1', cardIn(channel, { item: touched }));
    const { answer } = await chat.act('alert.offer', offer);
    expect(answer).toEqual({
      kind: 'form',
      form: 'access.request',
      answers: { place: 'staging', reason: 'PAYM-7K2', incident: 'alert:card-1' },
      review: true,
    });
  });

  it.each([
    ['a place without a name', '00000000-0000-4000-8000-000000000000', 'access'],
    ['an unknown button', cloud.subscriptions.staging.id, 'other'],
  ])('for %s is answered with a refusal', async (_what, item, name) => {
    chat.alerts.cards.set('card-1', cardIn(channel, { item }));
    expect((await chat.act('alert.offer', { ...card, offer: name })).words).toBe(texts.plain('watches.card.noOffer'));
  });
});

it.each([
  ['alert.acknowledge', {}],
  ['alert.snooze', { for: 'hour' }],
  ['alert.mute', { what: 'service:Storage' }],
  ['alert.back', {}],
  ['alert.offer', { offer: 'access' }],
])('%s on a card that no longer exists says so', async (verb, data) => {
  expect((await chat.act(verb, { card: 'other', ...data })).words).toBe(gone);
});
