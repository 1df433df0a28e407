import { z } from 'zod';
import { listInvoiceTransactions } from '#cloud/operations/billing.ts';
import { memoByObject } from '#platform/lib/cache.ts';
import { decimal } from '#platform/lib/decimal.ts';
import { AppError } from '#platform/lib/errors.ts';
import { editDistance, normalise, oneLine } from '#platform/lib/text.ts';
import { durationSchema, nameSchema } from '#policy/model/entries.ts';
import { notAllowed, type Policy, type PolicyBase } from '#policy/policy.ts';
import { defineSection, sameNames, unknownConversation, unknownGroups } from '#policy/section.ts';
import { forbidden, refused } from './errors.ts';
import { isMonthName } from './invoice/parse-period.ts';
import type { Thresholds } from './report/comparison.ts';

const { billingAccountName, invoiceName } = listInvoiceTransactions.patterns as Readonly<
  Record<'billingAccountName' | 'invoiceName', RegExp>
>;

/** Examples of valid names, shown to people with an invalid one. */
export const exampleNames = { account: '1234567', invoice: 'G002548106' } as const;

/** The vendor uses capital letters; people may not. @returns undefined for an invalid id */
export const invoiceId = (written: string): string | undefined => {
  const name = written.trim().toUpperCase();
  return invoiceName.test(name) ? name : undefined;
};

/** The vendor's name for an account. */
const isAccountId = (written: string): boolean => billingAccountName.test(written);

const title = z.string().min(1).max(60);

const account = z.strictObject({
  title: title.optional(),
  account: z
    .string()
    .refine(
      isAccountId,
      `is no billing account → write its number as ${exampleNames.account}, PCN.<name>, or its long id <guid>:<guid>_<date>`,
    ),
  /** Names that people type for invoices. */
  invoices: z
    .record(
      nameSchema,
      z
        .string()
        .refine((name) => invoiceId(name) !== undefined, `is no invoice → write its id as ${exampleNames.invoice}`)
        .transform((name) => name.toUpperCase()),
    )
    .default({}),
  /** Groups or people who may see its amounts. */
  see: z.array(z.string()).default([]),
  /** Conversations in which its amounts may be shown; in the personal chat of people who may see it they always may. */
  channels: z.array(z.string()).default([]),
});

const keep = durationSchema('"7 days"');

const section = z
  .strictObject({
    accounts: z.record(nameSchema, account).default({}),
    /** How long figures are stored; after that their cards say so. */
    keep: keep.prefault('30 days'),
    /** The thresholds of anomalies in a comparison: the least amount, and the least change. */
    anomalies: z
      .strictObject({ least: z.number().positive().default(100), percent: z.number().positive().default(50) })
      .prefault({}),
  })
  .prefault({});

/** Billing accounts by the names that people type, and who may see their invoices; nobody by default. */
export const billingSection = defineSection('billing', section, ({ accounts }, policy: PolicyBase) => [
  ...sameNames(accounts, ['accounts'], 'account'),
  ...Object.entries(accounts).flatMap(([key, { see, channels }]) => [
    ...unknownGroups(policy, see, ['accounts', key, 'see']),
    ...channels.flatMap((name, index) => unknownConversation(policy, name, ['accounts', key, 'channels', index])),
  ]),
]);

/** An invoice in the policy, or one by its id. */
export interface InvoiceName {
  /** Its name for people; the id if the policy has no name for it. */
  readonly title: string;
  /** The vendor's. */
  readonly id: string;
}

export interface BillingAccount {
  readonly key: string;
  readonly title: string;
  /** The vendor's name. */
  readonly account: string;
  readonly invoices: readonly InvoiceName[];
  readonly see: readonly string[];
  readonly channels: readonly string[];
}

export const billingAccounts = memoByObject((policy: Policy): readonly BillingAccount[] =>
  Object.entries(policy.section(billingSection).accounts).map(([key, { title: named = key, invoices, ...rest }]) => ({
    ...rest,
    key,
    title: named,
    invoices: Object.entries(invoices).map(([name, id]) => ({ title: name, id })),
  })),
);

/** Milliseconds. */
export const retentionOf = (policy: Policy): number => policy.section(billingSection).keep;

export const thresholdsOf = (policy: Policy): Thresholds => {
  const { least, percent } = policy.section(billingSection).anomalies;
  return { least: decimal(least), percent: decimal(percent) };
};

/** Whether a person may see amounts of the account; checked at each press and each rendering. */
export const maySee = (policy: Policy, { see }: Pick<BillingAccount, 'see'>, objectId: string): boolean =>
  policy.isIn(objectId, see);

/** Whether amounts of the account may be shown in a conversation; always true for a personal chat, which is `undefined`. */
export const mayBeShownIn = (
  policy: Policy,
  { channels }: Pick<BillingAccount, 'channels'>,
  conversationId: string | undefined,
): boolean => {
  if (conversationId === undefined) return true;
  const conversation = policy.conversationById(conversationId);
  return conversation !== undefined && channels.includes(conversation.key);
};

