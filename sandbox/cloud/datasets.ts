import { accessDataset } from './access/dataset.ts';
import { appsDataset } from './apps/dataset.ts';
import { billingDataset } from './billing/dataset.ts';
import { containersDataset } from './containers/dataset.ts';
import { dataShareDataset } from './data-share/dataset.ts';
import type { Dataset } from './dataset.ts';
import { directoryDataset } from './graph/directory.ts';
import { healthDataset } from './health/dataset.ts';
import { subscriptionsDataset } from './subscriptions/dataset.ts';
import { translationDataset } from './translation/custom-systems.ts';

/** Every area with stored data; a new area adds a line here, and one for its operations in operations/index.ts. */
export const datasets: readonly Dataset[] = [
  accessDataset,
  dataShareDataset,
  healthDataset,
  appsDataset,
  subscriptionsDataset,
  containersDataset,
  translationDataset,
  billingDataset,
  directoryDataset,
];
