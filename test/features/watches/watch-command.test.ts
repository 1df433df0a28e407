import type { TextKey } from '#platform/lib/errors.ts';
import { fc } from '../../support/fast-check.ts';
import { as, channel, createWatchesChat, texts, type WatchesChat } from './chat.ts';

let chat: WatchesChat;
beforeEach(async () => {
  chat = await createWatchesChat();
});

const production = 'subscription 0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';

/** Each part of the command in several spellings, with what the watch then holds. */
const PARTS: readonly (readonly { readonly text: string; readonly is: Readonly<Record<string, unknown>> }[])[] = [
  [
    { text: 'on payments', is: {} },
    { text: 'ON Payments Production', is: {} },
  ],
  [
    { text: '', is: {} },
    { text: 'level ≥ error', is: { level: 'error' } },
    { text: 'level >= Error', is: { level: 'error' } },
    { text: 'level error or worse', is: { level: 'error' } },
    { text: 'level at least critical', is: { level: 'critical' } },
    { text: 'Level warning+', is: { level: 'warning' } },
  ],
  [
    { text: '', is: {} },
    { text: 'type incident, security', is: { type: 'incident, security' } },
  ],
  [
    { text: '', is: {} },
    { text: 'service App Service', is: { service: 'App Service' } },
    { text: 'service Service Bus and Key Vault', is: { service: 'Service Bus and Key Vault' } },
    { text: 'service Storage', is: { service: 'Storage' } },
  ],
  [
    { text: '', is: {} },
    { text: 'region West Europe', is: { region: 'West Europe' } },
  ],
  [
    { text: '', is: {} },
    { text: 'tag Action Recommended', is: { tag: 'Action Recommended' } },
  ],
  [
    { text: '', is: { rhythm: 'prompt' } },
    { text: 'digest hour', is: { rhythm: 'hour' } },
    { text: 'digest hourly', is: { rhythm: 'hour' } },
    { text: 'digest every day', is: { rhythm: 'day' } },
    { text: 'digest off', is: { rhythm: 'prompt' } },
  ],
  [
    { text: '', is: { quiet: undefined } },
    { text: 'quiet 22:00-07:00', is: { quiet: { from: 1_320, to: 420 } } },
    { text: 'quiet 10pm to 7 am', is: { quiet: { from: 1_320, to: 420 } } },
    { text: 'quiet 22 – 7', is: { quiet: { from: 1_320, to: 420 } } },
  ],
  [
    { text: '', is: { criticalAnyway: false } },
    { text: 'except critical', is: { criticalAnyway: true } },
  ],
  [
    { text: '', is: { language: 'en' } },
    { text: 'language en', is: { language: 'en' } },
    { text: 'language EN-gb', is: { language: 'en-GB' } },
  ],
];

const FILTERS = new Set(['level', 'type', 'service', 'region', 'tag']);

it('watch parses its options in every combination and order', async () => {
  const choices = fc
    .tuple(...PARTS.map((ways) => fc.constantFrom(...ways)))
    .chain((chosen) => fc.shuffledSubarray(chosen, { minLength: chosen.length }));
  const isReadSame = async (chosen: readonly { readonly text: string; readonly is: object }[]) => {
    const sentence = ['watch health', ...chosen.map(({ text }) => text).filter((text) => text !== '')].join(' ');
    const wanted: Record<string, unknown> = Object.assign({}, ...chosen.map(({ is }) => is));
    const { words } = await chat.say(sentence);
    const [watch] = await chat.alerts.watches(channel);
    const filter = Object.fromEntries(Object.entries(wanted).filter(([name]) => FILTERS.has(name)));
    const rest = Object.fromEntries(Object.entries(wanted).filter(([name]) => !FILTERS.has(name)));
    expect([sentence, watch ?? words]).toEqual([
      sentence,
      expect.objectContaining({ source: 'health', feed: production, filter, zone: 'Europe/Berlin', ...rest }),
    ]);
    await chat.say('unwatch');
  };
  await fc.assert(fc.asyncProperty(choices, isReadSame), { numRuns: 200, endOnFailure: true });
});

it('the card of a new watch shows place, filter, rhythm and open incidents', async () => {
  chat.alerts.opens = ['Mail is slow'];
  const sentence = 'level ≥ error service App Service digest hour quiet 22:00-07:00 except critical language en';
  const { words, titles } = await chat.say(`watch health on payments ${sentence}`);
  for (const part of [
    'Watching',
    'W-AAAA2',
    'Payments Production',
    'Level error, service App Service',
    'Hourly digest',
    '22:00–07:00, Europe/Berlin',
    'Always immediately',
    'English',
    'Already open: 1 warning',
    'Mail is slow',
    'Ana Rossi',
  ]) {
    expect(words).toContain(part);
  }
  expect(titles).toEqual(['Show the list', 'Pause', 'Stop', 'Test alert']);
});

it('a watch for an unknown name is set up, with similar names on its card', async () => {
  const { words } = await chat.say('watch health on payments service Ap Service');
  expect(words).toContain('the service “Ap Service”. Did you mean App Service?');
  expect(await chat.alerts.watches(channel)).toMatchObject([{ filter: { service: 'Ap Service' } }]);
  expect((await chat.say('watch health on payments service App Service')).words).not.toContain('No known incident');
});

it('the card says that the first poll is pending until it has ended', async () => {
  chat.alerts.polled = false;
  const first = await chat.say('watch health on payments');
  expect(first.words).toContain(texts.plain('watches.opening.pending'));
  chat.alerts.polled = true;
  const [watch] = await chat.alerts.watches(channel);
  if (watch) await chat.alerts.notifyChanged(watch);
  expect((await chat.redrawn()).words).toContain(texts.plain('watches.opening.nothing'));
});

