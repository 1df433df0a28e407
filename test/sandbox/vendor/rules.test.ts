import { iso } from '../../../src/lib/clock.ts';
import { people } from '../../../src/sandbox/world.ts';
import { expiring, grantBody, inDays, type Reply, startSandbox, stopAll } from './support.ts';

const ana = people.ana.objectId;
const noReason = { Justification: '   ' };
const noTicket = { TicketInfo: undefined };
const until = (day: number) => ({ ScheduleInfo: expiring({ Type: 'AfterDateTime', EndDateTime: iso(inDays(day)) }) });
const forEver = { ScheduleInfo: expiring({ Type: 'NoExpiration', EndDateTime: null, Duration: null }) };

afterEach(stopAll);

const failed = ({ status, body }: Reply): readonly unknown[] => [status, body.error?.code, body.error?.message];
const refusal = (...rules: readonly string[]): readonly unknown[] => [
  400,
  'RoleAssignmentRequestPolicyValidationFailed',
  `The following policy rules failed: ${JSON.stringify(rules)}`,
];

describe('a policy refuses', () => {
  test.each([
    ['a duration beyond the maximum', grantBody({ principal: ana, days: 91 }), ['ExpirationRule']],
    ['an end beyond the maximum', grantBody({ principal: ana }, until(91)), ['ExpirationRule']],
    [
      'hours beyond the maximum',
      grantBody(
        { principal: ana, role: 'owner' },
        { ScheduleInfo: expiring({ Type: 'AfterDuration', Duration: 'PT24H1M' }) },
      ),
      ['ExpirationRule'],
    ],
    ['no end where one is required', grantBody({ principal: ana, role: 'contributor' }, forEver), ['ExpirationRule']],
    [
      'no expiration where one is required',
      grantBody({ principal: ana, role: 'contributor' }, { ScheduleInfo: expiring(undefined) }),
      ['ExpirationRule'],
    ],
    ['no reason', grantBody({ principal: ana, role: 'contributor' }, noReason), ['JustificationRule']],
    ['no ticket', grantBody({ principal: ana, role: 'secretsUser' }, noTicket), ['TicketingRule']],
    [
      'a program where a person must prove themselves',
      grantBody({ principal: ana, role: 'accessAdministrator' }),
      ['MfaRule'],
    ],
    [
      'reason and ticket missing',
      grantBody({ principal: ana, role: 'secretsUser' }, { ...noReason, ...noTicket }),
      ['JustificationRule', 'TicketingRule'],
    ],
    [
      'three things at once',
      grantBody({ principal: ana, role: 'secretsUser' }, { ...noReason, ...noTicket, ...until(15) }),
      ['ExpirationRule', 'JustificationRule', 'TicketingRule'],
    ],
  ])('%s', async (_what, body, rules) => {
    const { request } = await startSandbox();
    expect(failed(await request(body))).toEqual(refusal(...rules));
  });
});

describe('a policy lets pass', () => {
  test.each([
    ['the longest duration', grantBody({ principal: ana, days: 90 })],
    ['the latest end', grantBody({ principal: ana }, until(90))],
    ['no end where none is required', grantBody({ principal: ana }, forEver)],
    ['no reason and no ticket where none is asked for', grantBody({ principal: ana }, { ...noReason, ...noTicket })],
    ['reason and ticket', grantBody({ principal: ana, role: 'secretsUser', days: 14 })],
    ['a full day', grantBody({ principal: ana, role: 'owner', days: 1 })],
  ])('%s', async (_what, body) => {
    const { request } = await startSandbox();
    expect((await request(body)).status).toBe(201);
  });
});

test('a rule that was told to fail fails, beside those that fail anyway', async () => {
  const { request, sandbox } = await startSandbox();
  sandbox.faults.set({ kind: 'rule', rules: ['EligibilityRule'], count: 1 });
  const reply = await request(grantBody({ principal: ana, role: 'contributor' }, noReason));
  expect(failed(reply)).toEqual(refusal('JustificationRule', 'EligibilityRule'));
});

test.each(['ExpirationRule', 'JustificationRule', 'EligibilityRule', 'TicketingRule', 'MfaRule'] as const)(
  '%s can be told to fail alone',
  async (rule) => {
    const { request, sandbox } = await startSandbox();
    sandbox.faults.set({ kind: 'rule', rules: [rule], operation: 'createEligibilityRequest' });
    expect(failed(await request(grantBody({ principal: ana })))).toEqual(refusal(rule));
  },
);

test('a refused request does not use its name up', async () => {
  const { request } = await startSandbox();
  const name = '64caffb6-55c0-4deb-a585-68e948ea1ad6';
  await request(grantBody({ principal: ana, days: 91 }), { name });
  expect((await request(grantBody({ principal: ana, days: 90 }), { name })).status).toBe(201);
});
