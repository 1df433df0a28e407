import { DAY } from '../../../../src/platform/lib/clock.ts';
import type { Script, ScriptedResource } from '../script.ts';

type Line = readonly [
  name: string,
  subType: string,
  title: string,
  day: number,
  resources: readonly ScriptedResource[],
  currency: string,
  rates: readonly [oldRate: number, newRate: number] | null,
];

const vault = ['vault'] as const;
const both = ['vault', 'database'] as const;

const lines: readonly Line[] = [
  [
    'BILL-1FX',
    'ForeignExchangeRateChange',
    'New exchange rate from US dollars to euros',
    -5,
    both,
    'EUR',
    [0.9214, 0.9087],
  ],
  ['BILL-2UN', 'Underbilling', 'Key operations of last month were billed too low', -12, vault, 'EUR', null],
  ['BILL-3OV', 'Overbilling', 'Storage of backups was billed twice', -21, both, 'EUR', null],
  ['BILL-4PR', 'PriceChanges', 'Key operations become cheaper', -1, vault, 'EUR', [0.0285, 0.0254]],
  ['BILL-5TX', 'TaxChanges', 'New rate of value added tax', -33, both, 'EUR', [19, 20]],
  ['BILL-6MT', 'MeterIDChanges', 'Key operations get a new meter', -44, vault, 'EUR', null],
  ['BILL-7AB', 'UnauthorizedPartyAbuse', 'Use that may not be yours', -3, vault, 'EUR', null],
];

/** Events of the by-resource list only. */
export const billing: readonly Script[] = lines.map(([name, subType, title, day, resources, currency, rates]) => ({
  name,
  eventType: 'Billing',
  title,
  services: ['Cost Management'],
  reach: 'production',
  resources,
  begins: day * DAY,
  properties: {
    eventSubType: subType,
    billingId: `B-${name.slice(5)}-2041`,
    currencyType: currency,
    ...(rates && { oldRate: rates[0], newRate: rates[1] }),
  },
  stages: [{ at: day * DAY, spreads: ['Global'], says: `${title}. Your next invoice shows it.` }],
}));
