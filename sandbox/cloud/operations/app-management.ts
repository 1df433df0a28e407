import { findApp, isLastManager, removeUser } from '../apps/apps.ts';
import { accountOf, missingRights, rightsIn, tokenById } from '../apps/tokens.ts';
import { type Answer, type Call, Refusal, type SandboxOperation } from '../operation.ts';

/** The path's first segment is the version, so no api-version is needed. */
const versions = ['v0.1'];

/** The two documented operations (spec/3, endpoints 2). */
export const appManagement = {
  getUserProfile: {
    method: 'GET',
    path: 'v0.1/user',
    versions,
    action: 'apps/profile/read',
    handle: getUserProfile,
  },
  removeAppUser: {
    method: 'DELETE',
    path: 'v0.1/apps/{owner_name}/{app_name}/users/{user_email}',
    versions,
    action: 'apps/users/write',
    handle: removeAppUser,
  },
} as const satisfies Record<string, SandboxOperation>;

/** An app token has no user: its profile is that of the account that created it, with the token's rights. */
async function getUserProfile({ world, caller, operation }: Call): Promise<Answer> {
  const token = await tokenById(world, caller.key);
  if (token.kind === 'app' && world.faults.take('app-token-profile', operation)) throw missingRights(world, operation);
  const { id, displayName, email, name } = accountOf(token);
  const body = {
    id,
    display_name: displayName,
    email,
    name,
    origin: 'appcenter',
    avatar_url: null,
    can_change_password: false,
    ...(token.kind === 'app' ? { permissions: [token.access === 'full' ? 'manager' : 'viewer'] } : {}),
  };
  return { status: 200, body };
}

async function removeAppUser({ world, caller, operation, params }: Call): Promise<Answer> {
  const { owner_name: owner = '', app_name: name = '', user_email: email = '' } = params;
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new Refusal(400, 'BadRequest', 'user_email is no e-mail address.');
  const app = findApp(owner, name);
  if (!app) throw new Refusal(404, 'NotFound', `The app '${owner}/${name}' does not exist.`);
  if ((await rightsIn(world, await tokenById(world, caller.key), app)) !== 'Manager')
    throw missingRights(world, operation);
  if (await isLastManager(world, app, email))
    throw new Refusal(409, 'Conflict', 'The last Manager of an app cannot be removed.');
  if (await removeUser(world, app, email)) return { status: 204 };
  throw new Refusal(404, 'NotFound', `'${email}' is no user of the app '${app.owner}/${app.name}'.`);
}
