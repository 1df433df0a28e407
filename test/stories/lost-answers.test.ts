import { HOUR } from '#platform/lib/clock.ts';
import { channels, personalChat, wordsOf } from '../support/steward.ts';
import { answerOf, PAST_MINIMUM, type SentRequest, shown } from '../support/story.ts';
import { steward } from '../support/story-steward.ts';

const s = steward();

const operation = 'createEligibilityRequest';

/** Requests cannot be read by their GUIDs: only the lists are left. */
const unreadable = {
  kind: 'refuse',
  status: 403,
  code: 'AuthorizationFailed',
  operation: 'getEligibilityRequest',
} as const;

const cardOf = s.cardSoon;

const aLook = () =>
  s.fast(() =>
    s.until('a read after the call', async () => {
      const seen = s.vendor.faults.seen();
      const sent = seen.findIndex(({ method }) => method === 'PUT');
      const isRead = ({ method, path }: (typeof seen)[number]) =>
        method === 'GET' && /Schedules$|Requests\//.test(path);
      return sent >= 0 && seen.slice(sent).some(isRead);
    }),
  );

/** One request name and one body in all that was sent. */
const expectOneRequest = (sent: readonly SentRequest[]): void => {
  expect(new Set(sent.map(({ name }) => name)).size).toBe(1);
  expect(new Set(sent.map(({ body }) => JSON.stringify(body))).size).toBe(1);
};

it.each([
  ['a conflict', 'conflict', 'contributor', 'payments'],
  ['the first answer once more', 'success', 'reader', 'payments'],
  ['that the assignment exists', 'exists', 'contributor', 'staging'],
] as const)('an answer is lost and the repeat is told %s: it is granted once', async (_told, answer, role, place) => {
  s.vendor.faults.set({ kind: 'reset-after', operation, count: 1 });
  s.vendor.faults.set({ kind: 'reused-guid', answer });
  const asked = await s.requestApproved('ana', `${role} on ${place} for 5 days because I mend payouts`);
  await cardOf(asked, 'Eligible until', personalChat('ana'));
  expect(s.sentRequests().length).toBeGreaterThan(1);
  expectOneRequest(s.sentRequests());
  const [granted, ...more] = await s.listedRole('ana', place, role);
  expect(more).toHaveLength(0);
  expect(granted?.roleEligibilityScheduleRequestId).toContain(s.sentRequests()[0]?.name);
});

it('a lost answer is settled by the request itself, before any list shows the grant', async () => {
  s.vendor.faults.set({ kind: 'reset-after', operation, count: 1 });
  s.vendor.faults.set({ kind: 'list-lag', ms: 24 * HOUR });
  const asked = await s.requestApproved('di', 'reader on gateway for 5 days because I mend payouts', 'cy');
  await cardOf(asked, 'Eligible until');
  expectOneRequest(s.sentRequests());
});

it('a grant that the vendor neither shows nor lists yet is not shown as granted', async () => {
  s.vendor.faults.set(unreadable);
  s.vendor.faults.set({ kind: 'reset-after', operation, count: 1 });
  s.vendor.faults.set({ kind: 'list-lag', ms: 2 * 60_000 });
  const asked = await s.requestApproved('ana', 'contributor on ledger for 5 days because I mend payouts');
  await aLook();
  await cardOf(asked, 'being granted', channels.general);
  s.clock.advance(2 * 60_000);
  await cardOf(asked, 'Eligible until', channels.general);
  expect(await s.listedRole('ana', 'ledger', 'contributor')).toHaveLength(1);
});

it('a grant that the vendor never shows nor lists is unclear, in the operators’ conversation too', async () => {
  s.vendor.faults.set(unreadable);
  s.vendor.faults.set({ kind: 'reset-after', operation, count: 1 });
  s.vendor.faults.set({ kind: 'list-lag', ms: 24 * HOUR });
  const asked = await s.requestApproved('di', 'contributor on staging for 5 days because I mend payouts');
  await aLook();
  s.clock.advance(HOUR);
  for (const where of [channels.general, channels.approvals, personalChat('di'), channels.alerts]) {
    const card = wordsOf(await cardOf(asked, shown('access.grant.state.unconfirmed'), where));
    expect(card).toContain(shown('changes.failure.unconfirmed'));
  }
  expectOneRequest(s.sentRequests());
});

it('a pending answer is “being granted” until a read confirms it', async () => {
  s.vendor.faults.set({ kind: 'pending', ms: 60_000 });
  const asked = await s.requestApproved('di', 'contributor on ledger for 5 days because I mend payouts');
  await aLook();
  expect(wordsOf(await cardOf(asked, 'being granted'))).not.toContain('Eligible');
  s.clock.advance(60_000);
  await cardOf(asked, 'Eligible until');
  expect(s.sentRequests()).toHaveLength(1);
});

it('a removal whose answer is lost is done when a read finds it', async () => {
  const asked = await s.requestApproved('di', 'reader on ledger for 5 days because I look');
  const card = await cardOf(asked, 'Eligible until');
  s.clock.advance(PAST_MINIMUM);
  s.vendor.faults.clear();
  s.vendor.faults.set({ kind: 'reset-after', operation, count: 1 });
  expect(answerOf(await s.press('bo', card, 'access.remove', { reason: 'done' }))).toContain('Being removed');
  await cardOf(asked, 'Removed by Bo Lind', channels.general);
  expectOneRequest(s.sentRequests());
  expect(await s.listedRole('di', 'ledger', 'reader')).toHaveLength(0);
});
