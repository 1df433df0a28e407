import { readFileSync } from 'node:fs';
import { channels, wordsOf } from '../support/steward.ts';
import { isIdle, violations } from '../support/store-invariants.ts';
import { plain, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

it('an approver whom the policy drops is refused, and the card names the new one', async () => {
  const asked = await s.requestRole('ana', 'reader on payments for 5 days because Bo moves on');
  await s.cardOf(asked, 'Bo Lind');
  await s.replaceInPolicy('platform: [bo]', 'platform: [fi]');
  expect(wordsOf(await s.cardOf(asked, 'Fi Costa'))).not.toContain('Bo Lind');
  expect(await s.pressAnyway('bo', asked, 'change.approve')).toContain('can decide this');
  expect(s.sentRequests()).toHaveLength(0);
  await s.pressApprove('fi', asked);
  await s.cardOf(asked, 'Eligible until');
});

it('an approver whom the policy adds finds the request under `waiting` and may decide', async () => {
  const asked = await s.requestRole('ana', 'reader on staging for 5 days because Di moves in');
  expect(await s.pressAnyway('di', asked, 'change.approve')).toContain('can decide this');
  await s.replaceInPolicy('security: [cy]', 'security: [cy, di]');
  expect(await s.reply('di', 'waiting')).toContain(asked.ref);
  expect(await s.pressApprove('di', asked)).toContain('being granted');
  await s.cardOf(asked, 'Eligible until');
});

it('a request that is now too long is approved only with a shorter duration', async () => {
  const asked = await s.requestRole('ana', 'contributor on payments for 5 days because I began');
  // A kit may last no longer than its roles.
  await s.replaceInPolicy('for: 2 days', 'for: 1 day');
  await s.replaceInPolicy('max: 14 days', 'max: 1 day');
  const tooLong = { unit: 'day', count: 1 };
  await s.cardOf(asked, shown('access.failure.tooLong', tooLong));
  expect(await s.pressApprove('bo', asked)).toBe(plain('access.failure.tooLong', tooLong));
  expect(await s.pressApprove('bo', asked, { shorter: '1 day' })).toContain('being granted');
  await s.cardOf(asked, 'Eligible until');
  expect(s.sentRequests()[0]?.body.Properties.ScheduleInfo?.Expiration.Duration).toBe('P1D');
});

it('an invalid policy file changes nothing; the operators get its line and the remedy, and hear of the repair', async () => {
  const asked = await s.requestRole('ana', 'contributor on gateway for 5 days because files break');
  await s.replaceInPolicy('platform: [bo]', 'platform: [boo]');
  const policy = readFileSync(s.policyFile, 'utf8');
  const line = policy.split('\n').findIndex((text) => text.includes('platform: [boo]')) + 1;
  const report = wordsOf(await s.message(channels.alerts, 'boo'));
  expect(report).toContain(`${line}: `);
  expect(report).toContain('did you mean');
  await s.replaceInPolicy('platform: [boo]', 'platform: [bo]');
  await s.message(channels.alerts, shown('operators.policyRepaired'));
  expect(await s.pressApprove('bo', asked)).toContain('being granted');
  await s.cardOf(asked, 'Eligible until');
});

it('nothing is left to do after these stories', async () => {
  await s.until('all quiet', () => s.inStore(isIdle));
  expect(await s.inStore(violations)).toEqual([]);
});
