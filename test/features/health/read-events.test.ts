import type { VendorClient } from '../../../src/api/client.ts';
import { VendorError } from '../../../src/api/errors/errors.ts';
import type { HealthEvent } from '../../../src/api/operations/health-events-schemas.ts';
import { healthSource } from '../../../src/features/health/alert-source.ts';
import { toItem } from '../../../src/features/health/item.ts';
import { listEvents, readEvents } from '../../../src/features/health/read-events.ts';
import type { Target } from '../../../src/features/health/target.ts';
import { eventOf, SUBSCRIPTION } from './events.ts';
import { policyWith } from './policies.ts';

const OTHER = SUBSCRIPTION.replace('1d01', '1d02');
const targetOf = (subscriptionId: string, title: string): Target => ({ kind: 'subscription', subscriptionId, title });
const payments = targetOf(SUBSCRIPTION, 'Payments');
const staging = targetOf(OTHER, 'Staging');

const broken = (fields: Partial<ConstructorParameters<typeof VendorError>[0]> = {}): VendorError =>
  new VendorError({ code: 'Vendor.503', text: 'vendor.error.unavailable', arrived: 'no', retryable: true, ...fields });

type Answers = readonly (HealthEvent | VendorError)[];

/** A vendor whose listings give these one after the other, and what it was asked. */
const vendorOf = (listings: Readonly<Record<string, readonly Answers[]>>) => {
  const asked: { subscriptionId?: string; resource?: string; filter?: unknown }[] = [];
  const taken = new Map<string, number>();
  const vendor = {
    async *list(_operation: unknown, input: (typeof asked)[number]) {
      asked.push(input);
      const name = input.subscriptionId ?? input.resource ?? '';
      const turn = taken.get(name) ?? 0;
      taken.set(name, turn + 1);
      for (const answer of listings[name]?.[turn] ?? []) {
        if (answer instanceof VendorError) throw answer;
        yield answer;
      }
    },
  } as unknown as VendorClient;
  return { vendor, asked };
};

const look = (listings: Readonly<Record<string, readonly Answers[]>>, targets: readonly Target[], filter = {}) => {
  const { vendor, asked } = vendorOf(listings);
  const reading = { vendor, correlation: 'c', endBy: 0, portalOf: () => undefined };
  return { asked, findings: readEvents({ targets, filter, since: undefined }, reading) };
};

const updated = (day: number, more: Readonly<Record<string, unknown>> = {}) => ({
  lastUpdateTime: `2026-03-0${day}T00:00:00Z`,
  ...more,
});

it('an event of several places is there once, with all of them and the newest word', async () => {
  const listings = {
    [SUBSCRIPTION]: [[eventOf(updated(1, { title: 'Old' }))]],
    [OTHER]: [[eventOf(updated(2, { title: 'New' }), 'paym-7k2')]],
  };
  const { found } = await look(listings, [payments, staging]).findings;
  expect(found).toMatchObject([{ item: { title: 'New' }, places: ['Payments', 'Staging'] }]);
});

it('stands active first, then by priority, then the newest word first', async () => {
  const event = (name: string, properties: Readonly<Record<string, unknown>>) => eventOf(properties, name);
  const listing = [
    event('E', updated(3, { status: 'Resolved', priority: 0 })),
    event('D', updated(1, { priority: 7 })),
    event('C', updated(2, { priority: 7 })),
    event('B', updated(9, { priority: 23 })),
    event('A', updated(1, { priority: 0 })),
  ];
  const { found } = await look({ [SUBSCRIPTION]: [listing] }, [payments]).findings;
  expect(found.map(({ item }) => item.id)).toEqual(['A', 'C', 'D', 'B', 'E']);
});

describe('what cannot be read', () => {
  it('is said, and what was read is shown', async () => {
    const listings = { [SUBSCRIPTION]: [[eventOf(), broken()]], [OTHER]: [[eventOf({}, 'X')]] };
    const { found, unread } = await look(listings, [payments, staging]).findings;
    expect({ found: found.length, unread }).toEqual({ found: 2, unread: ['Payments'] });
  });

  it('of one place leaves the others', async () => {
    const { unread } = await look({ [SUBSCRIPTION]: [[broken({ status: 403 })]], [OTHER]: [[]] }, [payments, staging])
      .findings;
    expect(unread).toEqual(['Payments']);
  });

  it('at all is the vendor’s error', async () => {
    await expect(look({ [SUBSCRIPTION]: [[broken()]] }, [payments]).findings).rejects.toThrow(VendorError);
  });
});

