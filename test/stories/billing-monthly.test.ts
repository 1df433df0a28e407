import { DAY, MINUTE } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { rowsOf } from '../support/billing.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const SENTENCE = 'send invoice summary to #finance every month on the 5th';
const REFUSED = 'is not a day of the month';

const say = (text: string, where: string = channels.finance, as: 'di' | 'fi' | 'ana' = 'di'): Promise<string> =>
  s.reply(as, text, { where });

const isSummary = (message: MessageView): boolean => /^\s*Invoice of .*\n\s*Invoice summary: /.test(wordsOf(message));
const summaries = async (): Promise<readonly MessageView[]> =>
  (await s.teams.messages(channels.finance)).filter(isSummary);

/** Past the next 5th at nine, wherever the year stands. */
const toNextPosting = (): void => {
  const now = new Date(s.clock.now());
  const month = now.getUTCMonth() + Number(now.getUTCDate() >= 5);
  s.clock.advance(Date.UTC(now.getUTCFullYear(), month, 5, 21) - now.getTime());
};

it('a monthly summary is set up in one sentence, and settings and the list show it', async () => {
  const answer = await say(SENTENCE, personalChat('di'));
  expect(answer).toContain('the 5th at 09:00');
  expect(answer).toContain('Northwind Payments to Finance');
  expect(await say('settings')).toContain('Every month on the 5th');
  expect(await say('invoice summaries', channels.finance, 'fi')).toContain('Every month on the 5th at ');
});

it('it posts the newest closed invoice with what is worth a look, once a month, across restarts', async () => {
  await say(SENTENCE);
  const before = (await summaries()).length;
  toNextPosting();
  const card = await s.message(channels.finance, (one) => isSummary(one) && wordsOf(one).includes('Worth a look'));
  const words = wordsOf(card);
  expect(words).toContain('Net in EUR');
  expect(words).toContain(plain('monthly.card.changes'));
  expect(words).toMatch(/\(\+[\d,.]+%\)/);
  const counted = rowsOf(await s.lookAt('di', card)).find((row) =>
    row.words.includes(shown('billing.counted.pending', { count: 4 })),
  );
  if (!counted) throw new Error('what is pending cannot be opened');
  await s.teams.act('di', card.id, counted.verb, counted.data);
  await s.message(channels.finance, (one) => wordsOf(one).includes('(4 transactions)'));
  await s.restart();
  s.clock.advance(DAY);
  await say('invoice summaries');
  expect(await summaries()).toHaveLength(before + 1);
});

it('a channel that the policy drops gets no summary, and whoever set it up is told', async () => {
  await say(SENTENCE);
  await s.writePolicy((text) => text.replaceAll('channels: [finance]', 'channels: []'));
  s.clock.advance(MINUTE);
  expect(await say('invoice summaries')).toContain('does not allow it any more');
  toNextPosting();
  await s.message(personalChat('di'), 'the policy does not allow it any more', 'di');
  expect(await summaries()).toEqual([]);
});

it.each([
  ['send invoice summary to #general every month on the 5th', 'does not let amounts'],
  ['send invoice summary to #nowhere every month on the 5th', 'I did not understand: \\#nowhere'],
  ['send invoice summary to #finance every month on the 32nd', REFUSED],
  ['send invoice summary to #finance every month', REFUSED],
  ['send invoice summary to #finance every week on the 5th', 'every month'],
  ['send invoice summary to #finance every month on the 5th at 25:00', 'is not a time'],
])('%s: is refused with what to write', async (text, words) => {
  expect(await say(text)).toContain(words);
});

it('anybody in the channel stops it, and nothing is posted any more', async () => {
  await say(SENTENCE);
  const list = await s.ask('fi', 'invoice summaries', { where: channels.finance });
  expect(await s.pressTitled('fi', list, plain('monthly.list.stop'))).toContain('No invoice summary is posted here');
  const before = (await summaries()).length;
  toNextPosting();
  await say('invoice summaries');
  expect(await summaries()).toHaveLength(before);
});
