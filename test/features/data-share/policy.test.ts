import { syncsSource } from '#features/data-share/alert-source.ts';
import { findShare, requireShared } from '#features/data-share/find-share.ts';
import { readableShared, sharedOf } from '#features/data-share/policy.ts';
import { people } from '../../../sandbox/world.ts';
import { policyWith } from '../../support/shipped-policy.ts';

const { ana, bo, cy, fi } = people;
const shares = '/accounts/dsa-payments/shares/settlement-reports';

it.each(['Microsoft.DataShare', 'vendor.datashare'])('an id may have the provider %s', (provider) => {
  const policy = policyWith(`Vendor.DataShare${shares}`, `${provider}${shares.toUpperCase()}`);
  expect(sharedOf(policy)[0]).toMatchObject({ kind: 'share', account: 'DSA-PAYMENTS', name: 'SETTLEMENT-REPORTS' });
});

it('a share is visible to its readers, and to nobody where the policy names none', () => {
  const keys = (objectId: string) => readableShared(policyWith(), objectId).map(({ key }) => key);
  expect(keys(bo.objectId)).toEqual(['settlements', 'statistics', 'fees']);
  expect(keys(fi.objectId)).toEqual(['settlements', 'fees']);
  expect(keys(cy.objectId)).toEqual(['fees']);
  const silent = policyWith('    read: [platform]\n', '');
  expect(readableShared(silent, bo.objectId).map(({ key }) => key)).toEqual(['settlements', 'fees']);
});

it('a share is found by key, title and the vendor’s name', () => {
  const found = ['settlements', 'Settlement Reports', 'settlement-reports'].map(
    (words) => requireShared(policyWith(), ana.objectId, words, 'share').key,
  );
  expect(found).toEqual(['settlements', 'settlements', 'settlements']);
});

it('only readers may watch a share, under each of its names, while it is in the policy', () => {
  const policy = policyWith();
  const { key: feed } = syncsSource.feedOf('statistics', policy);
  const may = [ana, bo].map(({ objectId }) => syncsSource.mayWatch(feed, policy, objectId));
  expect([feed, ...may]).toEqual([syncsSource.feedOf('Gateway statistics', policy).key, false, true]);
  const without = policyWith('/shares/gateway-statistics', '/shares/another');
  expect(syncsSource.mayWatch(feed, without, bo.objectId)).toBe(false);
});

it('a received share cannot be watched', () => {
  expect(() => findShare(policyWith(), 'fees')).toThrow(
    expect.objectContaining({ textKey: 'shares.refused.notShared' }),
  );
});
