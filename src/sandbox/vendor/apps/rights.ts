import type { World } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { roleOf } from './app-users.ts';
import type { App, AppRole } from './apps.ts';
import type { TokenRow } from './tables.ts';
import { accountOf } from './tokens.ts';

/** What a token may do in an app: an app token in its own one only, a user token what its account may there. */
export const rightsIn = async (world: World, token: TokenRow, app: App): Promise<AppRole | undefined> => {
  const held =
    token.kind === 'user'
      ? await roleOf(world, app, accountOf(token).email)
      : token.owner === app.owner && token.app === app.name
        ? 'Manager'
        : undefined;
  return held && token.access === 'readOnly' ? 'Viewer' : held;
};

/** The document does not say what too few rights get: 403, or 401 where the switch says so. */
export const tooFewRights = ({ faults }: World, operation: string): Refusal =>
  faults.take('app-rights', operation)
    ? new Refusal(401, 'Unauthorized', 'The API token does not have the rights for this.')
    : new Refusal(403, 'Forbidden', 'The API token does not have the rights for this.');
