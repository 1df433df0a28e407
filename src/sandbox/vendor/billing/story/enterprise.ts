import type { Line } from '../line.ts';
import { charged } from './usage.ts';

const line = (day: number, product: string, family: string, cents: number, partNumber: string): Line => ({
  day,
  product,
  family,
  ...charged(cents),
  more: { partNumber },
});

/** The enterprise account's small bill: only such bills have part numbers. */
export const enterprise: readonly Line[] = [
  line(-40, 'Staging cluster, month', 'Compute', 20_040, 'AAD-30171'),
  line(-40, 'Staging database, month', 'Databases', 7_125, 'AAD-30209'),
  line(-38, 'Support plan', 'Support', 2_900, 'AAD-10003'),
];
