import type { VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import type { HealthEvent } from '#cloud/operations/health-events-schemas.ts';
import { healthSource } from '#features/health/alert-source.ts';
import { type HealthItem, toItem } from '#features/health/item.ts';
import { listEvents, readEvents } from '#features/health/read-events.ts';
import type { Target } from '#features/health/target.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { policyWith } from '../../support/shipped-policy.ts';
import { eventOf, SUBSCRIPTION } from './events.ts';

const words = loadTexts().for('en');
const OTHER = SUBSCRIPTION.replace('1d01', '1d02');
const targetOf = (subscriptionId: string, title: string): Target => ({ kind: 'subscription', subscriptionId, title });
const payments = targetOf(SUBSCRIPTION, 'Payments');
const staging = targetOf(OTHER, 'Staging');

const broken = (fields: Partial<ConstructorParameters<typeof VendorError>[0]> = {}): VendorError =>
  new VendorError({ code: 'Vendor.503', text: 'vendor.error.unavailable', arrived: 'no', retryable: true, ...fields });

type Answers = readonly (HealthEvent | VendorError)[];

/** A vendor whose listings give these one after the other, and the reads that it got. */
const vendorOf = (listings: Readonly<Record<string, readonly Answers[]>>) => {
  const reads: { subscriptionId?: string; resource?: string; filter?: unknown }[] = [];
  const taken = new Map<string, number>();
  const vendor = {
    async *list(_operation: unknown, input: (typeof reads)[number]) {
      reads.push(input);
      const name = input.subscriptionId ?? input.resource ?? '';
      const turn = taken.get(name) ?? 0;
      taken.set(name, turn + 1);
      for (const answer of listings[name]?.[turn] ?? []) {
        if (answer instanceof VendorError) throw answer;
        yield answer;
      }
    },
  } as unknown as VendorClient;
  return { vendor, reads };
};

const read = (listings: Readonly<Record<string, readonly Answers[]>>, targets: readonly Target[], filter = {}) => {
  const { vendor, reads } = vendorOf(listings);
  const reading = { vendor, correlation: 'c', endBy: 0, now: 0, portalOf: () => undefined };
  return { reads, findings: readEvents({ targets, filter, since: undefined }, reading) };
};

const updated = (day: number, more: Readonly<Record<string, unknown>> = {}) => ({
  lastUpdateTime: `2026-03-0${day}T00:00:00Z`,
  ...more,
});

it('an event of several places is returned once, with all places and the newest text', async () => {
  const listings = {
    [SUBSCRIPTION]: [[eventOf(updated(1, { title: 'Old' }))]],
    [OTHER]: [[eventOf(updated(2, { title: 'New' }), 'paym-7k2')]],
  };
  const { found } = await read(listings, [payments, staging]).findings;
  expect(found).toMatchObject([{ item: { title: 'New' }, places: ['Payments', 'Staging'] }]);
});

it('events come active first, then by priority, then by their last update', async () => {
  const event = (name: string, properties: Readonly<Record<string, unknown>>) => eventOf(properties, name);
  const listing = [
    event('E', updated(3, { status: 'Resolved', priority: 0 })),
    event('D', updated(1, { priority: 7 })),
    event('C', updated(2, { priority: 7 })),
    event('B', updated(9, { priority: 23 })),
    event('A', updated(1, { priority: 0 })),
  ];
  const { found } = await read({ [SUBSCRIPTION]: [listing] }, [payments]).findings;
  expect(found.map(({ item }) => item.id)).toEqual(['A', 'C', 'D', 'B', 'E']);
});

describe('a failed list', () => {
  it('a failed list is named, and the events read before are returned', async () => {
    const listings = { [SUBSCRIPTION]: [[eventOf(), broken()]], [OTHER]: [[eventOf({}, 'X')]] };
    const { found, unread } = await read(listings, [payments, staging]).findings;
    expect({ found: found.length, unread }).toEqual({ found: 2, unread: ['Payments'] });
  });

  it('a failed list of one place does not affect the others', async () => {
    const { unread } = await read({ [SUBSCRIPTION]: [[broken({ status: 403 })]], [OTHER]: [[]] }, [payments, staging])
      .findings;
    expect(unread).toEqual(['Payments']);
  });

  it('a failed list of the only place throws the error of the vendor', async () => {
    await expect(read({ [SUBSCRIPTION]: [[broken()]] }, [payments]).findings).rejects.toThrow(VendorError);
  });
});

describe('an expired page token', () => {
  const expired = broken({ status: 400, vendorCode: 'invalidSkipToken' });

  it('restarts the list once', async () => {
    const { reads, findings } = read(
      {
        [SUBSCRIPTION]: [
          [eventOf(), expired],
          [eventOf(), eventOf({}, 'X')],
        ],
      },
      [payments],
    );
    expect((await findings).found).toHaveLength(2);
    expect(reads).toHaveLength(2);
  });

  it('an expired page token in the second list, too, ends it as unread', async () => {
    const { reads, findings } = read(
      {
        [SUBSCRIPTION]: [
          [eventOf(), expired],
          [eventOf(), expired],
        ],
      },
      [payments],
    );
    expect((await findings).unread).toEqual(['Payments']);
    expect(reads).toHaveLength(2);
  });
});

describe('a filter by service', () => {
  const event = eventOf({ impact: [{ impactedService: 'Key Vault', impactedRegions: [] }] });

  it('a filter by service is sent to the vendor', async () => {
    const { reads, findings } = read({ [SUBSCRIPTION]: [[event]] }, [payments], { services: ['Key Vault'] });
    expect((await findings).found).toHaveLength(1);
    expect(reads).toMatchObject([{ filter: { services: ['Key Vault'] } }]);
  });

  it('applies here alone if the vendor finds nothing by that name', async () => {
    const { reads, findings } = read(
      { [SUBSCRIPTION]: [[], [event, eventOf({ impact: [{ impactedService: 'DNS' }] }, 'X')]] },
      [payments],
      {
        services: ['keyvault'],
      },
    );
    expect((await findings).found.map(({ item }) => item.id)).toEqual(['PAYM-7K2']);
    expect(reads.map(({ filter }) => filter !== undefined)).toEqual([true, false]);
  });
});

describe('the alert source', () => {
  const policy = policyWith();
  const context = (vendor: VendorClient) => ({
    vendor,
    policy,
    correlation: 'c',
    now: 0,
    remainingReads: () => {},
    known: async () => [],
  });
  const listed = async (feed: string, listing: Answers, since: number) => {
    const { vendor, reads } = vendorOf({ [feed.split(' ')[1] ?? '']: [listing] });
    const items = [];
    for await (const item of healthSource.list(feed, since, context(vendor))) items.push(item.id);
    return { items, reads };
  };
  const since = Date.parse('2026-03-02T00:00:00Z');
  const vault = `resource /subscriptions/${SUBSCRIPTION}/resourcegroups/rg-ledger/providers/vendor.keyvault/vaults/kv-ledger`;
  const events = [eventOf(updated(1), 'A'), eventOf(updated(2), 'B'), eventOf({}, 'C')];

  it('the alert source has one feed for each subscription and resource, whatever their spelling', () => {
    const byName = healthSource.feedOf('payments', policy);
    const byId = healthSource.feedOf(`/subscriptions/${SUBSCRIPTION.toUpperCase()}`, policy);
    expect(byName).toEqual({ key: `subscription ${SUBSCRIPTION}`, title: 'Payments Production' });
    expect(byId).toEqual(byName);
    const vault = `/subscriptions/${SUBSCRIPTION}/resourceGroups/rg-ledger/providers/Vendor.KeyVault/vaults/kv-ledger`;
    expect(healthSource.feedOf(vault.toUpperCase(), policy).key).toBe(healthSource.feedOf('vault', policy).key);
  });

  it('the alert source refuses filters that the feed does not support', () => {
    const feed = healthSource.feedOf('vault', policy);
    expect(healthSource.parseFilter({ tag: 'Final PIR' }, feed)).toEqual({ tags: ['Final PIR'] });
    expect(() => healthSource.parseFilter({ tag: 'Final PIR' }, healthSource.feedOf('payments', policy))).toThrow();
  });

  it('the alert source lists events since a moment, and those without an update time', async () => {
    const one = await listed(`subscription ${SUBSCRIPTION}`, events, since);
    expect(one.reads).toMatchObject([{ subscriptionId: SUBSCRIPTION, start: since }]);
    expect(one.items).toEqual(['B', 'C']);
    expect((await listed(vault, events, since)).items).toEqual(['B', 'C']);
  });

  it('the alert source lists a sensitive event in any case, since it may have become so', async () => {
    const hidden = eventOf(updated(1, { isEventSensitive: true }), 'S');
    expect((await listed(vault, [...events, hidden], since)).items).toEqual(['B', 'C', 'S']);
  });

  it('the alert source reads no subscription that is no longer in the policy', async () => {
    const elsewhere = `subscription ${SUBSCRIPTION.replace('1d01', '9999')}`;
    await expect(listed(elsewhere, events, since)).rejects.toMatchObject({ code: 'Health.Place' });
  });

  it('the alert source lists planned work once more when it begins, without an update of the vendor', async () => {
    const planned = { eventType: 'PlannedMaintenance', impactStartTime: '2026-03-02T08:00:00Z' };
    const item = toItem(eventOf(planned, 'M'), SUBSCRIPTION, () => undefined);
    const { vendor } = vendorOf({ [SUBSCRIPTION]: [[], [], []] });
    const listedAt = async (now: number, stored: HealthItem) => {
      const found: HealthItem[] = [];
      const at = { ...context(vendor), now, known: async () => [stored] };
      for await (const one of healthSource.list(`subscription ${SUBSCRIPTION}`, since, at)) found.push(one);
      return found;
    };
    const start = Date.parse(planned.impactStartTime);
    const begun = { ...item, inProgress: true };
    expect(await listedAt(start - 1, item)).toEqual([]);
    expect(await listedAt(start, item)).toEqual([begun]);
    expect(await listedAt(start + 1, begun)).toEqual([]);
  });

  it('the alert source counts its items by the nouns of the vendor', () => {
    const items = [{}, {}, { eventType: 'SecurityAdvisory' }, { eventType: 'PlannedMaintenance' }].map((properties) =>
      toItem(eventOf(properties), SUBSCRIPTION, () => undefined),
    );
    expect(healthSource.count(items, words)).toEqual([
      '2 service issues',
      '1 planned maintenance event',
      '1 security advisory',
    ]);
  });

  it('the alert source reads its stored items unchanged', () => {
    const item = toItem(eventOf(updated(1)), SUBSCRIPTION, () => 'https://portal.example/1');
    expect(healthSource.item.parse(JSON.parse(JSON.stringify(item)))).toEqual(item);
  });
});

it('the events of one place come as a plain list', async () => {
  const { vendor } = vendorOf({ [SUBSCRIPTION]: [[eventOf()]] });
  const events = [];
  for await (const event of listEvents(vendor, payments, 0, { correlation: 'c' })) events.push(event.name);
  expect(events).toEqual(['PAYM-7K2']);
});
