import { cloud } from '../../world.ts';
import type { Dataset } from '../dataset.ts';
import { apps } from './apps.ts';
import { appManagementMigrations } from './tables.ts';
import { demoTokens, permanentTokens } from './tokens.ts';

/** Who uses which app, and the API tokens (spec/3, App-management tokens). */
export const appsDataset: Dataset = {
  name: 'app-management',
  migrations: appManagementMigrations,
  async seed(trx) {
    await trx.deleteFrom('app_users').execute();
    await trx.deleteFrom('app_tokens').execute();
    const rows = apps.flatMap(({ owner, name, users }) =>
      Object.entries(users).map(([email, role]) => ({ owner, app: name, email: email.toLowerCase(), role })),
    );
    await trx.insertInto('app_users').values(rows).execute();
    await trx.insertInto('app_tokens').values(demoTokens()).execute();
  },
  info: () => ({
    appTokens: { full: permanentTokens.full, readOnly: permanentTokens.readOnly },
    appOwner: cloud.apps.wallet.owner,
    app: cloud.apps.wallet.name,
    appUser: cloud.appTester,
  }),
};