const LONGEST = 60;

/** The accounts whose amounts a person may see. @throws AppError if there is none */
export const accountsFor = (policy: Policy, objectId: string): readonly BillingAccount[] => {
  const accounts = billingAccounts(policy).filter((account) => maySee(policy, account, objectId));
  if (accounts.length > 0) return accounts;
  throw notAllowed('billing.refused.nobody', policy, (person) =>
    billingAccounts(policy).some((account) => maySee(policy, account, person)),
  );
};

/**
 * An account by the policy's key or title, or by the vendor's name, of those that this person may see: nobody can tell the
 * others from accounts that do not exist.
 * @throws AppError with the existing ones
 */
export const findAccount = (policy: Policy, objectId: string, written: string): BillingAccount => {
  const accounts = accountsFor(policy, objectId);
  const wanted = written.trim();
  const found = accounts.find(
    ({ key, title, account }) =>
      [key, title].some((said) => normalise(said) === normalise(wanted)) ||
      account.toLowerCase() === wanted.toLowerCase(),
  );
  if (found) return found;
  const [only, ...others] = accounts.filter(({ title }) => isPartOf(wanted, title));
  if (only && others.length === 0) return only;
  const values = { said: oneLine(wanted, LONGEST), known: keysOf(accounts) };
  throw isAccountId(wanted)
    ? forbidden('otherAccount', values)
    : refused('account', { ...values, example: exampleNames.account });
};

/** All words are words of the title: “payments” of “Northwind Payments”. */
const isPartOf = (said: string, title: string): boolean => {
  const words = new Set(title.toLowerCase().split(/\s+/));
  const wanted = oneLine(said, LONGEST).toLowerCase().split(/\s+/);
  return wanted.every((word) => words.has(word));
};

/** No invoice has the name, and no invoice can have it as its id. */
export class UnknownInvoice extends AppError {
  override readonly name = 'UnknownInvoice';
  readonly written: string;
  /** It is a month, which no invoice is of. */
  readonly isMonth: boolean;
  /** The invoices that the policy names: the nearest name first where one is near, else in the policy's order. */
  readonly known: readonly FoundInvoice[];
  readonly isNear: boolean;

  /** @param accounts those that the person may see */
  constructor(written: string, accounts: readonly BillingAccount[]) {
    const { known, isNear } = knownInvoices(written, accounts);
    const names = known.map(({ invoice }) => invoice.title).join(', ') || '–';
    const values = { said: oneLine(written, LONGEST), known: names, example: exampleNames.invoice };
    super({ code: 'Billing.Invoice', text: 'billing.refused.invoice', values });
    this.written = written;
    this.isMonth = isMonthName(written);
    this.known = known;
    this.isNear = isNear;
  }
}

/** Letters in which a misspelt name may differ. */
const NEAR = 2;

const knownInvoices = (
  written: string,
  accounts: readonly BillingAccount[],
): Pick<UnknownInvoice, 'known' | 'isNear'> => {
  const wanted = normalise(oneLine(written, LONGEST));
  const named = accounts
    .flatMap((account) => account.invoices.map((invoice) => ({ account, invoice })))
    .map((found) => ({ found, far: editDistance(wanted, normalise(found.invoice.title)) }));
  const isNear = named.some(({ far }) => far <= NEAR);
  const inOrder = isNear ? named.toSorted((one, other) => one.far - other.far) : named;
  return { known: inOrder.map(({ found }) => found), isNear };
};

export interface FoundInvoice {
  readonly account: BillingAccount;
  readonly invoice: InvoiceName;
}

/**
 * An invoice by its name in the policy, or by its id, which must match the document's pattern.
 * @param of the account, if given
 * @throws AppError with the valid forms
 */
export const findInvoice = (policy: Policy, objectId: string, written: string, of?: string): FoundInvoice => {
  const accounts = of === undefined ? accountsFor(policy, objectId) : [findAccount(policy, objectId, of)];
  const named = accounts.flatMap((account) => namedIn(account, written).map((invoice) => ({ account, invoice })));
  const [found, second] = named;
  if (found && !second) return found;
  const said = oneLine(written, LONGEST);
  if (second) throw refused('whichAccount', { said, known: keysOf(named.map(({ account }) => account)) });
  const id = invoiceId(written);
  if (id === undefined) throw new UnknownInvoice(written, accounts);
  const [account, other] = accounts;
  if (!account || other) throw refused('whichAccount', { said, known: keysOf(accounts) });
  return { account, invoice: { title: id, id } };
};

/** By its name, or by an id that has a name in the policy. */
const namedIn = ({ invoices }: BillingAccount, written: string): readonly InvoiceName[] => {
  const byName = invoices.filter(({ title }) => normalise(title) === normalise(written));
  return byName.length > 0 ? byName : invoices.filter(({ id }) => id === invoiceId(written)).slice(0, 1);
};

const keysOf = (accounts: readonly BillingAccount[]): string => accounts.map(({ key }) => key).join(', ');
