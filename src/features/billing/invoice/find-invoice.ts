import { oneLine } from '../../../lib/text.ts';
import type { Policy } from '../../../policy/policy.ts';
import { fold } from '../../../policy/problems/wording.ts';
import { notAllowed, refused } from '../errors.ts';
import {
  type BillingAccount,
  billingAccounts,
  exampleNames,
  type InvoiceName,
  invoiceId,
  isAccountId,
  maySee,
} from '../policy.ts';

const LONGEST = 60;

/** The accounts whose amounts somebody may see. @throws AppError where there is none */
export const accountsFor = (policy: Policy, objectId: string): readonly BillingAccount[] => {
  const accounts = billingAccounts(policy).filter((account) => maySee(policy, account, objectId));
  if (accounts.length === 0) throw notAllowed('nobody');
  return accounts;
};

/**
 * An account by the policy's key or title, or by the vendor's name, of those that this person may see: others are told apart
 * from those that are not there by nobody.
 * @throws AppError that says which there are
 */
export const findAccount = (policy: Policy, objectId: string, written: string): BillingAccount => {
  const accounts = accountsFor(policy, objectId);
  const wanted = written.trim();
  const found = accounts.find(
    ({ key, title, account }) =>
      [key, title].some((said) => fold(said) === fold(wanted)) || account.toLowerCase() === wanted.toLowerCase(),
  );
  if (found) return found;
  const values = { said: oneLine(wanted, LONGEST), known: keysOf(accounts) };
  throw isAccountId(wanted)
    ? notAllowed('otherAccount', values)
    : refused('account', { ...values, example: exampleNames.account });
};

export interface FoundInvoice {
  readonly account: BillingAccount;
  readonly invoice: InvoiceName;
}

/**
 * An invoice by a name of the policy, or by its id: checked against the document's pattern before anything is asked.
 * @param of the account, where it was said
 * @throws AppError that says what can be written instead
 */
export const findInvoice = (policy: Policy, objectId: string, written: string, of?: string): FoundInvoice => {
  const accounts = of === undefined ? accountsFor(policy, objectId) : [findAccount(policy, objectId, of)];
  const named = accounts.flatMap((account) => namedIn(account, written).map((invoice) => ({ account, invoice })));
  const [found, second] = named;
  if (found && !second) return found;
  const said = oneLine(written, LONGEST);
  if (second) throw refused('whichAccount', { said, known: keysOf(named.map(({ account }) => account)) });
  const id = invoiceId(written);
  const known = accounts.flatMap(({ invoices }) => invoices.map(({ title }) => title)).join(', ') || '–';
  if (id === undefined) throw refused('invoice', { said, known, example: exampleNames.invoice });
  const [account, other] = accounts;
  if (!account || other) throw refused('whichAccount', { said, known: keysOf(accounts) });
  return { account, invoice: { title: id, id } };
};

/** By its name, or by an id to which the policy gives a name. */
const namedIn = ({ invoices }: BillingAccount, written: string): readonly InvoiceName[] => {
  const byName = invoices.filter(({ title }) => fold(title) === fold(written));
  return byName.length > 0 ? byName : invoices.filter(({ id }) => id === invoiceId(written)).slice(0, 1);
};

const keysOf = (accounts: readonly BillingAccount[]): string => accounts.map(({ key }) => key).join(', ');
