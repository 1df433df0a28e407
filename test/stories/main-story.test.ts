import { linksOf } from '../support/card-view.ts';
import { channels, personalChat, type Steward, startSteward, wordsOf } from '../support/steward.ts';
import {
  answerOf,
  ask,
  cardOf,
  everyCopy,
  listedRole,
  plain,
  press,
  pressApprove,
  scopes,
  sentRequests,
  wish,
} from '../support/story.ts';

let s: Steward;
beforeAll(async () => {
  s = await startSteward();
});
afterAll(() => s.end());

it('Ana asks in General, Bo approves in Approvals, the vendor lists it, and Bo removes it again', async () => {
  const asked = await wish(s, 'ana', 'contributor on payments for 5 days because I fix the payouts');
  const waiting = await cardOf(s, asked, 'Waiting for approval');
  expect(wordsOf(waiting)).toContain('I fix the payouts');

  expect(await pressApprove(s, 'ana', asked)).toBe(plain('changes.refused.own'));
  expect(await pressApprove(s, 'ed', asked)).toContain(plain('bot.refused.guest'));
  expect(sentRequests(s)).toHaveLength(0);

  expect(await pressApprove(s, 'bo', asked, { reason: 'until the incident is over' })).toContain('being granted');
  const copies = everyCopy('ana', asked);
  for (const where of copies) expect(wordsOf(await cardOf(s, asked, 'Eligible until', where))).toContain('Bo Lind');

  const [schedule, ...more] = await listedRole(s, 'ana', 'payments', 'contributor');
  expect(more).toHaveLength(0);
  expect(schedule?.scope).toBe(scopes.payments);
  expect(Date.parse(schedule?.endDateTime ?? '') - Date.parse(schedule?.startDateTime ?? '')).toBe(5 * 86_400_000);
  expect(schedule?.roleEligibilityScheduleRequestId).toContain(sentRequests(s)[0]?.name);

  const told = await cardOf(s, asked, 'Eligible until', personalChat('ana'));
  const inGeneral = await cardOf(s, asked, 'Eligible until', channels.general);
  expect(linksOf(told).map(decodeURIComponent)).toEqual([expect.stringContaining(`/${inGeneral.id}`)]);

  const mine = await ask(s, 'ana', 'my access', { where: personalChat('ana') });
  expect(wordsOf(mine)).toContain('Contributor on Payments Production');

  const standing = await cardOf(s, asked, 'Eligible until');
  const removing = await press(s, 'bo', standing, 'access.remove', { reason: 'the incident is over' });
  expect(answerOf(removing)).toContain('Being removed by Bo Lind');
  for (const where of copies) {
    expect(wordsOf(await cardOf(s, asked, 'Removed by Bo Lind', where))).toContain('the incident is over');
  }
  expect(await listedRole(s, 'ana', 'payments', 'contributor')).toHaveLength(0);
  const after = await ask(s, 'ana', 'my access', { where: personalChat('ana') });
  expect(wordsOf(after)).not.toContain('Contributor on Payments Production');
});
