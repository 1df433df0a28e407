import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { as, channel, createWatchesChat, texts, type WatchesChat } from './chat.ts';

let chat: WatchesChat;
beforeEach(async () => {
  chat = await createWatchesChat();
  await chat.say('watch health on payments level error');
  await chat.say('watch health on staging digest day');
});

const refs = async (): Promise<string[]> => (await chat.alerts.watches(channel)).map(({ ref }) => ref);
const pausedUntil = async (ref: string): Promise<number | undefined> =>
  (await chat.alerts.watches(channel)).find((watch) => watch.ref === ref)?.pausedUntil;
const [PAYMENTS, STAGING] = ['W-AAAA2', 'W-AAAA3'];
const both = `${PAYMENTS} (Payments Production), ${STAGING} (Payments Staging)`;

describe('watches', () => {
  it('lists watches with their state, and mutes', async () => {
    await chat.say('mute service App Service');
    await chat.say(`pause ${PAYMENTS} for 2 hours`);
    chat.alerts.change(STAGING, { unreachable: 'Connector.left' });
    const { words, titles } = await chat.say('watches');
    for (const part of ['Level error', 'Everything', 'daily digest, each morning', 'by Ana Rossi', 'Paused until']) {
      expect(words).toContain(part);
    }
    expect(words).toContain(
      texts.markdown('watches.state.unreachable', { why: texts.plain('watches.unreachable.left') }),
    );
    expect(words).toContain('Muted: the service App Service');
    expect(titles).toEqual(['Resume', 'Stop', 'Resume', 'Stop', 'Unmute']);
  });

  it('shows since when the feed of a watch cannot be read', async () => {
    chat.alerts.change(STAGING, { stalledSince: chat.clock.now() });
    const { words } = await chat.say('watches');
    expect(words).toContain(texts.markdown('watches.state.unread'));
  });

  it('explains how to begin in a conversation without watches', async () => {
    const elsewhere = { where: { conversationId: 'a:ana', kind: 'personal' } } as const;
    expect((await chat.say('watches', elsewhere)).words).toContain(texts.markdown('watches.list.empty'));
  });

  it('turns its pages', async () => {
    for (let number = 0; number < 12; number += 1) await chat.say(`mute service Service ${number} anyway`);
    const first = await chat.say('watches');
    expect(first.words).toContain('Page 1 of 2 · 14 in all');
    const second = await chat.press(first, 'watch.turn');
    expect(second.words).toContain('Service 11');
    expect(second.words).not.toContain('Service 1\n');
    expect((await chat.press(second, 'watch.turn')).words).toBe(first.words);
  });

  it('stays on its page, or goes to the last one, when a row is removed', async () => {
    for (let number = 0; number < 7; number += 1) await chat.say(`mute service Service ${number} anyway`);
    const second = await chat.press(await chat.say('watches'), 'watch.turn');
    expect(second.words).toContain('Page 2 of 2');
    const after = await chat.press(second, 'watch.unmute');
    expect(after.words).toContain('Service 5');
    expect(after.words).not.toContain('Service 6');
  });
});

describe('a watch is found', () => {
  it.each([
    [PAYMENTS],
    ['w-aaaa2'],
    ['aaaa2'],
    ['payments'],
    ['PAYMENTS PRODUCTION'],
    ['health on payments'],
    ['on payments'],
  ])('“%s”', async (name) => {
    const { words } = await chat.say(`unwatch ${name}`);
    expect(words).toBe(texts.plain('watches.stopped', { ref: PAYMENTS, title: 'Payments Production' }));
    expect(await refs()).toEqual([STAGING]);
  });

  it.each(['unwatch', 'pause', 'resume', 'unwatch health', 'pause for 2 hours'])(
    'by “%s”, with several watches, only after asking which one',
    async (text) => {
      expect((await chat.say(text)).words).toBe(texts.plain('watches.which', { refs: both }));
      expect(await refs()).toHaveLength(2);
    },
  );

  it('without a name if it is the only one', async () => {
    await chat.say(`unwatch ${STAGING}`);
    await chat.say('unwatch');
    expect(await refs()).toEqual([]);
    expect((await chat.say('unwatch')).words).toBe(texts.plain('watches.none'));
  });

  it('or the answer lists the watches, for an unknown name', async () => {
    const { words } = await chat.say('unwatch ledger');
    expect(words).toBe(texts.plain('watches.unknown', { said: 'ledger', refs: both }));
  });

  it.each(['unwatch', `unwatch ${PAYMENTS}`, 'pause for 1 hour', 'mute', 'mute service Service Bus'])(
    'by “%s” in its own conversation only; elsewhere the answer names that one',
    async (text) => {
      const elsewhere = { where: { conversationId: 'a:ana', kind: 'personal' } } as const;
      const there = texts.plain('watches.elsewhere', { titles: 'Alerts', count: 1 });
      expect((await chat.say(text, elsewhere)).words).toBe(there);
      expect(await refs()).toHaveLength(2);
    },
  );
});

