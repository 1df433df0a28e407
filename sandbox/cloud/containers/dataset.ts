import type { Dataset } from '../dataset.ts';
import { demoGroups } from './story.ts';
import { containerGroupMigrations } from './tables.ts';

/** The container groups of the demo data's two resource groups. */
export const containersDataset: Dataset = {
  name: 'container-groups',
  migrations: containerGroupMigrations,
  async seed(trx, { places, now, namespace }) {
    await trx.deleteFrom('container_groups').execute();
    await trx
      .insertInto('container_groups')
      .values(demoGroups(namespace, places, now))
      .execute();
  },
  info: () => ({ location: 'westeurope' }),
};
