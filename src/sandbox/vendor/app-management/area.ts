import { cloud } from '../../world.ts';
import type { Area } from '../area.ts';
import { apps } from './apps.ts';
import { appManagementMigrations } from './tables.ts';
import { demoTokens, standingTokens } from './tokens.ts';

/** Who uses which app, and the API tokens (spec/3, App-management tokens). */
export const appManagementArea: Area = {
  name: 'app-management',
  migrations: appManagementMigrations,
  async tell(trx) {
    await trx.deleteFrom('app_users').execute();
    await trx.deleteFrom('app_tokens').execute();
    const rows = apps.flatMap(({ owner, name, users }) =>
      Object.entries(users).map(([email, role]) => ({ owner, app: name, email: email.toLowerCase(), role })),
    );
    await trx.insertInto('app_users').values(rows).execute();
    await trx.insertInto('app_tokens').values(demoTokens()).execute();
  },
  info: () => ({
    appTokens: { full: standingTokens.full, readOnly: standingTokens.readOnly },
    appOwner: cloud.apps.wallet.owner,
    app: cloud.apps.wallet.name,
    appUser: cloud.appTester,
  }),
};
