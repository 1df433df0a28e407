import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { buttonsOf } from '../support/card-view.ts';
import { fromCard, lastWord, pressIn, translateIn } from '../support/dialogs.ts';
import { isRead as isReadIn, play as playIn, type Reach, type Stage, scriptOf } from '../support/incidents.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const where = channels.alerts;

const s = steward();
afterEach(async () => {
  for (const ref of refsIn(await say('watches'))) await say(`unwatch ${ref}`);
});

/** Sends a message in the channel and returns the answer in its thread; other posts start threads of their own. */
const say = async (text: string, as: PersonKey = 'ana'): Promise<MessageView> => {
  const { id } = await s.teams.say(as, where, text, { mention: true });
  return s.until(`an answer to “${text}”`, async () =>
    (await s.teams.messages(where, as)).find(({ from, rootId }) => from.kind === 'bot' && rootId === id),
  );
};
const refsIn = (message: MessageView): string[] => wordsOf(message).match(/W-[0-9A-Z]{5}/g) ?? [];

/** Starts an incident, an error, the only one there. */
const begins = (name: string, reach: Reach, ...more: readonly Stage[]): Promise<void> =>
  play(scriptOf(name, reach, 'Error', ...more));

const play = (...scripts: readonly ReturnType<typeof scriptOf>[]): Promise<void> => playIn(s, ...scripts);
const isRead = (reach: Exclude<Reach, 'both'>): Promise<void> => isReadIn(s, reach);

const messagesOf = async (name: string): Promise<MessageView[]> =>
  (await s.teams.messages(where)).filter((message) => wordsOf(message).includes(name));

/** The incident's card in the channel, once it has this text. */
const cardOf = async (name: string, says = ''): Promise<MessageView> =>
  s.fast(() =>
    s.until(`the card of ${name} with “${says}”`, async () =>
      (await messagesOf(name)).find(
        (message) => buttonsOf(message).length > 0 && message.rootId === undefined && wordsOf(message).includes(says),
      ),
    ),
  );

/** A message with this text, as another person sees it. */
const seenBy = (as: PersonKey, { id }: MessageView, says: string): Promise<MessageView> =>
  s.message(where, (message) => message.id === id && wordsOf(message).includes(says), as);

/** The replies in the thread of a card. */
const repliesTo = async ({ id }: MessageView): Promise<string[]> =>
  (await s.teams.messages(where)).filter(({ rootId }) => rootId === id).map(wordsOf);

it('an acknowledged incident shows the acknowledgement on its card, after a crash too', async () => {
  await begins('PSA1-001', 'production');
  expect(wordsOf(await say('watch health on payments level ≥ error'))).toContain(shown('watches.state.on'));
  const card = await cardOf('PSA1-001');
  expect(wordsOf(card)).toContain('Payments Production');
  await s.message(where, shown('watches.opening.title', { counts: '1 error' }));
  const acknowledged = shown('alerts.onIt', { who: 'Fi Costa' });
  expect(answerOf(await s.press('fi', card, 'alert.acknowledge'))).toContain(acknowledged);
  await s.restart();
  await cardOf('PSA1-001', acknowledged);
  expect(refsIn(await say('watches'))).toHaveLength(1);
  expect((await messagesOf('PSA1-001')).filter(({ rootId }) => rootId === undefined)).toHaveLength(1);
});

it('a new watch lists what is open, and posts only what is critical or an error', async () => {
  await play(
    scriptOf('PSB1-001', 'staging', 'Error'),
    scriptOf('PSB1-002', 'staging', 'Warning', { at: HOUR, eventLevel: 'Critical', says: 'It is worse.' }),
    scriptOf('PSB1-003', 'staging', 'Informational'),
  );
  const watch = await say('watch health on staging');
  const counts = '1 error, 1 warning, 1 informational';
  const card = await seenBy('bo', watch, shown('watches.opening.title', { counts }));
  await cardOf('PSB1-001');
  await isRead('staging');
  const posts = async () =>
    (await s.teams.messages(where)).filter(({ rootId, from }) => !rootId && from.kind === 'bot');
  expect((await posts()).filter((post) => /PSB1-00[23]/.test(wordsOf(post)))).toEqual([]);
  await s.press('bo', card, 'say');
  const title = shown('health.summary.title', { place: 'Payments Staging' });
  const list = await s.message(where, (message) => wordsOf(message).includes(title));
  for (const name of ['PSB1-001', 'PSB1-002', 'PSB1-003']) expect(wordsOf(list)).toContain(name);
  s.clock.advance(HOUR);
  await cardOf('PSB1-002', 'It is worse.');
  await seenBy('bo', watch, shown('watches.opening.title', { counts: '1 critical, 1 error, 1 informational' }));
});

