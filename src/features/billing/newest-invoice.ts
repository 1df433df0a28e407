import { parsePeriod } from './invoice/parse-period.ts';
import type { BillingAccount, InvoiceName } from './policy.ts';

/** The newest closed invoice, and the one before it if there is one. */
interface NewestInvoices {
  readonly newest: InvoiceName;
  readonly before: InvoiceName | undefined;
}

/**
 * The newest closed invoice of those that the policy names: the last month by its name that is over. If no name is a month,
 * the last invoice in the policy's order.
 * @param now milliseconds since 1970
 */
export const newestInvoices = ({ invoices }: BillingAccount, now: number): NewestInvoices | undefined => {
  const months = invoices
    .flatMap((invoice) => {
      const period = parsePeriod(invoice.title, now);
      return period && period.to <= now ? [{ invoice, to: period.to }] : [];
    })
    .toSorted((one, other) => one.to - other.to)
    .map(({ invoice }) => invoice);
  const ordered = months.length > 0 ? months : invoices;
  const newest = ordered.at(-1);
  return newest && { newest, before: ordered.at(-2) };
};

/** Every two invoices of an account that follow each other: months by their names, or the policy's order where none is a month. */
export const successiveInvoices = (
  { invoices }: BillingAccount,
  now: number,
): readonly (readonly [InvoiceName, InvoiceName])[] => {
  const months = invoices.flatMap((invoice) => {
    const period = parsePeriod(invoice.title, now);
    return period ? [{ invoice, ...period }] : [];
  });
  if (months.length === 0)
    return invoices.slice(1).flatMap((after, at) => (invoices[at] ? [[invoices[at], after] as const] : []));
  return months
    .toSorted((one, other) => one.to - other.to)
    .flatMap((after) => {
      const before = months.find(({ to }) => to === after.from);
      return before ? [[before.invoice, after.invoice] as const] : [];
    });
};
