import { MINUTE } from '#platform/lib/clock.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, everyCopy } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const removals = () => s.sentRequests().filter(({ body }) => body?.Properties.RequestType === 'AdminRemove');
const listSays = async (): Promise<string> => s.reply('ana', 'my access', { where: personalChat('ana') });

describe('a removal within five minutes of the grant', () => {
  it('is refused, says when it is tried again, survives a restart and completes by itself', async () => {
    const asked = await s.requestApproved('ana', 'contributor on payments for 5 days because I fix the payouts');
    const card = await s.cardOf(asked, 'Eligible until');
    expect(answerOf(await s.press('bo', card, 'access.remove', { reason: 'the incident is over' }))).toContain(
      'Being removed by Bo Lind',
    );
    for (const where of everyCopy('ana', asked)) {
      const says = wordsOf(await s.cardOf(asked, 'some minutes after it began', where));
      expect(says).toMatch(/tries again by itself: \{\{DATE\(20[^{]*\{\{TIME\(20[^{]*\.$/m);
    }
    expect(removals()).toHaveLength(1);
    expect(await s.listedRole('ana', 'payments', 'contributor')).toHaveLength(1);

    await s.restart();
    s.clock.advance(4 * MINUTE);
    expect(wordsOf(await s.cardOf(asked, 'Being removed'))).not.toContain('Not removed');
    s.clock.advance(MINUTE + 10_000);
    for (const where of everyCopy('ana', asked)) {
      expect(wordsOf(await s.cardOf(asked, 'Removed by Bo Lind', where))).toContain('the incident is over');
    }
    const [first, ...again] = removals();
    expect(again).toEqual([first]);
    expect(await s.listedRole('ana', 'payments', 'contributor')).toHaveLength(0);
  });
});

describe('what the vendor’s lists show only later', () => {
  it('is in “my access” at once, and is gone from it at once when it was removed', async () => {
    const asked = await s.requestApproved('ana', 'reader on staging for 5 days because I look');
    const card = await s.cardOf(asked, 'Eligible until');
    expect(await listSays()).toContain('Reader on Payments Staging');
    s.clock.advance(6 * MINUTE);
    expect((await listSays()).match(/Reader on Payments Staging/g)).toHaveLength(1);
    await s.press('bo', card, 'access.remove', { reason: 'done' });
    await s.cardOf(asked, 'Removed by Bo Lind');
    expect(await listSays()).not.toContain('Reader on Payments Staging');
  });
});

describe('a grant that has not begun', () => {
  it('a grant that has not begun is removed by cancelling its request, and does not begin', async () => {
    const asked = await s.requestApproved(
      'ana',
      'contributor on staging for 2 days from tomorrow 09:00 because of the audit',
    );
    const card = await s.cardOf(asked, 'Eligible until');
    await s.press('bo', card, 'access.remove', { reason: 'the audit is off' });
    await s.cardOf(asked, 'Removed by Bo Lind', channels.general);
    expect(removals()).toHaveLength(0);
    expect(await s.listedRole('ana', 'staging', 'contributor')).toHaveLength(0);
  });

  it('a role that the vendor says does not exist is removed only when a read agrees', async () => {
    const asked = await s.requestApproved('di', 'contributor on ledger for 2 days because I close the books');
    const card = await s.cardOf(asked, 'Eligible until');
    s.clock.advance(6 * MINUTE);
    const code = 'RoleAssignmentDoesNotExist';
    s.vendor.faults.set({ kind: 'refuse', status: 400, code, operation: 'createEligibilityRequest', count: 1 });
    await s.press('bo', card, 'access.remove', { reason: 'done' });
    await s.cardOf(asked, 'does not find this role yet');
    expect(await s.listedRole('di', 'ledger', 'contributor')).toHaveLength(1);
    await s.cardSoon(asked, 'Removed by Bo Lind');
    expect(await s.listedRole('di', 'ledger', 'contributor')).toHaveLength(0);
  });
});

describe('an account that the directory does not know yet', () => {
  it('is asked for again until it does, and the card says so', async () => {
    const code = 'SubjectNotFound';
    s.vendor.faults.set({ kind: 'refuse', status: 400, code, operation: 'createEligibilityRequest', count: 2 });
    const asked = await s.requestApproved('di', 'reader on staging for 2 days because I am new');
    await s.cardOf(asked, 'does not know this account yet');
    await s.cardSoon(asked, 'Eligible until');
    expect(s.sentRequests()).toHaveLength(3);
  });
});
