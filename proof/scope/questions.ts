import type { AnyOperation, Parts } from '../../src/cloud/operation.ts';
import { listShareSynchronizations } from '../../src/cloud/operations/data-share.ts';
import { listResourceHealthEvents, listSubscriptionHealthEvents } from '../../src/cloud/operations/health-events.ts';
import { profileOf } from '../../src/cloud/services/profile.ts';
import type { Namespace } from '../../src/platform/config/vendor-settings.ts';
import { DAY } from '../../src/platform/lib/clock.ts';
import { fc } from '../../test/support/fast-check.ts';
import { guids, names } from './names.ts';
import { addressFor, type Condition, differences, type Question, readFilter } from './sent.ts';

type CaseOf<T> = T extends fc.Arbitrary<infer One> ? One : never;

/** Text of whatever kind, or a word that would be a condition of its own were it to leave its quotes. */
const texts = fc
  .tuple(
    names(2).map(({ text }) => text),
    fc.constantFrom('', '', '', "'", "''", "' or service eq 'x", "') or 1 eq 1", "'&$filter=", ' '),
  )
  .filter(([text]) => text.isWellFormed())
  .map((parts) => parts.join(''));

/** From 1970 to the end of the year 9999: what a date of the documents can say. */
const moments = fc.integer({ min: DAY, max: 253_402_300_800_000 - 1 });
const monthDayYear = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC' });

const questionOf = (joined: 'and' | 'or', conditions: readonly Condition[]): Question | undefined =>
  conditions.length === 0 ? undefined : { joined: conditions.length === 1 ? undefined : joined, conditions };

const defined = (record: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== undefined));

/** @returns what does not hold of the query that an operation sends: each parameter once, and each as it was meant */
const queryViolations = (
  operation: AnyOperation,
  parts: Parts,
  namespace: Namespace,
  wanted: Readonly<Record<string, unknown>>,
): string[] => {
  const { searchParams } = addressFor(operation, parts, namespace);
  const { 'api-version': version, $filter, ...others } = Object.fromEntries(searchParams);
  const question = $filter === undefined ? undefined : (readFilter($filter) ?? `unreadable: ${$filter}`);
  return [
    ...differences(operation.id, defined({ ...wanted, version: operation.version }), () =>
      defined({ ...others, question, version }),
    ),
    ...differences(`${operation.id}: parameters`, new Set(searchParams.keys()).size, () => [...searchParams].length),
  ];
};

/** Filters of health events (docs/sources.md, Health events): any of the services, any of the regions. */
export const healthCases = fc.record({
  services: fc.array(texts, { maxLength: 3 }),
  regions: fc.array(texts, { maxLength: 3 }),
  subscriptionId: guids,
  namespace: fc.constantFrom<Namespace[]>('Vendor', 'Microsoft'),
  /** Undefined where the events of a resource are listed. */
  start: fc.option(moments, { nil: undefined, freq: 2 }),
});

/** @returns what does not hold of one question about health events, in words */
export const healthViolations = (one: CaseOf<typeof healthCases>): string[] => {
  const { services, regions, subscriptionId, namespace, start } = one;
  const question = questionOf('or', [
    ...services.map((service) => ['service', 'eq', service] as const),
    ...regions.map((region) => ['region', 'eq', region] as const),
  ]);
  const filter = { services, regions };
  const profile = profileOf(namespace);
  if (start === undefined) {
    const resource = `/subscriptions/${subscriptionId}/resourceGroups/rg/providers/Vendor.KeyVault/vaults/kv`;
    const parts = listResourceHealthEvents.parts({ resource, filter }, profile);
    return queryViolations(listResourceHealthEvents, parts, namespace, { question });
  }
  const parts = listSubscriptionHealthEvents.parts({ subscriptionId, start, filter }, profile);
  const queryStartTime = monthDayYear.format(start - DAY);
  return queryViolations(listSubscriptionHealthEvents, parts, namespace, { question, queryStartTime });
};

const FIELDS = ['startTime', 'endTime', 'status', 'durationMs', 'consumerEmail', 'synchronizationMode'] as const;

/** Filters of synchronizations (docs/sources.md, Data shares): all of the conditions, the orders as they come, and the vendor's mark as it was given. */
export const synchronizationCases = fc.record({
  subscriptionId: guids,
  filter: fc.record(
    {
      status: texts,
      mode: fc.constantFrom('Incremental' as const, 'FullSync' as const),
      consumerEmail: texts,
      startedFrom: moments,
      startedBefore: moments,
    },
    { requiredKeys: [] },
  ),
  skipToken: fc.option(texts, { nil: undefined, freq: 1 }),
  order: fc.array(
    fc.record({ by: fc.constantFrom(...FIELDS), direction: fc.constantFrom('asc' as const, 'desc' as const) }),
    { maxLength: 3 },
  ),
});

/** @returns what does not hold of one question about the runs of a share, in words */
export const synchronizationViolations = (one: CaseOf<typeof synchronizationCases>): string[] => {
  const { subscriptionId, filter, skipToken, order } = one;
  const { status, mode, consumerEmail, startedFrom, startedBefore } = filter;
  const conditions: readonly (readonly [string, string, string | undefined])[] = [
    ['status', 'eq', status],
    ['synchronizationMode', 'eq', mode],
    ['consumerEmail', 'eq', consumerEmail],
    ['startTime', 'ge', startedFrom === undefined ? undefined : new Date(startedFrom).toJSON()],
    ['startTime', 'lt', startedBefore === undefined ? undefined : new Date(startedBefore).toJSON()],
  ];
  const place = { subscriptionId, resourceGroup: 'rg', account: 'acc', share: 'share' };
  const query = { ...place, filter, order, ...(skipToken === undefined ? {} : { skipToken }) };
  const parts = listShareSynchronizations.parts(query, profileOf('Vendor'));
  return queryViolations(listShareSynchronizations, parts, 'Vendor', {
    question: questionOf(
      'and',
      conditions.flatMap(([field, operator, value]) =>
        value === undefined ? [] : [[field, operator, value] as const],
      ),
    ),
    $skipToken: skipToken,
    $orderby: order.map(({ by, direction }) => `${by} ${direction}`).join(',') || undefined,
  });
};
