import { DateTime } from 'luxon';
import { DAY, HOUR, MINUTE } from '../../src/lib/clock.ts';
import type { MessageView } from '../../src/sandbox/teams/api.ts';
import { personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, type Wish } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const anasChat = personalChat('ana');

const noticesOf = async ({ ref }: Wish): Promise<MessageView[]> =>
  (await s.teams.messages(anasChat, 'ana')).filter((message) => wordsOf(message).includes(`Ends soon · ${ref}`));

const noticeOf = (asked: Wish): Promise<MessageView> => s.cardOf({ ref: `Ends soon · ${asked.ref}` }, '', anasChat);
const buttonsOn = (message: MessageView) => s.offeredTo('ana', message);

/** Moves to a moment on the next such day; 1 is Monday. */
const goTo = (weekday: number, hour: number): void => {
  const now = DateTime.fromMillis(s.clock.now(), { zone: 'Europe/Berlin' });
  const at = now.startOf('day').plus({ days: (weekday - now.weekday + 7) % 7 || 7, hours: hour });
  s.clock.advance(at.toMillis() - now.toMillis());
};

describe('the notice before a grant ends', () => {
  it('comes a day before the end into the holder’s own chat only, and No longer needed removes the role', async () => {
    goTo(1, 10);
    const asked = await s.wishApproved('ana', 'contributor on payments for 3 days because I fix the payouts');
    await s.cardOf(asked, 'Eligible until');
    s.clock.advance(2 * DAY - MINUTE);
    expect(await noticesOf(asked)).toHaveLength(0);
    s.clock.advance(2 * MINUTE);
    const notice = await noticeOf(asked);
    expect(wordsOf(notice)).toContain('Contributor on Payments Production then ends by itself.');

    expect(answerOf(await s.press('ana', notice, 'access.notNeeded'))).toContain('removed by Ana Rossi');
    const over = await s.cardOf(asked, 'Removed by Ana Rossi');
    expect(wordsOf(over)).toContain('No longer needed');
    await s.until('the notice without buttons', async () => {
      const [now] = await noticesOf(asked);
      return now && wordsOf(now).includes('Removed by Ana Rossi') && (await buttonsOn(now)).length === 0;
    });
    expect(await s.listedRole('ana', 'payments', 'contributor')).toHaveLength(0);
  });

  it('comes once, after a restart too, and says when the role has ended', async () => {
    goTo(2, 9);
    const asked = await s.wishApproved('ana', 'contributor on staging for 5 hours because I deploy');
    await s.cardOf(asked, 'Eligible until');
    await s.restart();
    s.clock.advance(4 * HOUR + MINUTE);
    await noticeOf(asked);
    await s.restart();
    s.clock.advance(HOUR);
    await s.until('the notice that it has ended', async () => {
      const [now] = await noticesOf(asked);
      return now && wordsOf(now).includes('Ended') && (await buttonsOn(now)).length === 0;
    });
    expect(await noticesOf(asked)).toHaveLength(1);
  });

  it('comes on Friday where the role ends on a Sunday', async () => {
    goTo(3, 10);
    const asked = await s.wishApproved('ana', 'contributor on ledger for 4 days because I close the books');
    await s.cardOf(asked, 'Eligible until');
    s.clock.advance(2 * DAY - MINUTE);
    expect(await noticesOf(asked)).toHaveLength(0);
    s.clock.advance(5 * MINUTE);
    await noticeOf(asked);
  });
});
