import { withoutTail } from '../../../src/platform/lib/text.ts';
import { cloud } from '../../world.ts';
import type { Seeding } from '../dataset.ts';
import { demoData } from '../demo-data.ts';
import { amount, type Line, transactionOf } from './line.ts';
import { exactNumber } from './record.ts';

const VAT = 0.19;

/** Cents as the documented number: 412 is 4.12. */
const written = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return withoutTail(withoutTail(`${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`, '0'), '.');
};

/** A charge with its tax. */
const charged = (cents: number): Pick<Line, 'subTotal' | 'tax' | 'total'> => {
  const tax = Math.round(cents * VAT);
  return { subTotal: written(cents), tax: written(tax), total: written(cents + tax) };
};

/** In the data `exact` is a number with all its digits, and `amount` a currency and such a number. */
const withDigits = (value: unknown): unknown => {
  const { exact, amount: text } = (value ?? {}) as { readonly exact?: string; readonly amount?: string };
  if (exact !== undefined) return exactNumber(exact);
  const [currency, digits] = text?.split(' ') ?? [];
  return currency === undefined || digits === undefined ? value : amount(currency, digits);
};

type Part = 'credits' | 'reservations' | 'unusual' | 'incident' | 'before' | 'enterprise';

const linesOf = (own: string): Readonly<Record<Part, readonly Line[]>> => {
  const read = demoData<Record<Part, readonly (Line & { readonly cents?: number })[]>>(
    'billing/story.json',
    { own },
    withDigits,
  );
  const lines = Object.entries(read).map(([part, all]) => [
    part,
    all.map(({ cents, ...line }) => ({ ...line, ...(cents !== undefined && charged(cents)) })),
  ]);
  return Object.fromEntries(lines);
};

interface Service {
  readonly product: string;
  readonly family: string;
  /** Cents of a normal day, and their variation over the week. */
  readonly cents: number;
  readonly swing: number;
  readonly unit: string;
  readonly group: string;
}

const service = (
  product: string,
  family: string,
  cents: number,
  swing: number,
  unit: string,
  group: string,
): Service => ({
  ...{ product, family, cents, swing, unit, group },
});

const services: readonly Service[] = [
  service('Application Gateway, capacity units, West Europe', 'Networking', 4_120, 340, '1 Hour', 'rg-gateway'),
  service('SQL database ledger, 8 vCores, West Europe', 'Databases', 8_736, 0, '1 Hour', 'rg-ledger'),
  service('Key Vault operations', 'Security', 312, 95, '10K', 'rg-ledger'),
  service('Log ingestion, pay as you go', 'Management', 1_585, 410, '1 GB', 'rg-gateway'),
];

const DAYS = 28;

const usageOf = ({ product, family, cents, swing, unit, group }: Service, day: number): Line => {
  const own = cents + Math.round(swing * Math.sin(day)) + (day % 7);
  return {
    day,
    product,
    family,
    ...charged(own),
    tags: { team: 'payments', 'resource-group': group },
    more: { unitOfMeasure: unit, units: exactNumber(written(own * 3)), quantity: exactNumber('1') },
  };
};

/** Four weeks of normal days up to a day. @param logs share of the usual logs */
const weeksTo = (last: number, logs = 1): readonly Line[] =>
  Array.from({ length: DAYS }, (_, index) => last + index - DAYS).flatMap((day) =>
    services.map((service) =>
      usageOf(service.family === 'Management' ? { ...service, cents: Math.round(service.cents * logs) } : service, day),
    ),
  );

const byDay = (lines: readonly Line[]): readonly Line[] => lines.toSorted((one, other) => one.day - other.day);

/** The invoices of the demo data: this month's with every kind of transaction, last month's, a small one and an empty one. */
export const invoices = ({ namespace, ids, now }: Pick<Seeding, 'namespace' | 'ids' | 'now'>) => {
  const { account, enterpriseAccount, pcnAccount, invoice, invoiceBefore, smallInvoice, emptyInvoice, pendingInvoice } =
    cloud.billing;
  const lines = linesOf(namespace === 'Vendor' ? 'Vendor' : 'Azure');
  const month = [...weeksTo(0), ...lines.credits, ...lines.reservations, ...lines.unusual, ...lines.incident];
  return [
    { account, name: invoice, lines: byDay(month) },
    { account, name: invoiceBefore, lines: byDay([...weeksTo(-28, 0.4), ...lines.before]) },
    { account: enterpriseAccount, name: smallInvoice, lines: lines.enterprise },
    { account: pcnAccount, name: emptyInvoice, lines: [] },
    { account, name: pendingInvoice, lines: [] },
  ].map(({ account: owner, name, lines: own }) => ({
    account: owner,
    name,
    transactions: own.map((line) =>
      transactionOf({ namespace, account: owner, invoice: name, currency: 'EUR', now }, line, ids.guid()),
    ),
  }));
};
