import {
  decodeQuery,
  encodeQuery,
  type HealthQuery,
  parseHealthCommand,
  planQuery,
} from '#features/health/parse-health-command.ts';
import { DAY } from '#platform/lib/clock.ts';
import { AppError } from '#platform/lib/errors.ts';
import { parseSince } from '#platform/lib/parse-moment.ts';
import { hostileText } from '../../support/markdown.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { policyWith } from '../../support/shipped-policy.ts';

const NOW = Date.parse('2026-11-21T19:00:00Z');
const database =
  '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01/resourceGroups/rg-ledger/providers/Vendor.Sql/servers/sql-ledger/databases/ledger';

const read = (typed: string) => parseHealthCommand(typed, NOW, 'Europe/Berlin');
const refusal = (typed: string): string => {
  try {
    return `took ${JSON.stringify(read(typed))}`;
  } catch (error) {
    return error instanceof AppError ? error.textKey : String(error);
  }
};

it.each([
  ['', { place: undefined, since: undefined, written: {} }],
  ['payments', { place: 'payments', written: {} }],
  ['of Payments Production since 3 days', { place: 'Payments Production', since: NOW - 3 * DAY }],
  ['service App Service', { place: undefined, written: { service: 'App Service' } }],
  [
    'payments Service Service Bus, App Service region West Europe',
    { written: { service: 'Service Bus, App Service', region: 'West Europe' } },
  ],
  [
    'level ≥ error type issue or maintenance tag Final PIR',
    { written: { level: '≥ error', type: 'issue or maintenance', tag: 'Final PIR' } },
  ],
])('“%s” is parsed', (typed, question) => {
  expect(read(typed)).toMatchObject({ ...question, page: 0 });
});

it.each([
  ['payments since', 'health.refused.empty'],
  ['payments since the beginning', 'health.refused.since'],
  ['payments since tomorrow', 'health.refused.since'],
  [`service ${'x'.repeat(300)}`, 'health.refused.tooLong'],
])('“%s” is refused', (typed, text) => {
  expect(refusal(typed)).toBe(text);
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

it('the query on a button is decoded as it was, whatever was typed', () => {
  for (let seed = 1; seed <= 500; seed += 1) {
    const random = seededRandom(seed);
    const one = (text: string): string | undefined => (random() < 0.5 ? undefined : text.slice(0, 200));
    const written = Object.fromEntries(
      ['level', 'type', 'service', 'region', 'tag'].flatMap((word, index) => {
        const text = one(hostileText(seed * 10 + index));
        return text === undefined ? [] : [[word, text.replaceAll(/[\ud800-\udfff]/g, '')]];
      }),
    );
    const question: HealthQuery = {
      place: random() < 0.3 ? database : one(`place ${seed} & = % + ü`),
      since: random() < 0.5 ? undefined : Math.floor(random() * NOW),
      written,
      page: Math.floor(random() * 50),
    };
    expect(decodeQuery(encodeQuery(question))).toEqual(question);
  }
});

it.each(['page=-1', 'page=x', `on=${'x'.repeat(400)}`, 'since=soon'])('the invalid query %s is not decoded', (text) => {
  expect(decodeQuery(text)).toBeUndefined();
});

describe('the plan of a query', () => {
  const policy = policyWith();
  const plan = (typed: string) => planQuery(read(typed), policy, NOW);

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
