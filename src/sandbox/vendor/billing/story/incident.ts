import { cloud } from '../../../world.ts';
import { exactNumber } from '../exact-number.ts';
import type { Line } from '../line.ts';
import { charged } from './usage.ts';

const charge = (family: string, what: string, cents: number, invoice: string): Line => ({
  day: 0,
  product: `${what}, incident PAYM-7K2 in ${cloud.resourceGroups.gateway}`,
  family,
  ...charged(cents),
  more: { invoice, units: exactNumber('1') },
  pending: true,
  tags: { team: 'payments', incident: 'PAYM-7K2' },
});

/** What the incident costs, on no bill yet: many times a quiet day. The marker is written as the public service does, in either case. */
export const incident: readonly Line[] = [
  charge('Networking', 'Application Gateway, second instance in North Europe', 68_450, 'Pending'),
  charge('Management', 'Log ingestion of refused and repeated payments', 121_733, 'pending'),
  charge('Networking', 'Data transfer between regions', 40_208, 'Pending'),
  charge('Security', 'Key Vault operations, renewals of certificates', 9_118, 'pending'),
];
