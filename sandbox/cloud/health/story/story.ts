import type { Script } from '../script.ts';
import { advisories, securityAdvisory } from './advisories.ts';
import { billing } from './billing.ts';
import { issues } from './issues.ts';
import { maintenance } from './maintenance.ts';
import { paymentsIncident } from './payments-incident.ts';

/** Every event of the demo data, in the order of the lists. */
export const story: readonly Script[] = [paymentsIncident, ...maintenance, ...advisories, ...issues, ...billing];

export const sensitiveEvent = securityAdvisory;
