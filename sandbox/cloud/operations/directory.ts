import { isGuid } from '../access/scope.ts';
import { type DirectoryObject, findObject, transitiveMembers, usersWith } from '../graph/directory.ts';
import { type Answer, type Call, Refusal, type SandboxOperation } from '../operation.ts';
import { nextAddress, queryValue } from '../paging.ts';

/** The version is the first segment of the path. */
const versions = ['v1.0'];

/** What Steward reads of Microsoft Graph v1.0 (learn.microsoft.com/graph/api: group-list-transitivemembers, group-get, user-list). */
export const directory = {
  listGroupMembers: {
    method: 'GET',
    path: 'v1.0/groups/{id}/transitiveMembers',
    versions,
    action: 'GroupMember.Read.All',
    handle: listGroupMembers,
  },
  getDirectoryGroup: {
    method: 'GET',
    path: 'v1.0/groups/{id}',
    versions,
    action: 'GroupMember.Read.All',
    handle: getDirectoryGroup,
  },
  listDirectoryUsers: {
    method: 'GET',
    path: 'v1.0/users',
    versions,
    action: 'User.Read.All',
    handle: listDirectoryUsers,
  },
} as const satisfies Record<string, SandboxOperation>;

/** A page may hold fewer than `$top` asks for: here it always does. */
const PAGE = 4;
const TOKEN = '$skiptoken';

const types: Readonly<Record<string, string>> = {
  User: '#microsoft.graph.user',
  Group: '#microsoft.graph.group',
  ServicePrincipal: '#microsoft.graph.servicePrincipal',
};

/** Properties of Graph's users, groups and service principals that programs name in `$select`; few are kept here. */
const PROPERTIES =
  /^(id|(display|given|userPrincipal)Name|surname|mailNickname|servicePrincipalNames|mail|otherMails|(user|group|servicePrincipal)Types?|accountEnabled|appId|businessPhones|mobilePhone|companyName|createdDateTime|department|description|employeeId|jobTitle|mailEnabled|securityEnabled|officeLocation|preferredLanguage|usageLocation|onPremises\w+|externalUserState|isAssignableToRole|membershipRule|visibility)$/i;

/** `$select` leaves out what the type does not have. @throws Refusal 400 for what no type has */
const shown = ({ query }: Call): ((object: DirectoryObject) => Readonly<Record<string, unknown>>) => {
  const selected = queryValue(query, '$select')
    ?.split(',')
    .map((name) => name.trim());
  const unknown = selected?.find((name) => !PROPERTIES.test(name));
  if (unknown !== undefined) {
    const message = `Parsing OData Select and Expand failed: Could not find a property named '${unknown}' on type 'microsoft.graph.directoryObject'.`;
    throw new Refusal(400, 'BadRequest', message);
  }
  const isAsked = (key: string) => selected?.some((name) => name.toLowerCase() === key.toLowerCase()) ?? true;
  return ({ id, type, name, account, mail }) => {
    const fields = type === 'User' ? { displayName: name, mail, userPrincipalName: account } : { displayName: name };
    return Object.fromEntries(Object.entries({ id, ...fields }).filter(([key]) => isAsked(key)));
  };
};

const groupOf = async ({ world, params }: Call): Promise<DirectoryObject> => {
  const { id = '' } = params;
  const found = await findObject(world.store.db, id);
  if (found?.type === 'Group') return found;
  throw new Refusal(
    404,
    'Request_ResourceNotFound',
    `Resource '${id}' does not exist or one of its queried reference-property objects are not present.`,
  );
};

async function listGroupMembers(call: Call): Promise<Answer> {
  const { id } = await groupOf(call);
  const top = queryValue(call.query, '$top');
  if (top !== undefined && !(Number(top) >= 1 && Number(top) <= 999)) {
    throw new Refusal(
      400,
      'Request_UnsupportedQuery',
      `Invalid page size specified: '${top}'. Must be between 1 and 999 inclusive.`,
    );
  }
  const token = queryValue(call.query, TOKEN);
  const after = Buffer.from(token ?? '', 'base64url').toString('utf8');
  if (token !== undefined && !isGuid(after)) {
    const message = 'The specified page token value has expired and can no longer be included in your request.';
    throw new Refusal(400, 'Directory_ExpiredPageToken', message);
  }
  const show = shown(call);
  const all = await transitiveMembers(call.world.store.db, id);
  const rest = all.filter((member) => member.id > after);
  const page = rest.slice(0, Math.min(PAGE, Number(top ?? PAGE)));
  const last = page.at(-1);
  const more = last && rest.length > page.length ? { '@odata.nextLink': nextAddress(call, TOKEN, last.id) } : {};
  const value = page.map((member) => ({ '@odata.type': types[member.type], ...show(member) }));
  return { status: 200, body: { '@odata.context': `${call.origin}/v1.0/$metadata#directoryObjects`, ...more, value } };
}

async function getDirectoryGroup(call: Call): Promise<Answer> {
  return { status: 200, body: shown(call)(await groupOf(call)) };
}

/** The one filter that Steward sends: two equalities joined by "or"; a quote in a text is doubled. */
const FILTER = /^userPrincipalName eq '((?:[^']|'')*)' or mail eq '((?:[^']|'')*)'$/;

async function listDirectoryUsers(call: Call): Promise<Answer> {
  const [, account, mail] = FILTER.exec(queryValue(call.query, '$filter') ?? '') ?? [];
  if (account === undefined || mail === undefined) {
    throw new Refusal(400, 'Request_UnsupportedQuery', 'Unsupported or invalid query filter clause specified.');
  }
  const plain = (text: string): string => text.replaceAll("''", "'");
  const users = await usersWith(call.world.store.db, plain(account), plain(mail));
  return { status: 200, body: { value: users.map(shown(call)) } };
}
