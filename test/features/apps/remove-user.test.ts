import type { VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import type { Change } from '#engine/changes/change.ts';
import type { ChangeContext } from '#engine/changes/change-kind.ts';
import { type RemoveUserTerms, removeUser } from '#features/apps/remove-user.ts';
import type { TextName } from '#platform/lib/errors.ts';
import { changeOf } from '../../support/change-of.ts';

const terms: RemoveUserTerms = {
  app: { key: 'wallet', title: 'Wallet', owner: 'northwind-payments', name: 'wallet-ios' },
  email: 'tess@contoso.example',
  reason: 'her phone is lost',
};

const change = (more: Partial<Change<RemoveUserTerms>>): Change<RemoveUserTerms> =>
  changeOf(terms, {
    kind: removeUser.name,
    frozen: { operation: 'removeAppUser', method: 'DELETE', path: '/x', query: '', body: null },
    attempts: 2,
    ...more,
  });

const refused = (status: number, name: TextName<'vendor.appManagement'>, retryable = false): VendorError =>
  new VendorError({ code: `Vendor.${name}`, text: `vendor.appManagement.${name}`, arrived: 'yes', status, retryable });

/** Reconciles once, with this answer of the vendor. */
const reconcile = async (
  answer: 'gone' | VendorError,
  of: Partial<Change<RemoveUserTerms>> = {},
  now = 0,
  allowed = true,
) => {
  let calls = 0;
  const vendor = {
    callFrozen: async () => {
      calls += 1;
      if (answer !== 'gone') throw answer;
    },
  } as Partial<VendorClient> as VendorClient;
  const context = {
    vendor,
    now,
    correlation: 'c',
    mayStillBeSent: async () => allowed,
  } as Partial<ChangeContext> as ChangeContext;
  const confirmation = await removeUser.reconcile(change(of), context).catch((error: unknown) => error);
  return { confirmation, calls };
};

describe('after a lost answer the same call is sent again', () => {
  test.each([
    ['removed now', 'gone', { is: 'done' }],
    ['no longer there', refused(404, 'notFound'), { is: 'done' }],
    ['refused', refused(403, 'forbidden'), { is: 'unsettled', arrived: false }],
    ['retired meanwhile', refused(410, 'retired'), { is: 'unsettled', arrived: false }],
  ] as const)('%s', async (_what, answer, confirmation) => {
    expect(await reconcile(answer)).toEqual({ confirmation, calls: 1 });
  });

  test('unless the policy now forbids it', async () => {
    expect(await reconcile('gone', {}, 0, false)).toEqual({
      confirmation: { is: 'unsettled', arrived: false },
      calls: 0,
    });
  });

  test('later if the vendor is unavailable', async () => {
    const away = refused(503, 'retired', true);
    expect(await reconcile(away)).toEqual({ confirmation: away, calls: 1 });
  });

  test.each([
    ['while the engine itself retries it', { phase: 'send' as const }, 0],
    ['after its time limit', {}, 1_000],
    ['without a stored call', { frozen: undefined }, 0],
    ['without a time limit', { finishBy: undefined }, 0],
  ])('but not %s', async (_when, of, now) => {
    expect(await reconcile('gone', of, now)).toEqual({ confirmation: { is: 'unsettled', arrived: false }, calls: 0 });
  });
});

describe('a final refusal', () => {
  test('a final refusal of an unknown user at the first attempt changes nothing and names both possible reasons', () => {
    expect(removeUser.readError(refused(404, 'notFound'), change({ maybeSent: false }))).toMatchObject({
      is: 'failed',
      failure: { text: 'apps.failure.notThere', values: { email: terms.email, app: 'Wallet' } },
    });
  });

  test.each(['forbidden', 'unauthorized', 'conflict', 'retired'] as const)(
    '%s is told in the vendor’s words',
    (name) => {
      expect(removeUser.readError(refused(403, name), change({}))).toMatchObject({
        is: 'failed',
        failure: { text: `vendor.appManagement.${name}` },
      });
    },
  );
});

test('only one removal of a user from an app can be open, however it is written', () => {
  const other = { ...terms, email: 'TESS@Contoso.example', app: { ...terms.app, owner: 'Northwind-Payments' } };
  expect(removeUser.openKey(other)).toBe(removeUser.openKey(terms));
});
