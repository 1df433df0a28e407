import type { NotificationLogEntry } from '#engine/alerts/watch/watch.ts';
import type { TextKey, TextValues } from '#platform/lib/errors.ts';
import { channel, createWatchesChat, texts, type WatchesChat } from './chat.ts';
import { cardIn } from './fake-alerts.ts';

let chat: WatchesChat;
beforeEach(async () => {
  chat = await createWatchesChat();
  await chat.say('watch health on payments');
});

const logEntry = (more: Partial<NotificationLogEntry>): NotificationLogEntry => ({
  at: Date.parse('2026-03-02T09:00:00Z'),
  times: 1,
  action: 'posted',
  reason: 'fits',
  values: {},
  watch: 'W-AAAA2',
  ...more,
});

it('why lists what was done, why, when and by which watch', async () => {
  chat.alerts.logs.set('PS7K-QX0', [
    logEntry({ action: 'edited', reason: 'small', times: 6, watch: undefined }),
    logEntry({ action: 'replied', reason: 'resolved' }),
    logEntry({ action: 'held', reason: 'quiet' }),
    logEntry({ action: 'out', reason: 'muted', values: { what: 'service', name: 'Storage', by: 'Bo' } }),
    logEntry({ action: 'out', reason: 'filter', values: { rule: 'watches.none' }, watch: 'W-GONE2' }),
    logEntry({}),
  ]);
  const { words } = await chat.say('why ps7k-qx0');
  for (const part of [
    'Card edited 6 times',
    'Posted in the thread',
    'Held back',
    'Not posted',
    'Posted',
    texts.plain('alerts.why.quiet'),
    texts.plain('alerts.why.muted', { what: 'service', name: 'Storage', by: 'Bo' }),
    texts.plain('watches.none'),
    'W-AAAA2, Payments Production',
    'W-GONE2',
    '{{DATE(2026-03-02T09:00:00Z, SHORT)}}',
  ]) {
    expect(words).toContain(part);
  }
});

it('Why on a card lists the log of that incident', async () => {
  chat.alerts.logs.set('PS7K-QX0', [logEntry({})]);
  chat.alerts.cards.set('card-1', cardIn(channel));
  expect((await chat.act('alert.why', { card: 'card-1' })).words).toContain('PS7K-QX0');
  expect((await chat.act('alert.why', { card: 'other' })).words).toBe(texts.plain('watches.card.gone'));
});

it('the log turns its pages', async () => {
  chat.alerts.logs.set(
    'X1',
    Array.from({ length: 12 }, (_, times) => logEntry({ action: 'edited', reason: 'small', times: times + 2 })),
  );
  const first = await chat.say('why X1');
  expect(first.words).toContain('Page 1 of 2 · 12 in all');
  const second = await chat.press(first, 'alert.why');
  expect(second.words).toContain('Card edited 13 times');
  expect((await chat.press(second, 'alert.why')).words).toBe(first.words);
});

it('Next on a card whose list has shrunk shows the last page', async () => {
  const entries = (count: number) =>
    Array.from({ length: count }, (_, times) => logEntry({ action: 'edited', reason: 'small', times: times + 2 }));
  chat.alerts.logs.set('X1', entries(12));
  const first = await chat.say('why X1');
  chat.alerts.logs.set('X1', entries(3));
  const shrunk = await chat.press(first, 'alert.why');
  expect(shrunk.words).toContain('Card edited 4 times');
  expect(shrunk.words).not.toContain('Previous');
});

it.each<[string, TextKey, TextValues]>([
  ['why', 'watches.why.which', {}],
  ['why nothing-of-ours', 'watches.why.unknown', { event: 'nothing-of-ours' }],
])('“%s” without an incident explains what to do', async (text, key, values) => {
  expect((await chat.say(text)).words).toBe(texts.plain(key, values));
});

it('why says that no watch of the conversation concerns the incident', async () => {
  chat.alerts.logs.set('X1', []);
  expect((await chat.say('why X1')).words).toContain(texts.plain('watches.why.nothing'));
});
