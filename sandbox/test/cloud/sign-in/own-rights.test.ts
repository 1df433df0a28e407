import { randomUUID } from 'node:crypto';
import { cloud, people } from '../../../world.ts';
import { failed, grantBody, ledger, listPath, production, type Reply, requestPath, useSandbox } from '../support.ts';
import { asking, type Change, redeem, signIn } from './program.ts';

const running = useSandbox();

const staging = `/subscriptions/${cloud.subscriptions.staging.id}`;
const gateway = `${production}/resourceGroups/${cloud.resourceGroups.gateway}`;

/** A header with the token of a person who signed in for it. */
const tokenOf = async (person: string, change: Change = {}): Promise<Readonly<Record<string, string>>> => {
  const scope = `openid ${running.sandbox.url}/user_impersonation`;
  const { body } = await redeem(running, (await signIn(running, person, { scope, ...change }))['code']);
  return { authorization: `Bearer ${body.access_token}` };
};

const grantAt = (
  scope: string,
  headers: Readonly<Record<string, string>>,
  role: string = cloud.roles.contributor.id,
): Promise<Reply> => {
  const subscription = /^\/subscriptions\/[^/]+/.exec(scope)?.[0];
  const roleDefinitionId = `${subscription}/providers/Vendor.Authorization/roleDefinitions/${role}`;
  const body = grantBody({}, { RoleDefinitionId: roleDefinitionId });
  return running.send(requestPath(randomUUID(), scope), { method: 'PUT', body, headers });
};

test.each([
  ['bo', staging, 201],
  ['bo', gateway, 201],
  ['bo', ledger, 403],
  ['bo', production, 403],
  ['cy', ledger, 201],
  ['cy', staging, 201],
  ['ana', staging, 403],
  ['ed', staging, 403],
])('a grant in the name of %s at %s is answered %i', async (person, scope, status) => {
  expect((await grantAt(scope, await tokenOf(person))).status).toBe(status);
});

test('who may not grant reads whose right is missing, for what and where', async () => {
  const reply = await grantAt(ledger, await tokenOf('bo'));
  expect(failed(reply)).toEqual([403, 'AuthorizationFailed']);
  expect(reply.body.error.message).toBe(
    `The client with object id '${people.bo.objectId}' does not have authorization to perform action ` +
      `'Vendor.Authorization/roleAssignments/write' over scope '${ledger}' or the scope is invalid. ` +
      'If access was recently granted, please refresh your credentials.',
  );
});

test('everybody reads who has access', async () => {
  const { status } = await running.send(listPath('roleEligibilitySchedules', ledger), {
    headers: await tokenOf('ana'),
  });
  expect(status).toBe(200);
});

test('a role that asks for multi-factor sign-in is granted by somebody with a second factor only', async () => {
  const { id } = cloud.roles.accessAdministrator;
  const without = await grantAt(ledger, await tokenOf('cy'), id);
  const withFactor = await grantAt(ledger, await tokenOf('cy', { claims: asking('c1') }), id);
  expect(without.body.error.message).toContain('MfaRule');
  expect(withFactor.status).toBe(201);
});

test('a token that is revoked gets 401 with a claims challenge, and no effect; a program’s own token does not', async () => {
  const headers = await tokenOf('cy');
  running.sandbox.faults.set({ kind: 'token-revoked', operation: 'createEligibilityRequest', count: 1 });
  const own = await running.send(listPath('roleEligibilitySchedules', ledger));
  const refused = await grantAt(ledger, headers);
  expect([own.status, ...(failed(refused) as unknown[])]).toEqual([200, 401, 'InvalidAuthenticationToken']);
  const challenge = refused.headers.get('www-authenticate') ?? '';
  expect(challenge).toContain('error="insufficient_claims"');
  const claims = Buffer.from(/claims="([^"]+)"/.exec(challenge)?.[1] ?? '', 'base64').toString();
  expect(JSON.parse(claims)).toMatchObject({ access_token: { nbf: { essential: true } } });
  expect((await grantAt(ledger, headers)).status).toBe(201);
});
