import { linksOf } from '../support/card-view.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, everyCopy, PAST_MINIMUM, plain, scopes } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

it('Ana requests a role in General, Bo approves it in Approvals, the vendor lists it, and Bo removes it', async () => {
  const asked = await s.requestRole('ana', 'contributor on payments for 5 days because I fix the payouts');
  const waiting = await s.cardOf(asked, 'Waiting for approval');
  expect(wordsOf(waiting)).toContain('I fix the payouts');

  expect(answerOf(await s.pressUnoffered('ana', waiting, 'change.approve'))).toBe(plain('changes.refused.own'));
  expect(answerOf(await s.pressUnoffered('ed', waiting, 'change.approve'))).toContain(plain('bot.refused.guest'));
  expect(s.sentRequests()).toHaveLength(0);

  expect(await s.pressApprove('bo', asked, { reason: 'until the incident is over' })).toContain('being granted');
  const copies = everyCopy('ana', asked);
  for (const where of copies) expect(wordsOf(await s.cardOf(asked, 'Eligible until', where))).toContain('Bo Lind');

  const [schedule, ...more] = await s.listedRole('ana', 'payments', 'contributor');
  expect(more).toHaveLength(0);
  expect(schedule?.scope).toBe(scopes.payments);
  expect(Date.parse(schedule?.endDateTime ?? '') - Date.parse(schedule?.startDateTime ?? '')).toBe(5 * 86_400_000);
  expect(schedule?.roleEligibilityScheduleRequestId).toContain(s.sentRequests()[0]?.name);

  const told = await s.cardOf(asked, 'Eligible until', personalChat('ana'));
  const inGeneral = await s.cardOf(asked, 'Eligible until', channels.general);
  expect(linksOf(told).map(decodeURIComponent)).toEqual([
    expect.stringMatching(/^https:\/\/portal\.vendor\.example\/roles\/mine\?scope=\/subscriptions\//),
    expect.stringContaining(`/${inGeneral.id}`),
  ]);

  const mine = await s.ask('ana', 'my access', { where: personalChat('ana') });
  expect(wordsOf(mine)).toContain('Contributor on Payments Production');

  const standing = await s.cardOf(asked, 'Eligible until');
  const removing = await s.press('bo', standing, 'access.remove', { reason: 'the incident is over' });
  expect(answerOf(removing)).toContain('Being removed by Bo Lind');
  await s.cardOf(asked, 'Steward tries again by itself');
  s.clock.advance(PAST_MINIMUM);
  for (const where of copies) {
    expect(wordsOf(await s.cardOf(asked, 'Removed by Bo Lind', where))).toContain('the incident is over');
  }
  expect(await s.listedRole('ana', 'payments', 'contributor')).toHaveLength(0);
  const after = await s.ask('ana', 'my access', { where: personalChat('ana') });
  expect(wordsOf(after)).not.toContain('Contributor on Payments Production');
});