describe('a page that the vendor has forgotten', () => {
  const forgotten = broken({ status: 400, vendorCode: 'invalidSkipToken' });

  it('costs one more listing from the beginning', async () => {
    const { asked, findings } = look(
      {
        [SUBSCRIPTION]: [
          [eventOf(), forgotten],
          [eventOf(), eventOf({}, 'X')],
        ],
      },
      [payments],
    );
    expect((await findings).found).toHaveLength(2);
    expect(asked).toHaveLength(2);
  });

  it('again and again does not go on for ever', async () => {
    const { asked, findings } = look(
      {
        [SUBSCRIPTION]: [
          [eventOf(), forgotten],
          [eventOf(), forgotten],
        ],
      },
      [payments],
    );
    expect((await findings).unread).toEqual(['Payments']);
    expect(asked).toHaveLength(2);
  });
});

describe('a filter by service', () => {
  const event = eventOf({ impact: [{ impactedService: 'Key Vault', impactedRegions: [] }] });

  it('is the vendor’s first', async () => {
    const { asked, findings } = look({ [SUBSCRIPTION]: [[event]] }, [payments], { services: ['Key Vault'] });
    expect((await findings).found).toHaveLength(1);
    expect(asked).toMatchObject([{ filter: { services: ['Key Vault'] } }]);
  });

  it('is ours alone where the vendor knows no such name', async () => {
    const { asked, findings } = look({ [SUBSCRIPTION]: [[], [event, eventOf({}, 'X')]] }, [payments], {
      services: ['keyvault'],
    });
    expect((await findings).found.map(({ item }) => item.id)).toEqual(['PAYM-7K2']);
    expect(asked.map(({ filter }) => filter !== undefined)).toEqual([true, false]);
  });
});

describe('the alerts’ source', () => {
  const policy = policyWith();
  const context = (vendor: VendorClient) => ({
    vendor,
    policy,
    correlation: 'c',
    remainingReads: () => {},
    known: async () => [],
  });
  const listed = async (feed: string, listing: Answers, since: number) => {
    const { vendor, asked } = vendorOf({ [feed.split(' ')[1] ?? '']: [listing] });
    const items = [];
    for await (const item of healthSource.list(feed, since, context(vendor))) items.push(item.id);
    return { items, asked };
  };
  const since = Date.parse('2026-03-02T00:00:00Z');
  const vault = `resource /subscriptions/${SUBSCRIPTION}/resourcegroups/rg-ledger/providers/vendor.keyvault/vaults/kv-ledger`;
  const events = [eventOf(updated(1), 'A'), eventOf(updated(2), 'B'), eventOf({}, 'C')];

  it('has one feed for a subscription and a resource, however they are named', () => {
    const byName = healthSource.feedOf('payments', policy);
    const byId = healthSource.feedOf(`/subscriptions/${SUBSCRIPTION.toUpperCase()}`, policy);
    expect(byName).toEqual({ key: `subscription ${SUBSCRIPTION}`, title: 'Payments Production' });
    expect(byId).toEqual(byName);
    const vault = `/subscriptions/${SUBSCRIPTION}/resourceGroups/rg-ledger/providers/Vendor.KeyVault/vaults/kv-ledger`;
    expect(healthSource.feedOf(vault.toUpperCase(), policy).key).toBe(healthSource.feedOf('vault', policy).key);
  });

  it('filters by what the feed can tell', () => {
    const feed = healthSource.feedOf('vault', policy);
    expect(healthSource.parseFilter({ tag: 'Final PIR' }, feed)).toEqual({ tags: ['Final PIR'] });
    expect(() => healthSource.parseFilter({ tag: 'Final PIR' }, healthSource.feedOf('payments', policy))).toThrow();
  });

  it('lists a subscription from a moment on, and of a resource what has changed since or may have', async () => {
    const one = await listed(`subscription ${SUBSCRIPTION}`, events, since);
    expect(one.asked).toMatchObject([{ subscriptionId: SUBSCRIPTION, start: since }]);
    expect(one.items).toEqual(['B', 'C']);
    expect((await listed(vault, events, since)).items).toEqual(['B', 'C']);
  });

  it('tells of a sensitive event whenever it last changed: it may not have been so', async () => {
    const hidden = eventOf(updated(1, { isEventSensitive: true }), 'S');
    expect((await listed(vault, [...events, hidden], since)).items).toEqual(['B', 'C', 'S']);
  });

  it('reads nothing of a subscription that the policy does not name any more', async () => {
    const elsewhere = `subscription ${SUBSCRIPTION.replace('1d01', '9999')}`;
    await expect(listed(elsewhere, events, since)).rejects.toMatchObject({ code: 'Health.Place' });
  });

  it('stores its items and gives them back as they were', () => {
    const item = toItem(eventOf(updated(1)), SUBSCRIPTION, () => 'https://portal.example/1');
    expect(healthSource.item.parse(JSON.parse(JSON.stringify(item)))).toEqual(item);
  });
});

it('one listing after the other is a plain list', async () => {
  const { vendor } = vendorOf({ [SUBSCRIPTION]: [[eventOf()]] });
  const events = [];
  for await (const event of listEvents(vendor, payments, 0, { correlation: 'c' })) events.push(event.name);
  expect(events).toEqual(['PAYM-7K2']);
});
