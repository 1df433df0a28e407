import type { InvoiceTransaction } from '../../../api/operations/billing.ts';
import { negateDecimal, ZERO } from '../../../lib/decimal.ts';
import type { Money } from '../../../lib/money.ts';
import { amountsOf } from '../invoice/totals.ts';

/** What an invoice can be divided by. */
export const dimensions = ['product', 'family', 'section', 'kind', 'customer'] as const;
export type Dimension = (typeof dimensions)[number];

/** Which part a transaction belongs to: compared by `key`, shown as `label`; an empty label where it does not say. */
export interface Part {
  readonly key: string;
  readonly label: string;
}

/** The last word of a fully qualified id. */
const lastOf = (id: string | undefined): string => id?.split('/').at(-1) ?? '';

/** Ids are compared without case, as the vendor writes them in any. */
const byId = (id: string | undefined, label: string | undefined): Part => ({
  key: (id ?? label ?? '').toLowerCase(),
  label: label ?? lastOf(id),
});

const byWord = (label: string | undefined): Part => ({ key: label ?? '', label: label ?? '' });

const parts: Readonly<Record<Dimension, (row: InvoiceTransaction) => Part>> = {
  product: (row) => byWord(row.productDescription ?? row.productType ?? row.productTypeId),
  family: (row) => byWord(row.productFamily),
  section: (row) => byId(row.invoiceSectionId, row.invoiceSectionDisplayName),
  kind: (row) => byWord(row.kind),
  customer: (row) => byId(row.customerId, row.customerDisplayName),
};

export const partOf = (dimension: Dimension, row: InvoiceTransaction): Part => parts[dimension](row);

/** What a transaction adds to `net` (see `Totals`): its amounts, less the credit that was applied to it. */
export const netOf = (row: InvoiceTransaction): readonly Money[] => {
  const { azureCreditApplied: applied } = row;
  const amounts = amountsOf(row);
  if (applied === undefined || applied.value === ZERO) return amounts;
  return [...amounts, { currency: applied.currency, value: negateDecimal(applied.value) }];
};
