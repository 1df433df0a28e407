import { type Level, levels } from '#engine/alerts/feed/signal.ts';

/** Kinds of events. */
export const kinds = [
  'issue',
  'emerging',
  'maintenance',
  'advisory',
  'retirement',
  'security',
  'billing',
  'rca',
  'other',
] as const;
export type Kind = (typeof kinds)[number];

const byType: Readonly<Record<string, Kind>> = {
  ServiceIssue: 'issue',
  EmergingIssues: 'emerging',
  PlannedMaintenance: 'maintenance',
  HealthAdvisory: 'advisory',
  SecurityAdvisory: 'security',
  Billing: 'billing',
  RCA: 'rca',
};

/** Whether it is one of the vendor's types. */
export const isKnownType = (type: string): boolean => Object.hasOwn(byType, type);

/** The documented sub-types beside Retirement: each is a kind of billing event. */
export const billingSubTypes = [
  'ForeignExchangeRateChange',
  'Underbilling',
  'Overbilling',
  'PriceChanges',
  'TaxChanges',
  'MeterIDChanges',
  'UnauthorizedPartyAbuse',
] as const;

export const isBillingSubType = (subType: string): subType is (typeof billingSubTypes)[number] =>
  (billingSubTypes as readonly string[]).includes(subType);

/** A retirement is an advisory with that sub-type, which only the list of a resource has. */
export const kindOf = ({ type, subType }: { readonly type: string; readonly subType?: string | undefined }): Kind =>
  subType === 'Retirement' ? 'retirement' : (byType[type] ?? 'other');

/** eventLevel (docs/sources.md, Health events); without it `level`, which has two values. */
export const levelOf = (text: string | undefined): Level =>
  levels.find((level) => level === text?.toLowerCase()) ?? 'informational';

const RANKS: Readonly<Record<Kind, 0 | 1 | 2>> = {
  issue: 0,
  emerging: 0,
  rca: 0,
  maintenance: 1,
  advisory: 2,
  retirement: 2,
  security: 2,
  billing: 2,
  other: 2,
};

/** The vendor's priority, 0 to 23, for an event that comes without one: by kind, then level, then active before resolved. */
export const priorityOf = (kind: Kind, level: Level, open: boolean): number =>
  RANKS[kind] * levels.length * 2 + levels.indexOf(level) * 2 + (open ? 0 : 1);
