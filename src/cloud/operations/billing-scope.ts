import { isSegment } from '#cloud/request/path.ts';

/** A subscription's billing scope (docs/sources.md, Subscriptions): invoice section, customer of a partner, or enrollment account. */
export type BillingScope =
  | {
      readonly kind: 'invoiceSection';
      readonly billingAccount: string;
      readonly billingProfile: string;
      readonly invoiceSection: string;
    }
  | { readonly kind: 'customer'; readonly billingAccount: string; readonly customer: string }
  | { readonly kind: 'enrollmentAccount'; readonly billingAccount: string; readonly enrollmentAccount: string };

const ACCOUNT = /^(?:\/?providers\/(?:vendor|microsoft)\.billing)?\/?billingAccounts\/([^/]+)\/(.+)$/i;
const SECTION = /^billingProfiles\/([^/]+)\/invoiceSections\/([^/]+)$/i;
const CUSTOMER = /^customers\/([^/]+)$/i;
const ENROLLMENT = /^enrollmentAccounts\/([^/]+)$/i;

/** A billing scope as in a policy or as the vendor's id, fixed words in any case; everything else is undefined. */
export const parseBillingScope = (text: string): BillingScope | undefined => {
  const [, billingAccount = '', below = ''] = ACCOUNT.exec(text) ?? [];
  const scope = parseBelowAccount(billingAccount, below);
  return scope && namesOf(scope).every(isSegment) ? scope : undefined;
};

const parseBelowAccount = (billingAccount: string, below: string): BillingScope | undefined => {
  const [, billingProfile, invoiceSection] = SECTION.exec(below) ?? [];
  if (billingProfile && invoiceSection)
    return { kind: 'invoiceSection', billingAccount, billingProfile, invoiceSection };
  const customer = CUSTOMER.exec(below)?.[1];
  if (customer) return { kind: 'customer', billingAccount, customer };
  const enrollmentAccount = ENROLLMENT.exec(below)?.[1];
  return enrollmentAccount ? { kind: 'enrollmentAccount', billingAccount, enrollmentAccount } : undefined;
};

const namesOf = ({ kind: _, ...names }: BillingScope): readonly string[] => Object.values(names);

/** The scope in the document's form. @throws RangeError when a part is missing or contains a separator */
export const writeBillingScope = (scope: BillingScope): string => {
  const account = `/billingAccounts/${part(scope.billingAccount)}`;
  if (scope.kind === 'invoiceSection') {
    return `${account}/billingProfiles/${part(scope.billingProfile)}/invoiceSections/${part(scope.invoiceSection)}`;
  }
  if (scope.kind === 'customer') return `${account}/customers/${part(scope.customer)}`;
  if (scope.kind === 'enrollmentAccount') return `${account}/enrollmentAccounts/${part(scope.enrollmentAccount)}`;
  throw new RangeError('a billing scope is an invoice section, a customer or an enrollment account');
};

const part = (name: string | undefined): string => {
  if (name !== undefined && isSegment(name)) return name;
  throw new RangeError('a billing scope has a missing or invalid part');
};
