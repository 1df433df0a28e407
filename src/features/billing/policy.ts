import { z } from 'zod';
import { listInvoiceTransactions } from '../../api/operations/billing.ts';
import { memoByObject } from '../../lib/cache.ts';
import { decimal } from '../../lib/decimal.ts';
import { normalise, oneLine } from '../../lib/text.ts';
import { durationSchema, nameSchema } from '../../policy/model/entries.ts';
import type { Policy, PolicyBase } from '../../policy/policy.ts';
import { sameNames, unknownConversation, unknownGroups } from '../../policy/problems/unknown-names.ts';
import { defineSection } from '../../policy/section.ts';
import { notAllowed, refused } from './errors.ts';
import type { Thresholds } from './report/comparison.ts';

const { billingAccountName, invoiceName } = listInvoiceTransactions.patterns as Readonly<
  Record<'billingAccountName' | 'invoiceName', RegExp>
>;

/** Names of the vendor that fit the document's patterns; shown to people whose name does not. */
export const exampleNames = { account: '1234567', invoice: 'G002548106' } as const;

/** The vendor writes its letters large; people do not. @returns undefined for what cannot be one */
export const invoiceId = (written: string): string | undefined => {
  const name = written.trim().toUpperCase();
  return invoiceName.test(name) ? name : undefined;
};

/** The vendor's name of an account. */
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
  /** Conversations in which its amounts may stand; in their own chat those who may see it always may. */
  channels: z.array(z.string()).default([]),
});

const keep = durationSchema('"7 days"');

const section = z
  .strictObject({
    accounts: z.record(nameSchema, account).default({}),
    /** How long figures that were read are kept; after that their cards say so. */
    keep: keep.prefault('30 days'),
    /** What is worth a look where two invoices are compared: from so much on, and where an amount moved so far. */
    anomalies: z
      .strictObject({ least: z.number().positive().default(100), percent: z.number().positive().default(50) })
      .prefault({}),
  })
  .prefault({});

/** Billing accounts by the names that people type, and who may see what is on their invoices; nobody where nothing is said. */
export const billingSection = defineSection('billing', section, ({ accounts }, policy: PolicyBase) => [
  ...sameNames(accounts, ['accounts'], 'account'),
  ...Object.entries(accounts).flatMap(([key, { see, channels }]) => [
    ...unknownGroups(policy, see, ['accounts', key, 'see']),
    ...channels.flatMap((name, index) => unknownConversation(policy, name, ['accounts', key, 'channels', index])),
  ]),
]);

/** An invoice of the policy, or one that a person named by its id. */
export interface InvoiceName {
  /** As people call it; the id where the policy has no name for it. */
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

/** Whether somebody may see amounts of the account; checked at each press and each drawing. */
export const maySee = (policy: Policy, { see }: Pick<BillingAccount, 'see'>, objectId: string): boolean =>
  policy.isIn(objectId, see);

/** Whether amounts of the account may be shown in a conversation; always in a personal chat, which is `undefined`. */
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
      [key, title].some((said) => normalise(said) === normalise(wanted)) ||
      account.toLowerCase() === wanted.toLowerCase(),
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
  const byName = invoices.filter(({ title }) => normalise(title) === normalise(written));
  return byName.length > 0 ? byName : invoices.filter(({ id }) => id === invoiceId(written)).slice(0, 1);
};

const keysOf = (accounts: readonly BillingAccount[]): string => accounts.map(({ key }) => key).join(', ');
