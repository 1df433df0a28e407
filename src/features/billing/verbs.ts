/** The actions on the cards of an invoice; their data are the report's id, and a page or a row of it. */
export const billingVerbs = {
  page: 'billing.page',
  ask: 'billing.ask',
  summary: 'billing.summary',
  row: 'billing.row',
  line: 'billing.line',
  again: 'billing.again',
  open: 'billing.open',
  compareBy: 'billing.compareBy',
  breakdownBy: 'billing.breakdownBy',
  make: 'billing.make',
  file: 'billing.file',
  stop: 'billing.stopSummary',
} as const;
