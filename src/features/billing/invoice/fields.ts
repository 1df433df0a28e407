import { fold } from '../../../policy/problems/wording.ts';

/** What a field holds, and so what can be asked of it. */
export type FieldType = 'text' | 'number' | 'date' | 'flag';

/** A field of a transaction as a filter or an order names it (document 1, Transaction; ASSUMPTIONS.md, Billing). */
export interface Field {
  readonly path: string;
  readonly type: FieldType;
  /** What people call it, the usual name first. */
  readonly aliases: readonly string[];
}

/** What a number without a name means, and what a date does. */
export const AMOUNT: Field = {
  path: 'transactionAmount/value',
  type: 'number',
  aliases: ['amount', 'transaction amount', 'charge', 'total'],
};
export const DATE: Field = { path: 'date', type: 'date', aliases: ['date', 'day'] };
export const CURRENCY: Field = { path: 'transactionAmount/currency', type: 'text', aliases: ['currency'] };

export const fields: readonly Field[] = [
  AMOUNT,
  DATE,
  CURRENCY,
  { path: 'tax/value', type: 'number', aliases: ['tax'] },
  { path: 'subTotal/value', type: 'number', aliases: ['subtotal', 'sub total', 'net'] },
  { path: 'azureCreditApplied/value', type: 'number', aliases: ['credit applied', 'applied credit'] },
  { path: 'consumptionCommitmentDecremented/value', type: 'number', aliases: ['commitment'] },
  { path: 'effectivePrice/value', type: 'number', aliases: ['price', 'effective price'] },
  { path: 'marketPrice/value', type: 'number', aliases: ['market price', 'retail price'] },
  { path: 'quantity', type: 'number', aliases: ['quantity'] },
  { path: 'units', type: 'number', aliases: ['units'] },
  { path: 'discount', type: 'number', aliases: ['discount'] },
  { path: 'exchangeRate', type: 'number', aliases: ['exchange rate', 'rate'] },
  { path: 'productFamily', type: 'text', aliases: ['family', 'product family'] },
  { path: 'productType', type: 'text', aliases: ['product type'] },
  { path: 'productTypeId', type: 'text', aliases: ['product type id'] },
  { path: 'productDescription', type: 'text', aliases: ['product', 'description', 'product description'] },
  { path: 'invoiceSectionDisplayName', type: 'text', aliases: ['section', 'invoice section'] },
  { path: 'customerDisplayName', type: 'text', aliases: ['customer'] },
  { path: 'billingProfileDisplayName', type: 'text', aliases: ['profile', 'billing profile'] },
  { path: 'billingCurrency', type: 'text', aliases: ['billing currency'] },
  { path: 'pricingCurrency', type: 'text', aliases: ['pricing currency'] },
  { path: 'kind', type: 'text', aliases: ['kind'] },
  { path: 'transactionType', type: 'text', aliases: ['type', 'transaction type'] },
  { path: 'creditType', type: 'text', aliases: ['credit type'] },
  { path: 'reasonCode', type: 'text', aliases: ['reason', 'reason code'] },
  { path: 'partNumber', type: 'text', aliases: ['part', 'part number'] },
  { path: 'azurePlan', type: 'text', aliases: ['plan'] },
  { path: 'unitOfMeasure', type: 'text', aliases: ['unit of measure'] },
  { path: 'unitType', type: 'text', aliases: ['unit', 'unit type'] },
  { path: 'specialTaxationType', type: 'text', aliases: ['special taxation', 'taxation'] },
  { path: 'name', type: 'text', aliases: ['name'] },
];

const byWords = new Map(fields.flatMap((field) => field.aliases.map((words) => [fold(words), field] as const)));
const LONGEST_NAME = 3;

/** The field whose name begins there, the longest name first, and how many words it is. */
export const fieldAt = (
  words: readonly string[],
  at: number,
): { readonly field: Field; readonly length: number } | undefined => {
  for (let length = LONGEST_NAME; length > 0; length -= 1) {
    const said = words.slice(at, at + length).map(fold);
    // What was quoted and a comma are no part of a name.
    if (said.length < length || said.includes('')) continue;
    const field = byWords.get(said.join(''));
    if (field) return { field, length };
  }
  return undefined;
};
