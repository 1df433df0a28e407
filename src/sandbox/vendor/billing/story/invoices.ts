import { cloud } from '../../../world.ts';
import type { Seeding } from '../../dataset.ts';
import { transactionOf } from '../line.ts';
import { before } from './before.ts';
import { credits, reservations } from './credits.ts';
import { enterprise } from './enterprise.ts';
import { incident } from './incident.ts';
import { unusual } from './unusual.ts';
import { usage } from './usage.ts';

/** The bills of the story: the month's with everything on it, the one before, a small one, and one with nothing. */
export const invoices = ({ namespace, ids, now }: Pick<Seeding, 'namespace' | 'ids' | 'now'>) => {
  const { account, enterpriseAccount, pcnAccount, invoice, invoiceBefore, smallInvoice, emptyInvoice, pendingInvoice } =
    cloud.billing;
  const month = [...usage, ...credits(namespace), ...reservations, ...unusual, ...incident];
  return [
    { account, name: invoice, lines: month.toSorted((one, other) => one.day - other.day) },
    { account, name: invoiceBefore, lines: before.toSorted((one, other) => one.day - other.day) },
    { account: enterpriseAccount, name: smallInvoice, lines: enterprise },
    { account: pcnAccount, name: emptyInvoice, lines: [] },
    { account, name: pendingInvoice, lines: [] },
  ].map(({ account: owner, name, lines }) => ({
    account: owner,
    name,
    transactions: lines.map((line) =>
      transactionOf({ namespace, account: owner, invoice: name, currency: 'EUR', now }, line, ids.guid()),
    ),
  }));
};
