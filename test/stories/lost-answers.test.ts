import { fastCardOf, withFastClock } from '../support/fast-clock.ts';
import { channels, personalChat, type Steward, startSteward, wordsOf } from '../support/steward.ts';
import {
  answerOf,
  freshStory,
  listedRole,
  press,
  type SentRequest,
  sentRequests,
  shown,
  wishApproved,
} from '../support/story.ts';

const HOUR = 3_600_000;

let s: Steward;
beforeAll(async () => {
  s = await startSteward();
});
beforeEach(() => freshStory(s));
afterAll(() => s.end());

const operation = 'createEligibilityRequest';

const cardOf = fastCardOf(() => s);

const aLook = () =>
  withFastClock(s, () =>
    s.until('a look at the lists after the call', async () => {
      const seen = s.vendor.faults.seen();
      const sent = seen.findIndex(({ method }) => method === 'PUT');
      return sent >= 0 && seen.slice(sent).some(({ path }) => path.endsWith('Schedules'));
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
  const asked = await wishApproved(s, 'ana', `${role} on ${place} for 5 days because I mend payouts`);
  await cardOf(asked, 'Eligible until', personalChat('ana'));
  expect(sentRequests(s).length).toBeGreaterThan(1);
  expectOneRequest(sentRequests(s));
  const [granted, ...more] = await listedRole(s, 'ana', place, role);
  expect(more).toHaveLength(0);
  expect(granted?.roleEligibilityScheduleRequestId).toContain(sentRequests(s)[0]?.name);
});

it('the connection breaks before the request arrives: it is sent again and granted once', async () => {
  s.vendor.faults.set({ kind: 'reset-before', operation, count: 2 });
  const asked = await wishApproved(s, 'ana', 'reader on staging for 5 days because I look');
  await cardOf(asked, 'Eligible until');
  expectOneRequest(sentRequests(s));
  expect(await listedRole(s, 'ana', 'staging', 'reader')).toHaveLength(1);
});

it('reading lags behind writing: nothing is said to be granted before it is seen', async () => {
  s.vendor.faults.set({ kind: 'reset-after', operation, count: 1 });
  s.vendor.faults.set({ kind: 'list-lag', ms: 2 * 60_000 });
  const asked = await wishApproved(s, 'ana', 'contributor on ledger for 5 days because I mend payouts');
  await aLook();
  await cardOf(asked, 'being granted', channels.general);
  s.clock.advance(2 * 60_000);
  await cardOf(asked, 'Eligible until', channels.general);
  expect(await listedRole(s, 'ana', 'ledger', 'contributor')).toHaveLength(1);
});

it('never seen again: the card says that it is unclear, and the operators’ conversation has it', async () => {
  s.vendor.faults.set({ kind: 'reset-after', operation, count: 1 });
  s.vendor.faults.set({ kind: 'list-lag', ms: 24 * HOUR });
  const asked = await wishApproved(s, 'di', 'contributor on staging for 5 days because I mend payouts');
  await aLook();
  s.clock.advance(HOUR);
  for (const where of [channels.general, channels.approvals, personalChat('di'), channels.alerts]) {
    const card = wordsOf(await cardOf(asked, shown('access.grant.state.unconfirmed'), where));
    expect(card).toContain(shown('changes.failure.unconfirmed'));
  }
  expectOneRequest(sentRequests(s));
});

it('every connection breaks until the time is up: unclear, never “not granted”', async () => {
  s.vendor.faults.set({ kind: 'reset-before', operation });
  const asked = await wishApproved(s, 'di', 'reader on staging for 5 days because I look');
  await withFastClock(s, () => s.until('all quick repeats', async () => sentRequests(s).length >= 4));
  s.clock.advance(HOUR);
  await cardOf(asked, shown('access.grant.state.unconfirmed'), channels.alerts);
  expectOneRequest(sentRequests(s));
});

it('a pending answer is “being granted” until reading confirms it', async () => {
  s.vendor.faults.set({ kind: 'pending', ms: 60_000 });
  const asked = await wishApproved(s, 'di', 'contributor on ledger for 5 days because I mend payouts');
  await aLook();
  expect(wordsOf(await cardOf(asked, 'being granted'))).not.toContain('Eligible');
  s.clock.advance(60_000);
  await cardOf(asked, 'Eligible until');
  expect(sentRequests(s)).toHaveLength(1);
});

it('the answer to a removal is lost: the repeat finds nothing left, which is what was wanted', async () => {
  const asked = await wishApproved(s, 'di', 'reader on ledger for 5 days because I look');
  const card = await cardOf(asked, 'Eligible until');
  s.vendor.faults.clear();
  s.vendor.faults.set({ kind: 'reset-after', operation, count: 1 });
  expect(answerOf(await press(s, 'bo', card, 'access.remove', { reason: 'done' }))).toContain('Being removed');
  await cardOf(asked, 'Removed by Bo Lind', channels.general);
  expectOneRequest(sentRequests(s));
  expect(await listedRole(s, 'di', 'ledger', 'reader')).toHaveLength(0);
});