it('a snoozed card is updated without notes in its thread, and “why” shows the reason', async () => {
  await say('watch health on payments');
  await begins('PSA1-002', 'production', { at: HOUR, eventLevel: 'Critical', says: 'It is worse.' });
  const card = await cardOf('PSA1-002');
  const snoozed = shown('alerts.snoozed', { who: 'Bo Lind' });
  const dialog = await fromCard(s, 'bo', card, 'alert.snooze');
  // Somebody else’s press edits the card, and closes no dialog.
  await s.press('ana', card, 'alert.acknowledge');
  expect(lastWord(await pressIn(s, 'bo', dialog, { for: 'hours' }))).toContain('PSA1-002');
  await cardOf('PSA1-002', snoozed);
  s.clock.advance(HOUR);
  await cardOf('PSA1-002', 'It is worse.');
  expect(await repliesTo(card)).toEqual([]);
  const log = wordsOf(await say('why psa1-002', 'fi'));
  expect(log).toContain(plain('alerts.why.snoozed'));
  expect(log).toContain(plain('alerts.why.fits'));
});

it('an incident is acknowledged in its thread and snoozed from a personal chat, by whoever may', async () => {
  await say('watch health on payments level ≥ error');
  await begins('PSA1-021', 'production');
  const card = await cardOf('PSA1-021');
  const inThread = { where, root: card.id };
  const acknowledged = shown('watches.incident.acknowledged', { who: 'Fi Costa', event: 'PSA1-021' });
  expect(await s.reply('fi', 'ack', inThread)).toContain(acknowledged);
  expect(await s.reply('bo', 'ack psa1-021', inThread)).toContain(acknowledged);
  await cardOf('PSA1-021', shown('alerts.onIt', { who: 'Fi Costa' }));
  const snooze = (as: PersonKey) => s.reply(as, 'snooze PSA1-021 for 2 hours', { where: personalChat(as) });
  expect(await snooze('fi')).toContain('Ana Rossi, Bo Lind and Di Meyer can.');
  expect(await snooze('bo')).toContain('The thread of PSA1-021 is paused until today');
  await cardOf('PSA1-021', shown('alerts.snoozed', { who: 'Bo Lind' }));
  expect(await s.reply('bo', 'ack PSA1-999', inThread)).toContain('PSA1-999');
});

it('a service that is muted from a card is left out until it is unmuted, and “why” names who muted it', async () => {
  await say('watch health on payments');
  await begins('PSA1-003', 'production');
  await isRead('production');
  const card = await cardOf('PSA1-003');
  await expect(fromCard(s, 'fi', card, 'alert.mute')).rejects.toThrow('this card opens no alert.mute');
  const dialog = await fromCard(s, 'ana', card, 'alert.mute');
  const muted = { what: 'service', name: 'App Service' };
  const answer = await pressIn(s, 'ana', dialog, { what: 'service:App Service' });
  expect(lastWord(answer)).toBe(plain('watches.mute.done', muted));
  await begins('PSA1-004', 'production');
  await isRead('production');
  expect(wordsOf(await say('why PSA1-004'))).toContain(plain('alerts.why.muted', { ...muted, by: 'Ana Rossi' }));
  expect(wordsOf(await say('watches'))).toContain(shown('watches.list.mute', muted));
  expect(wordsOf(await say('unmute app service'))).toBe(shown('watches.mute.undone', { name: 'App Service' }));
  await begins('PSA1-005', 'production');
  await isRead('production');
  await cardOf('PSA1-005');
});

it('a person who sees an incident can translate it privately, until its texts are hidden', async () => {
  await say('watch health on payments');
  await begins('PSA1-010', 'production', { at: MINUTE, says: 'A name.', changes: { isEventSensitive: true } });
  await isRead('production');
  const card = await cardOf('PSA1-010');
  const form = await fromCard(s, 'fi', card, 'alert.offer');
  const result = await translateIn(s, 'fi', form, { to: 'de' });
  for (const words of ['PSA1-010', 'We look into it.']) expect(result).toContain(words);
  expect(await messagesOf('Original ·')).toEqual([]);
  const asked = await fromCard(s, 'ana', card, 'alert.offer');
  s.clock.advance(MINUTE);
  await isRead('production');
  const hidden = await cardOf('PSA1-010', plain('health.hidden.title'));
  await expect(fromCard(s, 'fi', hidden, 'alert.offer')).rejects.toThrow('opens no alert.offer');
  expect(lastWord(await pressIn(s, 'ana', asked, {}, 'translation.change'))).toBe(plain('translation.gone'));
});
