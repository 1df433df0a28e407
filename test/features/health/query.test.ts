import { createRegistry } from '#bot/commands/registry.ts';
import { route } from '#bot/commands/router.ts';
import { health } from '#features/health/chat/commands.ts';
import { planQuery } from '#features/health/query.ts';
import { DAY } from '#platform/lib/clock.ts';
import { parseSince } from '#platform/lib/parse-moment.ts';
import { policyWith } from '../../support/shipped-policy.ts';

const NOW = Date.parse('2026-11-21T19:00:00Z');
const registry = createRegistry({ commands: [health], actions: [], messageActions: [], forms: [] });
/** The arguments of the command with this text. */
const read = (typed: string) => {
  const found = route(registry, `health ${typed}`);
  if (found.kind === 'unknown') throw new Error(`“${typed}” is not a command`);
  return found.arguments;
};

it.each([
  ['', {}],
  ['payments', { place: 'payments' }],
  ['of Payments Production since 3 days', { place: 'Payments Production', since: '3 days' }],
  ['since 3 days on Payments Production', { place: 'Payments Production', since: '3 days' }],
  ['service App Service', { service: 'App Service' }],
  ['service Database for Ledgers', { service: 'Database for Ledgers' }],
  [
    'payments Service Service Bus, App Service region West Europe',
    { place: 'payments', service: 'Service Bus, App Service', region: 'West Europe' },
  ],
  [
    'level ≥ error type issue or maintenance tag Final PIR',
    { level: '≥ error', type: 'issue or maintenance', tag: 'Final PIR' },
  ],
  ['payments since', { place: 'payments', since: '' }],
  ['on', { place: '' }],
])('“%s” is parsed', (typed, query) => {
  expect(read(typed)).toEqual(query);
});

it.each([
  ['3 days', '2026-11-18T19:00:00Z'],
  ['a week ago', '2026-11-14T19:00:00Z'],
  ['the last 24h', '2026-11-20T19:00:00Z'],
  ['yesterday', '2026-11-19T23:00:00Z'],
  ['Monday 8:00', '2026-11-16T07:00:00Z'],
  ['12:00', '2026-11-21T11:00:00Z'],
  ['2026-11-01', '2026-10-31T23:00:00Z'],
  ['1 December', '2025-11-30T23:00:00Z'],
])('“since %s” is a moment in the past', (text, moment) => {
  expect(parseSince(text, NOW, 'Europe/Berlin')).toBe(Date.parse(moment));
});

it.each(['tomorrow', 'in 2 hours', 'next Monday', '3.4.2026', 'soon', '2030-01-01'])(
  '“since %s” is refused, as no moment in the past',
  (text) => {
    expect(parseSince(text, NOW, 'Europe/Berlin')).toBeUndefined();
  },
);

describe('the plan of a query', () => {
  const policy = policyWith();
  const plan = (typed: string) => planQuery({ ...read(typed), page: 0 }, policy, NOW, 'Europe/Berlin');

  it('has all subscriptions and three days, if the query names no place', () => {
    expect(plan('')).toMatchObject({
      targets: [{ title: 'Payments Production' }, { title: 'Payments Staging' }],
      since: NOW - 3 * DAY,
    });
  });

  it('has the whole list of a resource, unless the query names a start', () => {
    expect(plan('vault').since).toBeUndefined();
    expect(plan('vault since 2 days').since).toBe(NOW - 2 * DAY);
  });
});
