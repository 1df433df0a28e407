/** What a phrase must become. */
export interface Wanted {
  readonly filter?: string;
  readonly orderBy?: string;
  readonly search?: string;
}

/** When the phrases are said. */
export const NOW = Date.parse('2026-11-21T15:30:00Z');

const AMOUNT = 'transactionAmount/value';
const day = (date: string): string => `${date}T00:00:00.000Z`;
const from = (date: string): string => `date ge ${day(date)}`;
const to = (date: string): string => `date lt ${day(date)}`;

/** Sixty phrases as people write them behind the name of an invoice, and what the vendor must be asked. */
export const phrases: readonly (readonly [phrase: string, wanted: Wanted])[] = [
  ['', {}],
  ['family Compute', { filter: "productFamily eq 'Compute'" }],
  ['Family compute', { filter: "productFamily eq 'compute'" }],
  ['product family "Log Analytics"', { filter: "productFamily eq 'Log Analytics'" }],
  ['product Key Vault operations', { filter: "productDescription eq 'Key Vault operations'" }],
  ['product type Storage', { filter: "productType eq 'Storage'" }],
  ['product “over the top” over 5', { filter: `productDescription eq 'over the top' and ${AMOUNT} gt 5` }],
  ['family Compute or Storage', { filter: "productFamily eq 'Compute' or productFamily eq 'Storage'" }],
  [
    'over 10 family Compute or "Data or more"',
    { filter: `${AMOUNT} gt 10 and productFamily eq 'Compute' or ${AMOUNT} gt 10 and productFamily eq 'Data or more'` },
  ],
  ['not family Compute', { filter: "productFamily ne 'Compute'" }],
  ["customer O'Neill & Sons", { filter: "customerDisplayName eq 'O''Neill & Sons'" }],
  ['section "Ledger and gateway"', { filter: "invoiceSectionDisplayName eq 'Ledger and gateway'" }],
  ['invoice section Payments', { filter: "invoiceSectionDisplayName eq 'Payments'" }],
  ['profile Northwind Payments', { filter: "billingProfileDisplayName eq 'Northwind Payments'" }],
  ['kind reservation', { filter: "kind eq 'reservation'" }],
  ['type Purchase', { filter: "transactionType eq 'Purchase'" }],
  ['credit type ServiceInterruption', { filter: "creditType eq 'ServiceInterruption'" }],
  ['reason Usage', { filter: "reasonCode eq 'Usage'" }],
  ['currency EUR', { filter: "transactionAmount/currency eq 'EUR'" }],
  ['billing currency USD', { filter: "billingCurrency eq 'USD'" }],
  ['part number AAD-30171', { filter: "partNumber eq 'AAD-30171'" }],
  ['over 100', { filter: `${AMOUNT} gt 100` }],
  ['amount over 100', { filter: `${AMOUNT} gt 100` }],
  ['more than 100.50', { filter: `${AMOUNT} gt 100.5` }],
  ['above 100 EUR', { filter: `${AMOUNT} gt 100 and transactionAmount/currency eq 'EUR'` }],
  ['at least 12.50', { filter: `${AMOUNT} ge 12.5` }],
  ['under 5', { filter: `${AMOUNT} lt 5` }],
  ['less than -5', { filter: `${AMOUNT} lt -5` }],
  ['at most 5', { filter: `${AMOUNT} le 5` }],
  ['exactly 0', { filter: `${AMOUNT} eq 0` }],
  ['> 100', { filter: `${AMOUNT} gt 100` }],
  ['between 10 and 20', { filter: `${AMOUNT} ge 10 and ${AMOUNT} le 20` }],
  ['tax over 19', { filter: 'tax/value gt 19' }],
  ['tax over 19 USD', { filter: "tax/value gt 19 and tax/currency eq 'USD'" }],
  ['subtotal between 1 and 2.5', { filter: 'subTotal/value ge 1 and subTotal/value le 2.5' }],
  ['quantity at least 3', { filter: 'quantity ge 3' }],
  ['units over 1234567.8901234567', { filter: 'units gt 1234567.8901234567' }],
  ['discount 15', { filter: 'discount eq 15' }],
  ['exchange rate under 1', { filter: 'exchangeRate lt 1' }],
  ['credit applied over 0', { filter: 'azureCreditApplied/value gt 0' }],
  ['refunds', { filter: "creditType eq 'Refund'" }],
  ['credits', { filter: `${AMOUNT} lt 0` }],
  ['charges', { filter: `${AMOUNT} gt 0` }],
  ['third party', { filter: 'isThirdParty eq true' }],
  ['not third party', { filter: 'isThirdParty eq false' }],
  ['reservations', { filter: "kind eq 'Reservation'" }],
  ['pending', { filter: "invoice eq 'Pending'" }],
  ['not billed', { filter: "invoice eq 'Pending'" }],
  ['billed', { filter: "invoice ne 'Pending'" }],
  ['since 2026-11-03', { filter: from('2026-11-03') }],
  ['after 2026-11-03', { filter: from('2026-11-04') }],
  ['before 2026-11-03', { filter: to('2026-11-03') }],
  ['until 2026-11-03', { filter: to('2026-11-04') }],
  ['on 2026-11-03', { filter: `${from('2026-11-03')} and ${to('2026-11-04')}` }],
  ['in October', { filter: `${from('2026-10-01')} and ${to('2026-11-01')}` }],
  ['in December', { filter: `${from('2025-12-01')} and ${to('2026-01-01')}` }],
  ['in March 2025', { filter: `${from('2025-03-01')} and ${to('2025-04-01')}` }],
  ['since yesterday', { filter: from('2026-11-20') }],
  ['since 1 November', { filter: from('2026-11-01') }],
  ['last month', { filter: `${from('2026-10-01')} and ${to('2026-11-01')}` }],
  ['last 7 days', { filter: 'date ge 2026-11-14T15:30:00.000Z' }],
  ['sort amount', { orderBy: `${AMOUNT} desc,name asc` }],
  ['sort by amount ascending', { orderBy: `${AMOUNT} asc,name asc` }],
  ['sort by family, date desc', { orderBy: 'productFamily asc,date desc,name asc' }],
  ['largest first', { orderBy: `${AMOUNT} desc,name asc` }],
  ['sorted by product', { orderBy: 'productDescription asc,name asc' }],
  ['oldest first', { orderBy: 'date asc,name asc' }],
  ['search key vault', { search: 'key vault' }],
  ['search "sort by amount"', { search: 'sort by amount' }],
  ["search for it's 100% of $filter=1", { search: "it's 100% of $filter=1" }],
  [
    'family Compute over 100 EUR since 1 November sort by date search gateway',
    {
      filter: `productFamily eq 'Compute' and ${AMOUNT} gt 100 and transactionAmount/currency eq 'EUR' and ${from('2026-11-01')}`,
      orderBy: 'date desc,name asc',
      search: 'gateway',
    },
  ],
  [
    'refunds over -50 and currency EUR',
    { filter: `creditType eq 'Refund' and ${AMOUNT} gt -50 and transactionAmount/currency eq 'EUR'` },
  ],
];