it('a watch in a personal chat has the language of its author', async () => {
  await chat.say('watch health on payments', { where: { conversationId: 'a:ana', kind: 'personal' } });
  expect(await chat.alerts.watches('a:ana')).toEqual([expect.objectContaining({ language: 'en-GB' })]);
});

describe('the form asks for', () => {
  it('a missing place', async () => {
    const { fields, words } = await chat.say('watch health level error');
    expect(fields).toEqual({ what: 'health', place: '', level: 'error', digest: 'off', quiet: '', critical: 'no' });
    expect(words).toContain('Payments Staging');
    expect(words).not.toContain('Ledger');
  });

  it('nothing when the only source is left out', async () => {
    expect((await chat.say('watch on payments')).words).toContain('Watching');
  });

  it('a known source, listing them, after an unknown one', async () => {
    const { fields, words } = await chat.say('watch weather on payments digest day');
    expect(words).toContain(texts.plain('watches.form.unknown', { said: 'weather', known: 'health' }));
    expect(fields).toMatchObject({ place: 'payments', digest: 'day' });
  });

  it.each<[string, string, string, TextKey]>([
    ['quiet late', 'quiet', 'late', 'watches.problem.quiet'],
    ['quiet 9-5', 'quiet', '9-5', 'watches.problem.quiet'],
    ['quiet 7:00-7:00', 'quiet', '7:00-7:00', 'watches.problem.quiet'],
    ['quiet 25:00-7:00', 'quiet', '25:00-7:00', 'watches.problem.quiet'],
    ['quiet 22:00-7:00-8:00', 'quiet', '22:00-7:00-8:00', 'watches.problem.quiet'],
    ['level awful', 'level', '', 'watches.problem.level'],
    ['digest fortnight', 'digest', '', 'watches.problem.digest'],
    ['except warnings', 'critical', '', 'watches.problem.critical'],
    ['language Klingonese', 'language', 'Klingonese', 'watches.problem.language'],
    ['language de', 'language', 'de', 'watches.problem.language'],
    ['type nonsense', 'type', 'nonsense', 'watches.problem.what'],
  ])('a correction of “%s”, and keeps the other answers', async (option, field, value, problem) => {
    const { fields, words } = await chat.say(`watch health on payments region West Europe ${option}`);
    expect(words).toContain(texts.plain(problem));
    expect(fields).toMatchObject({ place: 'payments', region: 'West Europe', [field]: value });
    expect(await chat.alerts.watches(channel)).toEqual([]);
  });

  it('another place, with the reason of the source, after an unknown one', async () => {
    const { words, fields } = await chat.say('watch health on the moon level error');
    expect(words).toContain(texts.plain('access.who.unknown', { place: 'the moon', known: '' }));
    expect(fields['level']).toBe('error');
  });
});

describe('a second watch of the same', () => {
  beforeEach(() => chat.say('watch health on payments'));
  const title = texts.plain('watches.same.summary', { title: 'Payments Production', ref: 'W-AAAA2' });
  const settings = async () => (await chat.alerts.watches(channel)).map(({ rhythm, quiet }) => ({ rhythm, quiet }));

  it('says so, sets up nothing, and offers to pause the first', async () => {
    const second = await chat.say('watch health on payments');
    expect(second.words).toContain(title);
    expect(second.titles).toEqual(['Pause']);
    await chat.press(second, 'watch.pause');
    expect(await chat.alerts.watches(channel)).toEqual([expect.objectContaining({ pausedUntil: Infinity })]);
    expect((await chat.say('watch health on payments')).titles).toEqual(['Resume']);
  });

  it('with another schedule offers to change the first to it', async () => {
    const second = await chat.say('watch health on payments digest hour quiet 22:00-07:00 except critical');
    expect(second.words).toContain('hourly digest · quiet 22:00–07:00, Europe/Berlin · critical ones immediately');
    expect(await settings()).toEqual([{ rhythm: 'prompt', quiet: undefined }]);
    expect((await chat.press(second, 'watch.change', as('fi'))).words).toBe(texts.plain('watches.refused.notAllowed'));
    expect((await chat.press(second, 'watch.change')).words).toContain('Hourly digest');
    expect(await settings()).toEqual([{ rhythm: 'hour', quiet: { from: 1_320, to: 420 } }]);
  });

  it.each([{ digest: 'never' }, { zone: 'Mars/Olympus' }, { quiet: '25:00-7' }, { digest: undefined, rhythm: 'hour' }])(
    'refuses a changed button %j',
    async (data) => {
      const whole = { ref: 'W-AAAA2', zone: 'UTC', digest: 'hour', quiet: '22-7', critical: 'no', ...data };
      await chat.act('watch.change', whole).catch(() => undefined);
      expect(await settings()).toEqual([{ rhythm: 'prompt', quiet: undefined }]);
    },
  );
});

describe('a person without the right', () => {
  it('is refused', async () => {
    const refused = texts.plain('watches.refused.notAllowed');
    expect((await chat.say('watch health on payments', as('fi'))).words).toBe(refused);
    expect((await chat.say('watch', as('ed'))).words).toBe(refused);
    expect(await chat.alerts.watches(channel)).toEqual([]);
  });

  it('is everybody, if the policy names no group', async () => {
    chat = await createWatchesChat('[]');
    expect((await chat.say('watch health on payments')).words).toBe(texts.plain('watches.refused.notAllowed'));
  });
});
