import { appManagementArea } from './app-management/area.ts';
import type { Area } from './area.ts';
import { billingArea } from './billing/area.ts';
import { containerGroupsArea } from './container-groups/area.ts';
import { dataShareArea } from './data-share/area.ts';
import { eligibilityArea } from './eligibility/area.ts';
import { healthEventsArea } from './health-events/area.ts';
import { subscriptionsArea } from './subscriptions/area.ts';
import { translationArea } from './translation/area.ts';

/** Every part of the vendor that keeps something; a new one is a line here, and its operations a line in operations.ts. */
export const areas: readonly Area[] = [
  eligibilityArea,
  dataShareArea,
  healthEventsArea,
  appManagementArea,
  subscriptionsArea,
  containerGroupsArea,
  translationArea,
  billingArea,
];
