import { remindersUntil, reminderTime } from '#features/access/break-glass/review-job.ts';
import { DAY, HOUR } from '#platform/lib/clock.ts';
import { refusesWithRemedy } from '../../support/shipped-policy.ts';

const rule = `      change: access.breakGlass
      when: { role: [owner, contributor] }
      ask: [payments, platform]
      approvals: 0
      card: approvals`;
const ruleWith = (piece: string, by: string): string => rule.replace(piece, by);

describe('a policy with break-glass', () => {
  refusesWithRemedy([
    ['no review', '  breakGlass: { max: 1 hour, review: { by: [platform, security], within: 1 day } }\n', '', /review/],
    ['more than eight hours', 'max: 1 hour, review', 'max: 9 hours, review', /at most "8 hours"/],
    ['an unknown reviewer', 'by: [platform, security]', 'by: [nobody]', /write one of/],
    ['a person without a reviewer', 'by: [platform, security]', 'by: [bo]', /add somebody to "review"/],
    ['everyone', rule, ruleWith('ask: [payments, platform]', 'ask: everyone'), /groups or people/],
    ['approvals', rule, ruleWith('approvals: 0', 'decide: [security]'), /approvals: 0/],
    ['no conversation', rule, ruleWith('      card: approvals', ''), /add "card"/],
  ]);
});

it('reminders of a review come at half of the time, at its end and every day from then on', () => {
  const times = { usedAt: 0, dueAt: DAY };
  expect([1, 2, 3, 4].map((count) => reminderTime(times, count) / HOUR)).toEqual([12, 24, 48, 72]);
  expect([0, 11, 12, 23, 24, 47, 48, 120].map((hour) => remindersUntil(times, hour * HOUR))).toEqual([
    0, 0, 1, 1, 2, 2, 3, 6,
  ]);
});
