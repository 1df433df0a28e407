import { grant } from '#features/access/grant.ts';
import { exampleTicket, fitsTicket, sharedTickets } from '#features/access/limits.ts';
import { rolesOf } from '#features/access/policy.ts';
import { scopePathOf } from '#features/access/requestable.ts';
import type { GrantTerms } from '#features/access/terms.ts';
import { policyWith } from '../../support/shipped-policy.ts';

it.each([
  [
    ['INC-####'],
    ['INC-1042', 'inc-1042', ''],
    ['INC-104', 'INC-10421', 'XINC-1042', 'INC-10x2', 'INC-١٠٤٢', ' INC-1042'],
  ],
  [['OPS-#+'], ['OPS-7', 'OPS-1234567'], ['OPS-', 'OPS-7+', 'OPS-7a']],
  [['CHG###+'], ['CHG104', 'CHG0010422'], ['CHG10', 'CHG-104']],
  [['v1.#/#+-a'], ['v1.2/30-a'], ['v1x2/30-a', 'v1.2/-a']],
  [['INC-####', 'CHG-####'], ['INC-1042', 'CHG-1042'], ['OPS-1042']],
  [[], ['whatever people type'], []],
])('of a ticket written as %p, %p fit and %p do not', (patterns, fitting, others) => {
  expect(fitting.filter((ticket) => !fitsTicket(patterns, ticket))).toEqual([]);
  expect(others.filter((ticket) => fitsTicket(patterns, ticket))).toEqual([]);
});

it('the example of a pattern fits it', () => {
  for (const pattern of ['INC-#####', 'OPS-#+', 'v1.###+/#', '#']) {
    expect([pattern, fitsTicket([pattern], exampleTicket([pattern]))]).toEqual([pattern, true]);
  }
});

it('a long text is compared at once, whatever the pattern', () => {
  expect(fitsTicket(['#+-#+-#+-#+-#+-#+-#+-#+-#+-#'], `${'1'.repeat(60)}!`)).toBe(false);
});

const NOTICE = '  notice: [1 day, 1 hour, 2 minutes]\n';
const withTicket = (text: string): string => `${NOTICE}  ticket: ${text}\n`;

it('a role has its own patterns, and the others those for all', () => {
  const SECRETS = '      title: Key Vault Secrets User\n';
  const own = policyWith(SECRETS, `${SECRETS}      ticket: [INC-####, CHG-####]\n`);
  const all = policyWith(NOTICE, withTicket('OPS-#+'));
  const ticketsOf = (policy: typeof own, role: string) => rolesOf(policy).find(({ key }) => key === role)?.tickets;
  expect([ticketsOf(own, 'secrets'), ticketsOf(own, 'reader')]).toEqual([['INC-####', 'CHG-####'], []]);
  expect([ticketsOf(all, 'secrets'), ticketsOf(all, 'reader')]).toEqual([['OPS-#+'], ['OPS-#+']]);
});

it('a grant with a ticket that is written otherwise is forbidden, and one without a ticket is not', () => {
  const policy = policyWith(NOTICE, withTicket('INC-####'));
  const [role] = rolesOf(policy);
  const place = policy.place('payments');
  if (!role || !place) throw new Error('the policy has no role or place');
  const terms = (ticket: string): GrantTerms => ({
    ...{ person: { objectId: 'ana', name: 'Ana' }, role, place: { ...place, scope: scopePathOf(place) } },
    ...{ start: null, length: { kind: 'for', ms: 60_000 }, reason: '', ticket, window: null },
  });
  expect(grant.forbids?.(terms('INC-7'), policy, 0)).toMatchObject({ text: 'access.failure.ticket' });
  expect(grant.forbids?.(terms('INC-1042'), policy, 0)).toBeUndefined();
  expect(grant.forbids?.(terms(''), policy, 0)).toBeUndefined();
});

it('one ticket for several roles is written as that of any that asks for one', () => {
  const limits = (ticket: boolean, ...tickets: string[]) => ({ ticket, tickets, vendor: { ...none, ticket } });
  const none = { max: undefined, endRequired: false, reason: false, mfa: false };
  const [inc, chg, any] = [limits(true, 'INC-#'), limits(true, 'CHG-#', 'INC-#'), limits(true)];
  expect(sharedTickets([inc, chg, limits(false)])).toEqual(['INC-#', 'CHG-#']);
  expect(sharedTickets([inc, any])).toEqual([]);
  expect(sharedTickets([inc, { ...limits(false), vendor: undefined }])).toEqual([]);
});
