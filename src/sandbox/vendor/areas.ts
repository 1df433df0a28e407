import type { Area } from './area.ts';
import { eligibilityArea } from './eligibility/area.ts';

/** Every part of the vendor that keeps something; a new one is a line here, and its operations a line in operations.ts. */
export const areas: readonly Area[] = [eligibilityArea];
