import { HOUR } from '#platform/lib/clock.ts';
import type { PersonKey } from '../../sandbox/world.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, plain, type RequestRef, refOf, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();
const cardOf = s.cardSoon;

const ruleNames = ['ExpirationRule', 'JustificationRule', 'EligibilityRule', 'TicketingRule', 'MfaRule'] as const;
type Rule = (typeof ruleNames)[number];

const refuseOnce = (...rules: Rule[]): void => s.vendor.faults.set({ kind: 'rule', rules, count: 1 });

/** Fix on the asker's own card: the form as it was typed, sent again with some answers changed. */
const fixAndAskAgain = async (
  as: PersonKey,
  asked: RequestRef,
  changed: Record<string, string>,
): Promise<RequestRef> => {
  const form = await s.pressForForm(as, await cardOf(asked, '', asked.where), 'change.fix');
  return { ...asked, ref: refOf(await s.sendForm(as, form, changed)) };
};

it('several broken rules are each explained', async () => {
  refuseOnce('JustificationRule', 'TicketingRule', 'MfaRule');
  const asked = await s.requestApproved('di', 'reader on staging for 2 days because I count');
  const card = wordsOf(await cardOf(asked, 'Not granted'));
  for (const rule of ['JustificationRule', 'TicketingRule', 'MfaRule'] as const) {
    expect(card).toContain(shown(`vendor.rule.${rule}`));
  }
  expect(card).not.toContain(shown('vendor.rule.ExpirationRule'));
});

it('a role that requires multifactor authentication says so in the form and is not sent', async () => {
  const form = await s.ask('ana', 'request role access-admin on ledger for 2 days because I hand over');
  expect(wordsOf(form)).toContain(`✗\n${shown('access.preview.MfaRule')}`);
  const refused = answerOf(await s.press('ana', form, 'form.submit'));
  expect(refused).toContain(plain('access.preview.mfaStops'));
  expect(refused).not.toMatch(/R-[0-9A-Z]{5}/);
});

/** Asked while the vendor's list cannot be read: nothing is said of what is held, and the vendor itself refuses. */
const approvedUnread = async (as: PersonKey, sentence: string): Promise<RequestRef> => {
  s.vendor.faults.set({ kind: 'unavailable', retryAfter: 0, operation: 'listEligibilitySchedules' });
  const asked = await s.requestRole(as, sentence);
  s.vendor.faults.clear();
  await s.pressApprove('bo', asked);
  return asked;
};

it('a role that somebody else has granted is explained and not granted twice', async () => {
  const before = await s.listedRole('ana', 'gateway', 'reader');
  const asked = await approvedUnread('ana', 'reader on gateway for 2 days because I did not know');
  const card = wordsOf(await cardOf(asked, 'Not granted', personalChat('ana')));
  expect(card).toContain('RoleAssignmentExists');
  expect(card).toContain('already assigned here');
  expect(before).toHaveLength(1);
  expect(await s.listedRole('ana', 'gateway', 'reader')).toEqual(before);
});

it('a role already granted through Steward is explained, with its end', async () => {
  const first = await s.requestApproved('di', 'contributor on staging for 3 days because I close the month');
  await cardOf(first, 'Eligible until');
  const [held] = await s.listedRole('di', 'staging', 'contributor');
  s.clock.advance(HOUR);
  const second = await approvedUnread('di', 'contributor on staging for 5 days because it takes longer');
  const card = wordsOf(await cardOf(second, 'Not granted'));
  expect(card).toContain('RoleAssignmentExists');
  expect(card).toContain(`{{DATE(${(held?.endDateTime ?? '').slice(0, 10)}`);
  expect(await s.listedRole('di', 'staging', 'contributor')).toEqual([held]);
  await cardOf(first, 'Eligible until');
});

it('if Steward itself lacks the permission, the card names whom to ask, with code and id', async () => {
  s.vendor.faults.set({
    kind: 'refuse',
    status: 403,
    code: 'AuthorizationFailed',
    message: 'No. If access was recently granted, please refresh your credentials.',
    operation: 'createEligibilityRequest',
  });
  const asked = await s.requestApproved('di', 'reader on ledger for 2 days because I count', 'cy');
  await s.cardOf(asked, 'If access was recently granted');
  // A right that was granted lately takes minutes to reach every part of the vendor.
  await s.until('the last try', async () => {
    s.clock.advance(30_000);
    return !wordsOf(await s.cardOf(asked, asked.ref)).includes('being granted');
  });
  const card = wordsOf(await cardOf(asked, 'Not granted', channels.general));
  expect(card).toContain('lacks the permission for this at this place');
  expect(card).toMatch(/AuthorizationFailed · id \S+/);
  expect(new Set(s.sentRequests().map(({ name }) => name)).size).toBe(1);

  s.vendor.faults.clear();
  const again = await fixAndAskAgain('di', asked, {});
  await s.pressApprove('cy', again);
  await cardOf(again, 'Eligible until');
});

it('if the sign-in refuses Steward’s secret, the card says which setting to correct, with the sign-in’s code', async () => {
  const operation = 'createEligibilityRequest';
  s.vendor.faults.set({ kind: 'refuse', status: 401, code: 'ExpiredAuthenticationToken', operation, count: 1 });
  s.vendor.faults.set({ kind: 'refuse', code: 'AADSTS7000222', operation: 'token', count: 1 });
  const asked = await s.requestApproved('di', 'reader on staging for 2 days because I count');
  const card = wordsOf(await cardOf(asked, 'Not granted', channels.general));
  expect(card).toContain(shown('vendor.error.signInSecretExpired'));
  expect(card).toMatch(/AADSTS7000222 · id \S+/);
  expect(await s.listedRole('di', 'staging', 'reader')).toEqual([]);
});