describe('a pause', () => {
  it('with an end keeps it when the command names none', async () => {
    await chat.say('pause payments for 2 hours');
    const until = await pausedUntil(PAYMENTS);
    await chat.say('pause payments');
    expect(await pausedUntil(PAYMENTS)).toBe(until);
  });

  it.each([
    ['for 2 hours', 2 * HOUR],
    ['for 90 minutes', 90 * MINUTE],
    ['until tomorrow 8:00', 22 * HOUR],
    ['until Friday 17:00', 4 * 24 * HOUR + 7 * HOUR],
    ['until tomorrow', 22 * HOUR],
  ])('%s', async (length, ms) => {
    const { words, titles } = await chat.say(`pause payments ${length}`);
    expect(await pausedUntil(PAYMENTS)).toBe(chat.clock.now() + ms);
    expect(words).toContain('Paused until');
    expect(titles).toContain('Resume');
  });

  it('without an end lasts until somebody resumes the watch', async () => {
    const paused = await chat.say('pause payments');
    expect(paused.words).toContain(texts.plain('watches.state.paused'));
    expect(await pausedUntil(PAYMENTS)).toBe(Number.POSITIVE_INFINITY);
    const { words } = await chat.say('resume payments');
    expect(words).toContain('Watching');
    expect(await pausedUntil(PAYMENTS)).toBeUndefined();
  });

  it.each(['for a while', 'until yesterday', 'until 3.4.2026', 'for 400 days', 'for 99999999 weeks', 'until now'])(
    '“%s” is refused, as no time in the next year',
    async (length) => {
      const said = length.replace('for ', '');
      expect((await chat.say(`pause payments ${length}`)).words).toBe(texts.plain('watches.problem.until', { said }));
      expect(await pausedUntil(PAYMENTS)).toBeUndefined();
    },
  );

  it('that is over no longer shows in the list', async () => {
    await chat.say('pause payments for 2 hours');
    chat.clock.advance(2 * HOUR);
    expect((await chat.say('watches')).titles).toEqual(['Pause', 'Stop', 'Pause', 'Stop']);
  });
});

it('a consumer is not muted where only health is watched', async () => {
  const { words } = await chat.say('mute consumer Ursa Bank');
  expect(words).toBe(texts.plain('watches.mute.nowhere', { what: 'consumer' }));
});

describe('the cards of a watch', () => {
  const card = 'watch:W-AAAA2';

  it('are redrawn by each command, the last time when it is stopped', async () => {
    const versions: (number | undefined)[] = [];
    for (const text of ['pause payments', 'resume payments', 'unwatch payments']) {
      await chat.say(text);
      versions.push(chat.touched.get(card));
    }
    // Each pause is answered with one more card, which draws the others once more.
    expect(versions).toEqual([3, 5, 6]);
    expect(chat.delivered.filter(({ subject }) => subject === card)).toHaveLength(3);
    const [first] = chat.delivered;
    expect(first).toMatchObject({ subject: card, variant: 'card', to: { conversation: `${channel};messageid=1` } });
  });

  it('are posted in place of the pressed form', async () => {
    const pressed = { conversationId: channel, activityId: '7' };
    await chat.say('watch health on payments region West Europe', { pressed, source: 'form' });
    expect(chat.delivered.at(-1)).toMatchObject({ postedAs: pressed, to: { copy: 'form' } });
    expect(chat.pressed).toEqual([chat.delivered.at(-1)?.subject]);
  });

  it('list what was open until it is stopped', async () => {
    chat.alerts.opens = ['Mail is slow'];
    const first = await chat.say('watch health on payments region West Europe');
    const paused = await chat.press(first, 'watch.pause');
    expect(paused.words).toContain('Already open: 1 warning');
    expect((await chat.press(paused, 'watch.stop')).words).not.toContain('Already open');
  });

  it('do not replace a pressed list', async () => {
    await chat.press(await chat.say('watches'), 'watch.pause');
    expect(chat.pressed).toEqual([]);
  });
});

