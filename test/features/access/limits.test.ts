import { limitsOf, strict, type VendorLimits } from '#features/access/limits.ts';
import { rolesOf } from '#features/access/policy.ts';
import { policyChecks, vendorChecks, vendorRefusal, vendorRuleChecks } from '#features/access/preview/checks.ts';
import { expirationOutcome, type RoleDraft } from '#features/access/preview/rule-outcomes.ts';
import type { Services } from '#features/feature.ts';
import { createTtlCache } from '#platform/lib/cache.ts';
import { DAY, MINUTE } from '#platform/lib/clock.ts';
import { isTextKey, loadTexts } from '#platform/texts/texts.ts';
import cases from '../../fixtures/access/limits.json' with { type: 'json' };
import { createManualClock } from '../../support/manual-clock.ts';
import { policyWith } from '../../support/shipped-policy.ts';

const NOW = Date.parse('2026-03-02T09:00:00Z');
const words = loadTexts().for('en');
const role = rolesOf(policyWith()).find(({ key }) => key === 'contributor');
if (!role) throw new Error('the policy has no contributor');
const none: VendorLimits = { max: undefined, endRequired: false, reason: false, ticket: false, mfa: false };
const all: VendorLimits = { max: 10 * DAY, endRequired: true, reason: true, ticket: true, mfa: true };
const days = (count: number | null): number | undefined => (count === null ? undefined : count * DAY);

interface Draft {
  readonly days?: number;
  readonly startDays?: number;
  readonly reason?: string;
  readonly ticket?: string;
}
const draftOf = ({ days: count, startDays, reason, ticket }: Draft): RoleDraft => ({
  start: startDays === undefined ? null : NOW + startDays * DAY,
  length: count === undefined ? undefined : count === 0 ? { kind: 'always' } : { kind: 'for', ms: count * DAY },
  ...{ reason, ticket },
});

it.each(cases.strictest)('of two limits, $what counts', ({ vendor, ours, max, endRequired }) => {
  const own = { ...role, max: days(ours) };
  expect(strict({ ...none, max: days(vendor) }, own)).toMatchObject({ max: days(max), endRequired });
});

it.each(cases.lengths)('$what: $outcome', ({ days: count, max, endRequired, outcome }) => {
  const length = count === null ? undefined : { ms: count === 0 ? undefined : count * DAY };
  expect(expirationOutcome(length, { max: days(max), endRequired })).toBe(outcome);
});

/** The text of a line, by its name under access.preview. */
const markOf = (names: readonly string[]) => (line: { readonly outcome: string; readonly text: string }) => {
  const values = { max: '14 days', asked: '15 days', within: '30 days', least: 10, needs: 1 };
  const tickets = { count: 1, patterns: 'INC-####', hasMore: false };
  const shown = (name: string, max: string): string => {
    const key = `access.preview.${name}`;
    return isTextKey(key) ? words.markdown(key, { ...values, ...tickets, max }) : '';
  };
  const found = names.find((name) => [shown(name, '14 days'), shown(name, '10 days')].includes(line.text));
  return `${line.outcome} ${found ?? line.text}`;
};

it.each(cases.policy)(
  'of $what each rule of the policy has its mark',
  ({ draft, marks, least = 1, possible = true, asksTicket = false }) => {
    const decision = { needs: 1, possible } as Parameters<typeof policyChecks>[1]['decision'];
    const rules = { role: { ...role, tickets: ['INC-####'] }, shortestReason: least, decision, now: NOW };
    const checks = policyChecks(draftOf(draft), { ...rules, vendor: { ...none, ticket: asksTicket } }, words);
    const names = ['time', 'timeFails', 'timeEndless', 'start', 'reason', 'ticket', 'approvals', 'approvalsFails'];
    expect(checks.map(markOf(names))).toEqual(marks);
  },
);

it.each(cases.vendor)('of $what each rule of the vendor has its mark', ({ draft, marks, refusal }) => {
  const names = ['ExpirationRule', 'ExpirationRuleFails', 'ExpirationRuleEndless', 'JustificationRule'];
  const more = ['JustificationRuleFails', 'TicketingRule', 'TicketingRuleFails', 'MfaRule'];
  expect(vendorRuleChecks(draftOf(draft), all, NOW, words).map(markOf([...names, ...more]))).toEqual(marks);
  expect(vendorRefusal(draftOf(draft), all, NOW, words)?.text).toBe(`access.preview.${refusal}`);
});

it('the rules that the vendor does not have for a role stand in one line, and one line says that they could not be read', () => {
  const draft = draftOf({ days: 5, reason: 'I look' });
  const rest = words.markdown('access.preview.notAsked', {
    rules: 'ExpirationRule, EligibilityRule, TicketingRule, and MfaRule',
  });
  expect(vendorChecks(draft, { ...none, reason: true }, NOW, words).at(-1)).toEqual({ outcome: 'passes', text: rest });
  const unread = [{ outcome: 'unread', text: words.markdown('access.limit.unknown') }];
  expect(vendorChecks(draft, undefined, NOW, words)).toEqual(unread);
  expect(vendorRefusal(draft, undefined, NOW, words)).toBeUndefined();
});

it.each([
  ['JustificationRule', { reason: true, ticket: false }],
  ['TicketingRule', { reason: false, ticket: true }],
  ['ExpirationRule', { reason: false, ticket: false }],
])('a rule by which the vendor refused counts, whatever was read before: %s', async (rule, asks) => {
  const clock = createManualClock();
  const vendor = { list: async function* () {} };
  const services = { vendor, clock, cache: createTtlCache(clock) } as unknown as Services;
  const [place] = policyWith().places;
  if (!place) throw new Error('the policy has no place');
  const limits = await limitsOf(services, place, role, clock.now() + MINUTE, [rule]);
  expect(limits).toMatchObject({ ...asks, vendor: asks });
});
