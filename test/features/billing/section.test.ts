import { billingAccounts, findAccount, findInvoice, invoiceId, mayBeShownIn } from '#features/billing/policy.ts';
import { shownAccount } from '#features/billing/report/reports.ts';
import { AppError } from '#platform/lib/errors.ts';
import { people, team } from '../../../sandbox/world.ts';
import { policyWith, problemsWith } from '../../support/shipped-policy.ts';

const policy = policyWith();
const { di, fi, ana } = people;
const channel = (key: string): string => team.channels.find((one) => one.key === key)?.id ?? '';

const codeOf = (work: () => unknown): string => {
  try {
    work();
    return 'none';
  } catch (error) {
    return error instanceof AppError ? `${error.code} ${JSON.stringify(error.values)}` : String(error);
  }
};

describe('the policy refuses', () => {
  it.each([
    ['an invalid account', 'account: PCN.7f3KQ2', 'account: PCN-7f3KQ2', 'is no billing account'],
    ['an invalid invoice', 'retail: D000018772', 'retail: D18772', 'is no invoice'],
    ['an unknown group', 'see: [di, auditors]', 'see: [di, auditor]', 'neither a group nor a person'],
    ['an unknown channel', 'channels: [finance]', 'channels: [finanze]', 'is not a key under conversations'],
    ['two accounts of one name', 'title: Northwind Retail', 'title: northwind-payments', 'could also mean'],
    ['an invalid duration', 'keep: 30 days', 'keep: long', 'is not a duration'],
  ])('%s', (_what, piece, by, says) => expect(JSON.stringify(problemsWith(piece, by))).toContain(says));
});

describe('an invoice', () => {
  it.each([
    ['by its name', 'november', undefined, 'G002548106'],
    ['by its name in any case', 'November', 'Northwind Payments', 'G002548106'],
    ['by an id that has a name', 'g002548106', undefined, 'G002548106'],
    ['by any id of an account', 'T123456789', 'northwind', 'T123456789'],
    ['by the vendor’s name of the account', 'staging', '8608480', 'E0500HX042'],
  ])('an invoice is found %s', (_what, written, of, id) => {
    expect(findInvoice(policy, di.objectId, written, of).invoice.id).toBe(id);
  });

  it('an invoice has the name that the policy gives it, whatever was typed', () => {
    expect(findInvoice(policy, di.objectId, 'G002548106').invoice.title).toBe('november');
  });

  it.each([
    ['without an account, if several are possible', di, 'T123456789', undefined, 'Billing.WhichAccount'],
    ['by what is neither a name nor an id', di, 'june', undefined, 'Billing.Invoice'],
    ['of an unknown account', di, 'november', 'nobody', 'Billing.Account'],
    ['of an account without the right to see it, by name', fi, 'staging', 'enterprise', 'Billing.Account'],
    ['of an account without the right to see it, by number', fi, 'staging', '8608480', 'Policy.NotAllowed'],
    ['to a person who may see no account', ana, 'november', undefined, 'Policy.NotAllowed'],
  ])('an invoice is refused %s', (_what, who, written, of, code) => {
    expect(codeOf(() => findInvoice(policy, who.objectId, written, of))).toContain(code);
  });

  it('an invoice does not show its account to people without the right', () => {
    const said = codeOf(() => findAccount(policy, fi.objectId, 'enterprise'));
    expect(said).toContain('northwind');
    expect(said).not.toMatch(/Northwind Enterprise|retail|8608480"/);
  });
});

describe('amounts of an account', () => {
  const [northwind] = billingAccounts(policy);
  if (!northwind) throw new Error('no account');

  it.each([
    ['in a personal chat', undefined, true],
    ['in a channel of the list', channel('finance'), true],
    ['in a thread of that channel', `${channel('finance')};messageid=17`, true],
    ['but not in another channel', channel('general'), false],
    ['but not in a conversation that the policy does not name', '19:elsewhere@thread.tacv2', false],
  ])('amounts of an account may be shown %s', (_what, place, may) =>
    expect(mayBeShownIn(policy, northwind, place)).toBe(may),
  );

  it('amounts of an account may not be shown when the key names another account now', () => {
    const { key, account } = northwind;
    const row = { id: 'r', account: key, vendor_account: account, asked_by: di.objectId, conversation_id: null };
    expect(shownAccount(policy, row)).toBe(northwind);
    expect(shownAccount(policy, { ...row, vendor_account: '1234567' })).toBeUndefined();
  });
});

it.each([
  ['G002548106', 'G002548106'],
  [' ht123456789 ', 'HT123456789'],
  ['h1-ab12', 'H1-AB12'],
  ['EA12345678', 'EA12345678'],
  ['G00254810', undefined],
  ['G0025481066', undefined],
  ['X002548106', undefined],
])('“%s” is the invoice %s', (written, id) => expect(invoiceId(written)).toBe(id));
