import {
  fetchHealthEventDetails,
  type HealthFilter,
  listResourceHealthEvents,
  listSubscriptionHealthEvents,
  writeHealthFilter,
  writeQueryStartTime,
} from '#cloud/operations/health-events.ts';
import { healthEvent } from '#cloud/operations/health-events-schemas.ts';
import { readItems } from '#cloud/paging.ts';
import { freezeParts } from '#cloud/request/freeze.ts';
import { profileOf } from '#cloud/services/profile.ts';
import { DAY, HOUR, MINUTE, SECOND } from '#platform/lib/clock.ts';
import cases from '../../fixtures/cloud/operations/health-events.json' with { type: 'json' };
import { fc } from '../../support/fast-check.ts';

const subscriptionId = '0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
const neutral = profileOf('Vendor');

const read = (properties: Readonly<Record<string, unknown>>) =>
  healthEvent.parse({ id: '/e/1', name: 'E-1', properties });

describe('the start of a list', () => {
  test('includes its whole day in every time zone of the vendor', () => {
    const isEarly = (start: number, zoneHours: number): boolean => {
      const [month = 0, day = 0, year = 0] = writeQueryStartTime(start).split('/').map(Number);
      return Date.UTC(year, month - 1, day) - zoneHours * HOUR <= start - (start % DAY);
    };
    const starts = fc.nat(200 * 365 * 24 * 60).map((minutes) => minutes * MINUTE);
    fc.assert(fc.property(starts, fc.integer({ min: -12, max: 14 }), isEarly), { numRuns: 2_000 });
  });

  test.each([
    ['2026-03-02T09:00:00Z', '3/1/2026'],
    ['2026-03-01T00:00:00Z', '2/28/2026'],
    ['2026-01-01T23:59:59Z', '12/31/2025'],
    ['2026-12-13T12:00:00Z', '12/12/2026'],
  ])('at %s is formatted as %s', (moment, written) => {
    expect(writeQueryStartTime(Date.parse(moment))).toBe(written);
  });

  test('that is no time is refused', () => {
    expect(() => writeQueryStartTime(Number.NaN)).toThrow(RangeError);
  });

  test('is in every request', () => {
    const { query } = listSubscriptionHealthEvents.parts({ subscriptionId, start: 10 * DAY + SECOND }, neutral);
    expect(query).toEqual({ $filter: undefined, queryStartTime: '1/10/1970' });
  });
});

test.each<[HealthFilter, string | undefined]>([
  [{}, undefined],
  [{ services: [], regions: [] }, undefined],
  [{ services: ['Key Vault'] }, "service eq 'Key Vault'"],
  [{ regions: ['West Europe', 'Global'] }, "region eq 'West Europe' or region eq 'Global'"],
  [{ services: ['SQL Database'], regions: ['Global'] }, "service eq 'SQL Database' or region eq 'Global'"],
  [{ services: ["x' or region eq 'y"] }, "service eq 'x'' or region eq ''y'"],
])('the filter %j is formatted as %j', (filter, expected) => {
  expect(writeHealthFilter(filter)).toBe(expected);
});

test.each([
  ['a resource', '/providers/Vendor.KeyVault/vaults/kv-ledger'],
  ['a nested resource', '/providers/Vendor.Sql/servers/sql-ledger/databases/ledger'],
])('the events of %s are requested at its full id', (_, below) => {
  const resource = `/subscriptions/${subscriptionId}/resourceGroups/rg-ledger${below}`;
  const parts = listResourceHealthEvents.parts({ resource }, neutral);
  expect(freezeParts(listResourceHealthEvents, parts, neutral).path).toBe(
    `${resource}/providers/Vendor.ResourceHealth/events`,
  );
});

test.each(['production', '', '../x'])('the subscription %j is refused before a request is sent', (subscription) => {
  const parts = fetchHealthEventDetails.parts({ subscriptionId: subscription, trackingId: 'E-1' }, neutral);
  expect(() => freezeParts(fetchHealthEventDetails, parts, neutral)).toThrow(RangeError);
});

test('the details of an event are requested without a body, and repeated after a lost answer', () => {
  const parts = fetchHealthEventDetails.parts({ subscriptionId, trackingId: 'SECU-3D9' }, neutral);
  const { method, body } = freezeParts(fetchHealthEventDetails, parts, neutral);
  expect([method, body, fetchHealthEventDetails.retry]).toEqual(['POST', null, 'read']);
});

describe('an event is read', () => {
  test('with names and values in any case', () => {
    const fields = { EVENTTYPE: 'serviceissue', Status: 'active', eventlevel: 'CRITICAL', eventTags: ['final pir'] };
    expect(read(fields)).toMatchObject({
      eventType: 'ServiceIssue',
      status: 'Active',
      eventLevel: 'Critical',
      eventTags: ['Final PIR'],
    });
  });

  test('with unknown values', () => {
    const fields = { eventType: 'VolcanoAdvisory', eventTags: ['Ash'], status: 'Smouldering' };
    expect(read(fields)).toMatchObject(fields);
  });

  test('with null for an absent field, at any depth', () => {
    const fields = { summary: null, impact: [{ impactedService: 'A', impactedRegions: [{ updates: null }] }] };
    expect(read(fields)).toEqual(read({ impact: [{ impactedService: 'A', impactedRegions: [{}] }] }));
  });

  test.each(['enableVendorSupport', 'enableMicrosoftSupport', 'ENABLEMICROSOFTSUPPORT'])(
    'with %s as vendorSupport',
    (name) => {
      expect(read({ [name]: true }).vendorSupport).toBe(true);
    },
  );

  test.each([-1, 24, 1.5, 'high'])('without the invalid priority %j', (priority) => {
    expect(read({ title: 'T', priority })).toMatchObject({ title: 'T', priority: undefined });
  });

  test('with all digits of its rates', () => {
    expect(read({ oldRate: 0.9214, newRate: '0.90871234567890123' })).toMatchObject({
      oldRate: '0.9214',
      newRate: '0.90871234567890123',
    });
  });

  test('in a list that leaves out only invalid events', () => {
    const good = { id: '/e/1', name: 'E-1', properties: {} };
    const items = [good, { ...good, name: null }, { ...good, properties: 7 }, good];
    expect(readItems({ items, nextLink: undefined }, healthEvent)).toMatchObject({ items: [{}, {}], dropped: 2 });
  });

  test.each(cases.unreadable)('without $what, and names what was left out', ({ fields, leftOut }) => {
    const {
      items,
      dropped,
      leftOut: logged,
    } = readItems(
      { items: [{ id: '/e/1', name: 'E-1', properties: { status: 'Active', ...fields } }], nextLink: undefined },
      healthEvent,
    );
    expect({ items, dropped, logged }).toMatchObject({
      items: [{ name: 'E-1', status: 'Active', leftOut }],
      dropped: 0,
      logged: leftOut,
    });
  });

  test('with the other fields of what it was read in part of', () => {
    const actions = [
      { groupId: 'one', actionText: 'A' },
      { groupId: 2, actionText: 'B' },
    ];
    expect(read({ recommendedActions: { actions } }).recommendedActions?.actions).toEqual([
      { groupId: undefined, actionText: 'A' },
      { groupId: 2, actionText: 'B' },
    ]);
  });

  test('with a fraction of a second as duration, and a date without a zone in UTC', () => {
    expect(read({ duration: 90.5, lastUpdateTime: '2026-03-02T09:00:00.1234567' })).toMatchObject({
      duration: 90.5,
      lastUpdateTime: '2026-03-02T09:00:00.1234567Z',
    });
  });
});
