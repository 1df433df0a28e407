import type { World } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { roleOf } from './app-users.ts';
import type { App, AppRole } from './apps.ts';
import type { TokenRow } from './tables.ts';
import { accountOf } from './tokens.ts';

/** A token's role in an app: an app token's in its own app, a user token's that of its account. */
export const rightsIn = async (world: World, token: TokenRow, app: App): Promise<AppRole | undefined> => {
  const held =
    token.kind === 'user'
      ? await roleOf(world, app, accountOf(token).email)
      : token.owner === app.owner && token.app === app.name
        ? 'Manager'
        : undefined;
  return held && token.access === 'readOnly' ? 'Viewer' : held;
};

/** The status for missing rights is not documented: 403, or 401 with the fault app-rights. */
export const missingRights = ({ faults }: World, operation: string): Refusal =>
  faults.take('app-rights', operation)
    ? new Refusal(401, 'Unauthorized', 'The API token does not have the rights for this.')
    : new Refusal(403, 'Forbidden', 'The API token does not have the rights for this.');
