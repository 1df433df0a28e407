import { iso } from '../../../src/platform/lib/clock.ts';
import { expiring, grantBody, inDays, requestName as name, type Reply, useSandbox } from './support.ts';

const noReason = { Justification: '   ' };
const noTicket = { TicketInfo: undefined };
const until = (day: number) => ({ ScheduleInfo: expiring({ Type: 'AfterDateTime', EndDateTime: iso(inDays(day)) }) });
const forEver = { ScheduleInfo: expiring({ Type: 'NoExpiration', EndDateTime: null, Duration: null }) };

const running = useSandbox();
const { request } = running;

const failed = ({ status, body }: Reply): readonly unknown[] => [status, body.error?.code, body.error?.message];
const refusal = (...rules: readonly string[]): readonly unknown[] => [
  400,
  'RoleAssignmentRequestPolicyValidationFailed',
  `The following policy rules failed: ${JSON.stringify(rules)}`,
];

test.each([
  ['a duration beyond the maximum', grantBody({ days: 91 }), ['ExpirationRule']],
  ['an end beyond the maximum', grantBody({}, until(91)), ['ExpirationRule']],
  [
    'hours beyond the maximum',
    grantBody({ role: 'owner' }, { ScheduleInfo: expiring({ Type: 'AfterDuration', Duration: 'PT24H1M' }) }),
    ['ExpirationRule'],
  ],
  ['no end where one is required', grantBody({ role: 'contributor' }, forEver), ['ExpirationRule']],
  [
    'no expiration where one is required',
    grantBody({ role: 'contributor' }, { ScheduleInfo: expiring(undefined) }),
    ['ExpirationRule'],
  ],
  ['no reason', grantBody({ role: 'contributor' }, noReason), ['JustificationRule']],
  ['no ticket', grantBody({ role: 'secretsUser' }, noTicket), ['TicketingRule']],
  [
    'a service principal where multi-factor authentication is required',
    grantBody({ role: 'accessAdministrator' }),
    ['MfaRule'],
  ],
  [
    'reason and ticket missing',
    grantBody({ role: 'secretsUser' }, { ...noReason, ...noTicket }),
    ['JustificationRule', 'TicketingRule'],
  ],
  [
    'end, reason and ticket at once',
    grantBody({ role: 'secretsUser' }, { ...noReason, ...noTicket, ...until(15) }),
    ['ExpirationRule', 'JustificationRule', 'TicketingRule'],
  ],
])('a role’s policy refuses %s', async (_what, body, rules) => {
  expect(failed(await request(body))).toEqual(refusal(...rules));
});

test.each([
  ['the longest duration', grantBody({ days: 90 })],
  ['the latest end', grantBody({}, until(90))],
  ['no end where none is required', grantBody({}, forEver)],
  ['no reason and no ticket where none is required', grantBody({}, { ...noReason, ...noTicket })],
  ['reason and ticket', grantBody({ role: 'secretsUser', days: 14 })],
  ['a full day', grantBody({ role: 'owner', days: 1 })],
])('a role’s policy allows %s', async (_what, body) => {
  expect((await request(body)).status).toBe(201);
});

test('a rule that a fault lets fail is named beside the rules that the request breaks', async () => {
  running.sandbox.faults.set({ kind: 'rule', rules: ['EligibilityRule'], count: 1 });
  const reply = await request(grantBody({ role: 'contributor' }, noReason));
  expect(failed(reply)).toEqual(refusal('JustificationRule', 'EligibilityRule'));
});

test('the name of a refused request can be used again', async () => {
  await request(grantBody({ days: 91 }), { name });
  expect((await request(grantBody({ days: 90 }), { name })).status).toBe(201);
});
