import { cloud } from '../../../world.ts';
import type { Seeding } from '../../dataset.ts';
import { amount, type Line, transactionOf } from '../line.ts';
import { exactNumber } from '../record.ts';
import { credits, reservations } from './credits.ts';
import { unusual } from './unusual.ts';
import { charged, usage, usageBefore } from './usage.ts';

/** The invoice of the month before: without the new cluster, and with one service that has ended since. */
const before: readonly Line[] = [
  ...usageBefore,
  {
    day: -50,
    product: 'Contoso Fraud Score, monthly licence',
    family: 'Marketplace',
    ...charged(89_900),
    more: {
      isThirdParty: true,
      pricingCurrency: 'USD',
      exchangeRate: exactNumber('0.9214'),
      effectivePrice: amount('USD', '975.69'),
      marketPrice: amount('USD', '1149'),
    },
  },
  { day: -48, product: 'File gateway of the old settlement run', family: 'Storage', ...charged(41_250) },
  {
    day: -45,
    product: 'Dinar settlement gateway, Kuwait',
    family: 'Networking',
    currency: 'KWD',
    subTotal: '11.988',
    tax: '0',
    total: '11.988',
  },
  {
    day: -44,
    product: 'Support plan, India',
    family: 'Support',
    currency: 'INR',
    subTotal: '8350',
    tax: '1503',
    total: '9853',
    more: { specialTaxationType: 'SubtotalLevel' },
  },
];

const charge = (family: string, what: string, cents: number, invoice: string): Line => ({
  day: 0,
  product: `${what}, incident PAYM-7K2 in ${cloud.resourceGroups.gateway}`,
  family,
  ...charged(cents),
  more: { invoice, units: exactNumber('1') },
  pending: true,
  tags: { team: 'payments', incident: 'PAYM-7K2' },
});

/** The pending costs of the incident, many times those of a normal day. The marker has either case, as in the public service. */
const incident: readonly Line[] = [
  charge('Networking', 'Application Gateway, second instance in North Europe', 68_450, 'Pending'),
  charge('Management', 'Log ingestion of refused and repeated payments', 121_733, 'pending'),
  charge('Networking', 'Data transfer between regions', 40_208, 'Pending'),
  charge('Security', 'Key Vault operations, renewals of certificates', 9_118, 'pending'),
];

const line = (day: number, product: string, family: string, cents: number, partNumber: string): Line => ({
  day,
  product,
  family,
  ...charged(cents),
  more: { partNumber },
});

/** The small invoice of the enterprise account: only such invoices have part numbers. */
const enterprise: readonly Line[] = [
  line(-40, 'Staging cluster, month', 'Compute', 20_040, 'AAD-30171'),
  line(-40, 'Staging database, month', 'Databases', 7_125, 'AAD-30209'),
  line(-38, 'Support plan', 'Support', 2_900, 'AAD-10003'),
];

/** The invoices of the demo data: this month's with every kind of transaction, last month's, a small one and an empty one. */
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
