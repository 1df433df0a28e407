import { DateTime } from 'luxon';
import { DAY, HOUR, MINUTE } from '#platform/lib/clock.ts';
import type { MessageView } from '../../sandbox/teams/api.ts';
import { personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, type RequestRef } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const anasChat = personalChat('ana');

const noticesOf = async ({ ref }: RequestRef): Promise<MessageView[]> =>
  (await s.teams.messages(anasChat, 'ana')).filter((message) => wordsOf(message).includes(`Ends soon · ${ref}`));

const noticeOf = (asked: RequestRef): Promise<MessageView> =>
  s.cardOf({ ref: `Ends soon · ${asked.ref}` }, '', anasChat);
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
    const asked = await s.requestApproved('ana', 'contributor on payments for 3 days because I fix the payouts');
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
    const asked = await s.requestApproved('ana', 'contributor on staging for 5 hours because I deploy');
    await s.cardOf(asked, 'Eligible until');
    await s.restart();
    s.clock.advance(4 * HOUR + MINUTE);
    await noticeOf(asked);
    s.clock.advance(HOUR);
    await s.until('the notice that it has ended', async () => {
      const [now] = await noticesOf(asked);
      return now && wordsOf(now).includes('Ended') && (await buttonsOn(now)).length === 0;
    });
    expect(await noticesOf(asked)).toHaveLength(1);
  });

  it('comes on Friday where the role ends on a Sunday', async () => {
    goTo(3, 10);
    const asked = await s.requestApproved('ana', 'contributor on ledger for 4 days because I close the books');
    await s.cardOf(asked, 'Eligible until');
    s.clock.advance(2 * DAY - MINUTE);
    expect(await noticesOf(asked)).toHaveLength(0);
    s.clock.advance(5 * MINUTE);
    await noticeOf(asked);
  });
});

const FOR_THE_PAYOUTS = 'for 3 days because I fix the payouts';

/** A grant whose notice has just come; each story has a place and role of its own. */
const nearItsEnd = async (where: string): Promise<{ asked: RequestRef; notice: MessageView }> => {
  goTo(1, 10);
  const asked = await s.requestApproved('ana', `${where} ${FOR_THE_PAYOUTS}`);
  await s.cardOf(asked, 'Eligible until');
  s.clock.advance(2 * DAY + MINUTE);
  return { asked, notice: await noticeOf(asked) };
};

/** The request that the form behind Extend sends; role, place and reason stand in it already. */
const extendBy = async (card: MessageView, duration: string): Promise<RequestRef> =>
  s.sendRequest('ana', await s.pressForForm('ana', card, 'access.extend'), { duration });

const sentTypes = () => s.sentRequests().map(({ body }) => body?.Properties.RequestType);

describe('an extension', () => {
  it('is sent at the present end where the vendor does not take it sooner, after a restart too', async () => {
    const { asked, notice } = await nearItsEnd('contributor on payments');
    const extension = await extendBy(notice, '2 days');
    const waiting = wordsOf(await s.cardOf(extension, 'Waiting'));
    expect(waiting).toContain('Extension of Contributor on Payments Production');
    expect(waiting).toContain('I fix the payouts');
    await s.cardOf(asked, `Extension ${extension.ref} waits`);
    await s.pressApprove('bo', extension);
    await s.cardOf(extension, 'takes it when the role’s present time ends');
    await s.cardOf(asked, `Extension ${extension.ref} is approved`);
    await s.restart();
    const before = sentTypes().length;
    s.clock.advance(DAY - 5 * MINUTE);
    expect(sentTypes()).toHaveLength(before);
    s.clock.advance(4 * MINUTE);
    await s.cardSoon(extension, 'Eligible until');
    await s.cardOf(asked, `Extended by ${extension.ref}`);
    await s.until('the notice that it goes on', async () => {
      const [now] = await noticesOf(asked);
      return now && wordsOf(now).includes('Eligible until') && (await buttonsOn(now)).length === 0;
    });
    expect(new Set(sentTypes())).toEqual(new Set(['AdminAssign']));
    s.clock.advance(2 * DAY + MINUTE);
    await s.cardOf(extension, 'Ended');
    await s.cardOf(asked, 'Ended');
    expect(await s.listedRole('ana', 'payments', 'contributor')).toHaveLength(0);
  });

  it('is granted at once where the vendor takes what follows, and all cards say the new end', async () => {
    const { asked, notice } = await nearItsEnd('contributor on staging');
    s.vendor.faults.set({ kind: 'adjacent-assignments' });
    const extension = await extendBy(notice, '2 days');
    await s.pressApprove('bo', extension);
    await s.cardOf(extension, 'Eligible until');
    await s.cardOf(asked, `Extended by ${extension.ref}`);
    s.clock.advance(3 * MINUTE);
    const [first, second] = await s.listedRole('ana', 'staging', 'contributor');
    expect(second?.startDateTime).toBe(first?.endDateTime);

    const card = await s.cardOf(asked, 'Extended by');
    await s.press('bo', card, 'access.remove', { reason: 'the work is done' });
    await s.cardSoon(asked, 'Removed by Bo Lind');
    await s.cardOf(extension, 'Removed by Bo Lind');
    s.clock.advance(4 * MINUTE);
    expect(await s.listedRole('ana', 'staging', 'contributor')).toHaveLength(0);
  });

  it('of a role that has ended meanwhile is an ordinary request with the same terms', async () => {
    const { asked, notice } = await nearItsEnd('contributor on gateway');
    s.clock.advance(DAY - 10 * MINUTE);
    const form = await s.pressForForm('ana', notice, 'access.extend');
    s.clock.advance(10 * MINUTE);
    await s.cardOf(asked, 'Ended');
    // What would be sent is another thing now, so it is shown first.
    expect(answerOf(await s.press('ana', form, 'form.submit', { duration: '1 day' }))).toContain('For how long?');
    const again = await s.sendRequest('ana', await s.formOf('ana', form));
    const words = wordsOf(await s.cardOf(again, 'Waiting'));
    expect(words).not.toContain('Extension of');
    expect(words).toContain('from approval');
  });

  it('that the vendor cannot be told at the end is sent when it answers again, and says how long the role was missing', async () => {
    const { notice } = await nearItsEnd('reader on ledger');
    const extension = await extendBy(notice, '1 day');
    await s.pressApprove('bo', extension);
    await s.cardOf(extension, 'takes it when');
    s.vendor.faults.set({ kind: 'unavailable', retryAfter: 30, operation: 'createEligibilityRequest' });
    s.clock.advance(DAY);
    await s.cardSoon(extension, 'has not taken the extension yet');
    s.clock.advance(10 * MINUTE);
    s.vendor.faults.clear();
    expect(wordsOf(await s.cardSoon(extension, 'Eligible until'))).toContain('Without the role from');
  });
});
