import type { VendorClient } from '../../../src/api/client.ts';
import { VendorError } from '../../../src/api/errors/errors.ts';
import type { Change } from '../../../src/changes/change.ts';
import type { ChangeContext } from '../../../src/changes/change-kind.ts';
import { type RemoveUserTerms, removeUser } from '../../../src/features/apps/remove-user.ts';
import type { TextName } from '../../../src/lib/text-key.ts';
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

/** Looks once, at a vendor that answers so. */
const settle = async (
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
    mayGoOut: async () => allowed,
  } as Partial<ChangeContext> as ChangeContext;
  const verdict = await removeUser.reconcile(change(of), context).catch((error: unknown) => error);
  return { verdict, calls };
};

describe('a lost answer is settled by the same call once more', () => {
  test.each([
    ['taken out now', 'gone', { is: 'done' }],
    ['not there any more', refused(404, 'notFound'), { is: 'done' }],
    ['refused', refused(403, 'forbidden'), { is: 'unsettled', arrived: false }],
    ['retired meanwhile', refused(410, 'retired'), { is: 'unsettled', arrived: false }],
  ] as const)('%s', async (_what, answer, verdict) => {
    expect(await settle(answer)).toEqual({ verdict, calls: 1 });
  });

  test('what the policy does not let go out any more is not sent again', async () => {
    expect(await settle('gone', {}, 0, false)).toEqual({ verdict: { is: 'unsettled', arrived: false }, calls: 0 });
  });

  test('a vendor that is away is asked again later', async () => {
    const away = refused(503, 'retired', true);
    expect(await settle(away)).toEqual({ verdict: away, calls: 1 });
  });

  test.each([
    ['while the engine still repeats it by itself', { phase: 'send' as const }, 0],
    ['once its time is up', {}, 1_000],
    ['where nothing was stored', { frozen: undefined }, 0],
    ['where no end was set', { finishBy: undefined }, 0],
  ])('nothing is sent %s', async (_when, of, now) => {
    expect(await settle('gone', of, now)).toEqual({ verdict: { is: 'unsettled', arrived: false }, calls: 0 });
  });
});

describe('a final no', () => {
  test('not there at a first try is nothing done, with both reasons that it may have', () => {
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

test('one removal of a user from an app can be open at once, however it is written', () => {
  const other = { ...terms, email: 'TESS@Contoso.example', app: { ...terms.app, owner: 'Northwind-Payments' } };
  expect(removeUser.openKey(other)).toBe(removeUser.openKey(terms));
});
