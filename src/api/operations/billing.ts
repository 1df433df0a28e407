import { decodeManagementError } from '../errors/error-body.ts';
import { defineOperation } from '../operation.ts';
import { type InvoiceQuestion, writeInvoiceQuestion } from './billing-query.ts';
import { invoiceTransaction } from './billing-schemas.ts';

/** The transactions of one invoice; amounts, rates and units as exact decimals. */
export const listInvoiceTransactions = defineOperation({
  id: 'listInvoiceTransactions',
  kind: 'list',
  method: 'GET',
  path: '/providers/Vendor.Billing/billingAccounts/{billingAccountName}/invoices/{invoiceName}/transactions',
  patterns: {
    billingAccountName:
      /^([0-9]+|([Pp][Cc][Nn]\.[A-Za-z0-9]+)|[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}(:[0-9A-Fa-f]{8}-([0-9A-Fa-f]{4}-){3}[0-9A-Fa-f]{12}_[0-9]{4}(-[0-9]{2}){2})?)$/,
    invoiceName:
      /^(H[0-9]-[A-Z0-9]+)$|^(?:([GHT]|HT){1}[A-Z0-9]{9})$|^(?:[D]{1}[A-Z0-9]{9})$|^(?:E{1}[B-Z0-9]{1}[A-Z0-9]{8})$|^(?:EA[A-Z0-9]{8})$/,
  },
  version: '2024-04-01',
  credential: 'app',
  success: [200],
  retry: 'read',
  paging: 'GET',
  exactNumbers: true,
  decodeError: decodeManagementError,
  section: 'document 1, Endpoints 5',
  item: invoiceTransaction,
  parts: (question: InvoiceQuestion) => writeInvoiceQuestion(question),
});
