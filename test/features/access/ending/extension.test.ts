import type { Change } from '#engine/changes/change.ts';
import { requestsOf } from '#features/access/ending/extension.ts';
import { grantMigrations, recordGrant } from '#features/access/store.ts';
import type { GrantTerms } from '#features/access/terms.ts';
import { HOUR } from '#platform/lib/clock.ts';
import { describeStores } from '../../../support/database.ts';

const NOW = Date.UTC(2026, 10, 18, 9);

const terms: GrantTerms = {
  person: { objectId: '616ec0de-0000-4000-8000-000000000000', name: 'Ana' },
  place: { key: 'payments', title: 'Payments', scope: '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01' },
  role: { key: 'reader', title: 'Reader', id: 'acdd72a7-3385-48ef-bd42-f606fba81ae7' },
  start: NOW + HOUR,
  length: { kind: 'for', ms: HOUR },
  reason: '',
  ticket: '',
  extends: { grant: 'first', end: NOW + HOUR },
  window: { start: NOW + HOUR, end: NOW + 2 * HOUR },
};
const extension = { id: 'second', guid: 'guid-of-extension', state: 'doing', maybeSent: true, terms };
const granted = extension as Change<GrantTerms>;

describeStores((_kind, open) => {
  it('a removal knows the request of an extension on its way, also when it is confirmed while the removal looks', async () => {
    const { db, transaction } = await open(grantMigrations);
    const before = { db, now: NOW, openChange: async () => granted };
    expect(await requestsOf(terms, before)).toEqual(['guid-of-extension']);
    const confirmed = async (): Promise<undefined> => {
      await transaction((trx) => recordGrant(trx, granted, NOW));
      return undefined;
    };
    expect(await requestsOf(terms, { ...before, openChange: confirmed })).toEqual(['guid-of-extension']);
  });
});
