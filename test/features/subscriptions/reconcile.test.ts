import type { VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import type { Change } from '#engine/changes/change.ts';
import type { ChangeContext } from '#engine/changes/change-kind.ts';
import { accept } from '#features/subscriptions/accept.ts';
import { create } from '#features/subscriptions/create.ts';
import type { AcceptTerms, CreateTerms } from '#features/subscriptions/terms.ts';
import type { Policy } from '#policy/policy.ts';
import { acceptTerms, changeOf, createTerms, ID } from './changes.ts';

const refused = (status: number, code = 'Code'): VendorError =>
  new VendorError({ code: `Vendor.${code}`, text: 'vendor.error.unknown', arrived: 'yes', status, vendorCode: code });

/** The answers to polls and calls, and the requests that were made. */
const lookAt = (answers: { poll?: unknown; call?: unknown }) => {
  const tracked: string[] = [];
  const answer = (what: unknown) => {
    if (what instanceof Error) throw what;
    return what;
  };
  const vendor = {
    poll: async (_operation: unknown, tracking: string) => {
      tracked.push(tracking);
      return answer(answers.poll);
    },
    call: async (operation: { id: string }, input: object) => {
      tracked.push(`${operation.id} ${JSON.stringify(input)}`);
      return answer(answers.call);
    },
  } as unknown as VendorClient;
  return { context: { vendor, correlation: 'c' } as Partial<ChangeContext> as ChangeContext, tracked };
};

describe('a creation', () => {
  const step = (provisioningState: string, progress: string) => ({
    progress,
    answer: { subscriptionId: ID, provisioningState, acceptOwnershipState: 'Pending' },
    tracking: '/aliases/x?api-version=1',
    waitMs: 7_000,
  });
  const look = (poll: unknown, more: Partial<Change<CreateTerms>> = {}) =>
    create.reconcile(changeOf(createTerms, { seen: { tracking: '/aliases/x' }, ...more }), lookAt({ poll }).context);

  test('continues while the vendor is working, with the vendor’s pauses', async () => {
    expect(await look(step('Accepted', 'running'))).toMatchObject({ is: 'unsettled', arrived: true, waitMs: 7_000 });
  });

  test.each(['Failed', 'Canceled'])('a creation that ends as %s has failed, and its card says so', async (state) => {
    expect(await look(step(state, 'failed'))).toMatchObject({
      is: 'failed',
      arrived: true,
      failure: { code: state, text: 'subscriptions.failure.provisioning', values: { state } },
    });
  });

  test('a creation is done with the vendor’s result', async () => {
    const seen = { subscriptionId: ID, provisioningState: 'Succeeded', acceptOwnershipState: 'Pending' };
    expect(await look(step('Succeeded', 'succeeded'))).toMatchObject({ is: 'done', seen });
  });

  test('a creation that is missing is not proven to have failed', async () => {
    expect(await look(refused(404))).toEqual({ is: 'unsettled', arrived: false });
    expect(await look(refused(404), { phase: 'arrived' })).toEqual({ is: 'unsettled', arrived: true });
  });

  test('a creation is read by the name that was sent', async () => {
    const { context, tracked } = lookAt({ call: step('Failed', 'failed').answer });
    expect(await create.reconcile(changeOf(createTerms), context)).toMatchObject({ is: 'failed' });
    expect(tracked).toEqual([`getSubscriptionAlias {"aliasName":"${ID}"}`]);
  });

  test('a creation with a conflict is read after a lost answer, and has failed otherwise', () => {
    expect(create.readError(refused(409), changeOf(createTerms))).toMatchObject({ is: 'unsettled' });
    expect(create.readError(refused(409), changeOf(createTerms, { maybeSent: false }))).toMatchObject({ is: 'failed' });
  });

  test('a creation is not decided by its future owner', () => {
    expect(create.concerns(createTerms, {} as never)).toEqual([createTerms.owner?.objectId]);
  });

  test('a creation in another directory is visible to the rules', () => {
    const tenant = { id: ID, own: false };
    expect(create.facets({ ...createTerms, tenant })).toMatchObject({ tenant: 'other', billing: 'ledger' });
    expect(create.facets(createTerms)).toMatchObject({ tenant: 'own', subscription: 'new', workload: 'Production' });
  });

  test('a creation shows owner, reseller and an alias’s subscription to the rules', () => {
    expect(create.facets(createTerms)).toMatchObject({ owner: 'known', reseller: 'some', target: 'none' });
    const existing = { id: ID, title: 'Ledger Standby', known: 'standby' };
    const alias = { ...createTerms, existing, owner: null, reseller: null };
    expect(create.facets(alias)).toMatchObject({ owner: 'none', reseller: 'none', target: 'standby' });
  });

  test('a creation does not notify an owner who is not in the policy', () => {
    const policyOf = (known: boolean) => ({ personByObjectId: () => (known ? {} : undefined) }) as unknown as Policy;
    expect(create.notifies?.(createTerms, policyOf(true))).toEqual([createTerms.owner?.objectId]);
    expect(create.notifies?.(createTerms, policyOf(false))).toEqual([]);
  });
});

describe('an acceptance', () => {
  const tracking = '/operations/1';
  const look = (answers: Parameters<typeof lookAt>[0], more: Partial<Change<AcceptTerms>> = {}) =>
    accept.reconcile(changeOf(acceptTerms, more), lookAt(answers).context);
  const status = (acceptOwnershipState: string, displayName = acceptTerms.displayName) => ({
    call: { acceptOwnershipState, displayName },
  });

  test('an acceptance is followed at its Location to the end', async () => {
    const seen = { tracking };
    const running = { progress: 'running', tracking, waitMs: 3_000 };
    expect(await look({ poll: running }, { seen })).toMatchObject({ is: 'unsettled', arrived: true, waitMs: 3_000 });
    expect(await look({ poll: { ...running, progress: 'succeeded' } }, { seen })).toMatchObject({ is: 'done' });
  });

  test('an acceptance whose operation ends in an error has failed with it', async () => {
    expect(await look({ poll: refused(409, 'Taken') }, { seen: { tracking }, phase: 'arrived' })).toMatchObject({
      is: 'failed',
      failure: { code: 'Taken' },
    });
  });

  test('an acceptance without its operation is decided by the status', async () => {
    const more = { seen: { tracking }, phase: 'arrived' as const };
    expect(await look({ poll: refused(404), ...status('Completed', 'Other') }, more)).toMatchObject({ is: 'done' });
  });

  test.each([401, 403])('an acceptance that cannot be read (%i) stays open', async (code) => {
    await expect(look({ poll: refused(code) }, { seen: { tracking } })).rejects.toThrow(VendorError);
  });

  test('an acceptance with an unreadable operation is decided by the status', async () => {
    const more = { seen: { tracking }, phase: 'arrived' as const };
    expect(await look({ poll: refused(200, 'Malformed'), ...status('Completed', 'Other') }, more)).toMatchObject({
      is: 'done',
    });
  });

  test('stores the state before it, and nothing if that cannot be read', async () => {
    const standing = async (call: unknown) => accept.checkBefore?.(changeOf(acceptTerms), lookAt({ call }).context);
    expect(await standing(status('Pending', 'Old').call)).toEqual({ stateBefore: 'Pending', nameBefore: 'Old' });
    expect(await standing(refused(403))).toEqual({ stateBefore: undefined, nameBefore: undefined });
  });

  test.each([
    ['it had another name and was pending before', { stateBefore: 'Pending', nameBefore: 'Old' }, 'done'],
    ['it had this name before', { stateBefore: 'Pending', nameBefore: acceptTerms.displayName }, 'unsettled'],
    ['it was accepted before', { stateBefore: 'Completed', nameBefore: 'Old' }, 'unsettled'],
    ['its state before is unknown', {}, 'unsettled'],
  ])('after a lost answer, with our name now: %s', async (_what, seen, is) => {
    expect(await look(status('Completed'), { seen })).toMatchObject({ is });
  });

  test.each([
    ['Completed, under another name', status('Completed', 'Another'), { is: 'unsettled', arrived: false }],
    ['Pending', status('Pending'), { is: 'unsettled', arrived: false }],
    ['Expired', status('Expired'), { is: 'failed', failure: { text: 'subscriptions.failure.expired' } }],
    ['an undocumented word', status('Paused'), { is: 'unsettled', arrived: false }],
  ])('after a lost answer, with the status %s', async (_what, answers, verdict) => {
    expect(await look(answers)).toMatchObject(verdict);
  });
});
