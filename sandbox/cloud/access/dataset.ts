import { cloud } from '../../world.ts';
import type { Dataset } from '../dataset.ts';
import { demoSchedules } from '../story/eligibilities.ts';

/** Role eligibilities. Their tables are the sandbox's oldest. */
export const accessDataset: Dataset = {
  name: 'eligibility',
  migrations: {},
  async seed(trx, { places, ids, now }) {
    await trx.deleteFrom('requests').execute();
    await trx.deleteFrom('schedules').execute();
    await trx
      .insertInto('schedules')
      .values(demoSchedules(places, ids, now))
      .execute();
  },
  info(namespace, places) {
    const definition = (role: { readonly id: string }): string =>
      `${places.production.path}/providers/${namespace}.Authorization/roleDefinitions/${role.id}`;
    const { reader, contributor, secretsUser, accessAdministrator, owner } = cloud.roles;
    return {
      roles: {
        plain: definition(reader),
        justification: definition(contributor),
        ticket: definition(secretsUser),
        mfa: definition(accessAdministrator),
        short: definition(owner),
      },
    };
  },
};
