import type { AnyOperation } from '../operation.ts';
import * as appManagement from './app-management.ts';
import * as billing from './billing.ts';
import * as containerGroups from './container-groups.ts';
import * as dataShare from './data-share.ts';
import * as healthEvents from './health-events.ts';
import * as roleEligibility from './role-eligibility.ts';
import * as subscriptions from './subscriptions.ts';
import * as translation from './translation.ts';

/** Every operation the product knows; a new area is one more line here. */
const declared = [
  ...Object.values(roleEligibility),
  ...Object.values(subscriptions),
  ...Object.values(containerGroups),
  ...Object.values(dataShare),
  ...Object.values(healthEvents),
  ...Object.values(appManagement),
  ...Object.values(translation),
  ...Object.values(billing),
];

export type OperationId = (typeof declared)[number]['id'];

export const operations: readonly AnyOperation[] = declared;

export const findOperation = (id: string): AnyOperation | undefined => operations.find((known) => known.id === id);
