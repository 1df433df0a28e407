import { parseQuery } from '../billing/query.ts';
import { parseExactly, type TransactionRecord } from '../billing/record.ts';
import { type Answer, type Call, Refusal, type SandboxOperation } from '../operation.ts';
import { page } from '../paging.ts';

const GUID = '[0-9A-F]{8}-([0-9A-F]{4}-){3}[0-9A-F]{12}';

/** The patterns of the path (spec/1, endpoint 5): an invoice's has capitals only. */
const patterns = {
  billingAccountName: new RegExp(`^([0-9]+|PCN\\.[A-Z0-9]+|${GUID}(:${GUID}_[0-9]{4}(-[0-9]{2}){2})?)$`, 'i'),
  invoiceName: /^(H[0-9]-[A-Z0-9]+|([GHT]|HT)[A-Z0-9]{9}|D[A-Z0-9]{9}|E[B-Z0-9][A-Z0-9]{8}|EA[A-Z0-9]{8})$/,
} as const;

/** The invoice's name in the path. @throws Refusal 400 for a name of another pattern, 404 for an unknown one */
const findInvoice = async (call: Call): Promise<string> => {
  const account = nameOf(call, 'billingAccountName');
  const name = nameOf(call, 'invoiceName');
  const invoices = await call.world.store.db.selectFrom('invoices').selectAll().execute();
  const ofAccount = invoices.filter((invoice) => invoice.account.toLowerCase() === account.toLowerCase());
  if (ofAccount.length === 0)
    throw notFound('BillingAccountNotFound', `The billing account '${account}' was not found.`, 'billingAccountName');
  const invoice = ofAccount.find((candidate) => candidate.name === name);
  if (!invoice) throw notFound('InvoiceNotFound', `The invoice '${name}' was not found.`, 'invoiceName');
  return invoice.name;
};

const nameOf = (call: Call, parameter: keyof typeof patterns): string => {
  const name = call.params[parameter] ?? '';
  if (patterns[parameter].test(name)) return name;
  const rule = { code: 'PatternMismatch', message: 'The name does not match the pattern of its parameter.' };
  throw new Refusal(
    400,
    'InvalidParameter',
    `The ${parameter} is not valid.`,
    {},
    {
      target: parameter,
      details: [{ ...rule, target: parameter }],
    },
  );
};

const notFound = (code: string, message: string, target: string): Refusal =>
  new Refusal(404, code, message, {}, { target });

const listTransactions = async (call: Call): Promise<Answer> => {
  const { filter, search, order, skip, top, count } = parseQuery(call);
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

/** Transactions of an invoice (spec/1, endpoint 5). */
export const billing = {
  listInvoiceTransactions: {
    method: 'GET',
    path: 'providers/{ns}.Billing/billingAccounts/{billingAccountName}/invoices/{invoiceName}/transactions',
    versions: ['2024-04-01', '2020-05-01'],
    action: '{ns}.Billing/billingAccounts/invoices/transactions/read',
    handle: listTransactions,
  },
} as const satisfies Record<string, SandboxOperation>;
