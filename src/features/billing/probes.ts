import { listInvoiceTransactions } from '#cloud/operations/billing.ts';
import { type Probe, readFirst } from '#features/probe.ts';
import type { Policy } from '#policy/policy.ts';
import { billingAccounts } from './policy.ts';

/** The first invoice of each account that the policy names one of. */
export const probes = (policy: Policy): readonly Probe[] =>
  billingAccounts(policy).flatMap(({ title, account, invoices: [invoice] }) =>
    invoice === undefined
      ? []
      : [
          {
            title,
            read: (vendor, options) =>
              readFirst(
                vendor.list(listInvoiceTransactions, { billingAccount: account, invoice: invoice.id, top: 1 }, options),
              ),
          },
        ],
  );
