import { parseExactly } from '../billing/exact-number.ts';
import { findInvoice } from '../billing/find-invoice.ts';
import { questionOf } from '../billing/query.ts';
import type { TransactionRecord } from '../billing/record.ts';
import type { Answer, Call, SandboxOperation } from '../operation.ts';
import { page } from '../paging.ts';

const listTransactions = async (call: Call): Promise<Answer> => {
  const { filter, search, order, skip, top, count } = questionOf(call);
  const rows = await call.world.store.db
    .selectFrom('transactions')
    .select('record')
    .where('invoice', '=', await findInvoice(call))
    .orderBy('seq')
    .execute();
  const wanted = rows
    .map(({ record }) => parseExactly(record) as TransactionRecord)
    .filter((record) => filter(record) && search(record))
    .toSorted(order);
  const numbered = wanted.slice(skip).map((record, index) => ({ seq: index + 1, record }));
  const answer = page(call, numbered, ({ record }) => record, top);
  return count ? { ...answer, body: { count: wanted.length, ...(answer.body as object) } } : answer;
};

/** What was bought, refunded and used (spec/1, endpoint 5). */
export const billing = {
  listInvoiceTransactions: {
    method: 'GET',
    path: 'providers/{ns}.Billing/billingAccounts/{billingAccountName}/invoices/{invoiceName}/transactions',
    versions: ['2024-04-01', '2020-05-01'],
    access: 'read',
    action: '{ns}.Billing/billingAccounts/invoices/transactions/read',
    handle: listTransactions,
  },
} as const satisfies Record<string, SandboxOperation>;
