import type { AnyOperation } from '#cloud/operation.ts';
import * as appManagement from './app-management.ts';
import * as billing from './billing.ts';
import * as containerGroups from './container-groups.ts';
import * as dataShare from './data-share.ts';
import * as healthEvents from './health-events.ts';
import * as roleEligibility from './role-eligibility.ts';
import * as subscriptions from './subscriptions.ts';
import * as translation from './translation.ts';

/** Every operation of the product; the other exports of these files are schemas and types. A new area is one more line. */
const exported = [
  ...Object.values(roleEligibility),
  ...Object.values(subscriptions),
  ...Object.values(containerGroups),
  ...Object.values(dataShare),
  ...Object.values(healthEvents),
  ...Object.values(appManagement),
  ...Object.values(translation),
  ...Object.values(billing),
];

type Declared = Extract<(typeof exported)[number], AnyOperation>;
export type OperationId = Declared['id'];

const isOperation = (value: (typeof exported)[number]): value is Declared => 'decodeError' in value;

export const operations: readonly Declared[] = exported.filter(isOperation);

export const findOperation = (id: string): AnyOperation | undefined => operations.find((known) => known.id === id);
