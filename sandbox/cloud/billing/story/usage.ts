import { withoutTail } from '../../../../src/platform/lib/text.ts';
import type { Line } from '../line.ts';
import { exactNumber } from '../record.ts';

interface Service {
  readonly product: string;
  readonly family: string;
  /** Cents of a normal day, and their variation over the week. */
  readonly cents: number;
  readonly swing: number;
  readonly unit: string;
  readonly group: string;
}

const services: readonly Service[] = [
  {
    product: 'Application Gateway, capacity units, West Europe',
    family: 'Networking',
    cents: 4_120,
    swing: 340,
    unit: '1 Hour',
    group: 'rg-gateway',
  },
  {
    product: 'SQL database ledger, 8 vCores, West Europe',
    family: 'Databases',
    cents: 8_736,
    swing: 0,
    unit: '1 Hour',
    group: 'rg-ledger',
  },
  { product: 'Key Vault operations', family: 'Security', cents: 312, swing: 95, unit: '10K', group: 'rg-ledger' },
  {
    product: 'Log ingestion, pay as you go',
    family: 'Management',
    cents: 1_585,
    swing: 410,
    unit: '1 GB',
    group: 'rg-gateway',
  },
];

const DAYS = 28;
const VAT = 0.19;

/** Cents as the documented number: 412 is 4.12. */
const written = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return withoutTail(withoutTail(`${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`, '0'), '.');
};

/** A charge with its tax. */
export const charged = (cents: number): Pick<Line, 'subTotal' | 'tax' | 'total'> => {
  const tax = Math.round(cents * VAT);
  return { subTotal: written(cents), tax: written(tax), total: written(cents + tax) };
};

const line = ({ product, family, cents, swing, unit, group }: Service, day: number): Line => {
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
      line(service.family === 'Management' ? { ...service, cents: Math.round(service.cents * logs) } : service, day),
    ),
  );

export const usage = weeksTo(0);

/** The month before: the same services, with far fewer logs. */
export const usageBefore = weeksTo(-28, 0.4);