describe('the buttons of a watch', () => {
  it('pause, resume and stop it on the same card', async () => {
    await chat.say(`unwatch ${PAYMENTS}`);
    const card = await chat.say('watch health on payments');
    const paused = await chat.press(card, 'watch.pause');
    expect(paused.words).toContain(texts.plain('watches.state.paused'));
    const resumed = await chat.press(paused, 'watch.resume');
    expect(resumed.words).toContain('Watching');
    const stopped = await chat.press(resumed, 'watch.stop');
    expect(stopped.words).toContain(texts.plain('watches.state.stopped'));
    expect(stopped.titles).toEqual([]);
    const [, ref = ''] = /(W-\w+)/.exec(card.words) ?? [];
    expect((await chat.press(card, 'watch.stop')).words).toBe(texts.plain('watches.gone', { ref }));
  });

  it('on the list are answered with the list', async () => {
    const list = await chat.say('watches');
    const paused = await chat.press(list, 'watch.pause');
    expect(paused.titles).toEqual(['Resume', 'Stop', 'Pause', 'Stop']);
    const resumed = await chat.press(paused, 'watch.resume');
    expect(resumed.words).toBe(list.words);
    const stopped = await chat.press(resumed, 'watch.stop');
    expect(stopped.titles).toEqual(['Pause', 'Stop']);
  });

  it('send a test alert in the language of the watch', async () => {
    const card = await chat.say('watch health on payments level critical language en-GB');
    await chat.press(card, 'watch.test');
    expect(chat.alerts.tests).toEqual([expect.objectContaining({ source: 'health', language: 'en-GB' })]);
  });
});

describe('a test alert', () => {
  it.each(['test alert', 'test alert health', 'TEST ALERT Health'])('“%s”', async (text) => {
    expect((await chat.say(text)).words).toBe(texts.plain('watches.testing'));
    expect(chat.alerts.tests).toEqual([expect.objectContaining({ source: 'health', language: 'en' })]);
  });

  it('of an unknown source is refused', async () => {
    const { words } = await chat.say('test alert weather');
    expect(words).toBe(texts.plain('watches.problem.source', { said: 'weather', known: 'health' }));
    expect(chat.alerts.tests).toEqual([]);
  });
});

describe('a person without the right to manage watches', () => {
  const refused = texts.plain('watches.refused.notAllowed');

  it.each([
    'unwatch payments',
    'pause payments',
    'resume payments',
    'test alert',
    'mute service Storage',
    'unmute service Storage',
  ])('may not “%s”', async (text) => {
    expect((await chat.say(text, as('fi'))).words).toBe(refused);
  });

  it.each(['watch.pause', 'watch.resume', 'watch.stop', 'watch.test'])('may not press %s', async (verb) => {
    expect((await chat.act(verb, { ref: PAYMENTS }, as('fi'))).words).toBe(refused);
    expect(await refs()).toHaveLength(2);
    expect(await pausedUntil(PAYMENTS)).toBeUndefined();
    expect(chat.alerts.tests).toEqual([]);
  });

  it('may not press Unmute', async () => {
    await chat.say('mute region West Europe');
    expect((await chat.act('watch.unmute', { mute: 'm1', page: 0 }, as('fi'))).words).toBe(refused);
    expect(await chat.alerts.mutes(channel)).toHaveLength(1);
  });

  it('may list the watches', async () => {
    expect((await chat.say('watches', as('fi'))).words).toContain('Payments Production');
  });
});
