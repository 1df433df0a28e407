import { cloud, people } from '../../../src/sandbox/world.ts';
import { type Running, startSandbox, stopAll } from './support.ts';

afterAll(stopAll);

const post = async ({ sandbox }: Running, path: string, body: object) => {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${sandbox.url}/__sandbox/app-tokens${path}`, options);
  const told = (await answer.json()) as { readonly tokens?: readonly { readonly token: string }[] };
  return { status: answer.status, token: told.tokens?.[0]?.token ?? '' };
};
const remove = async ({ sandbox }: Running, token: string, email: string): Promise<number> => {
  const { owner, name } = cloud.apps.wallet;
  const address = `${sandbox.url}/v0.1/apps/${owner}/${name}/users/${encodeURIComponent(email)}`;
  return (await fetch(address, { method: 'DELETE', headers: { 'x-api-token': token } })).status;
};
const app = `${cloud.apps.wallet.owner}/${cloud.apps.wallet.name}`;

test('a user token carries the user\u2019s rights: none are left when the user has none', async () => {
  const running = await startSandbox();
  const { token } = await post(running, '', { account: 'bo-lind', name: 'bo', access: 'full' });
  const before = await remove(running, token, 'max.weber@contoso-audio.example');
  const out = await remove(running, 'sandbox-app-token-full', people.bo.email);
  expect([before, out, await remove(running, token, cloud.appTester)]).toEqual([204, 204, 403]);
});

test('each account may hold at most 5000 tokens, of both kinds', async () => {
  const running = await startSandbox();
  const wish = { account: 'bo-lind', name: 'one of many', access: 'readOnly' };
  const statuses: number[] = [];
  for (const more of [{ count: 4_999 }, { app }, { app }, {}, { account: 'ana-rossi' }])
    statuses.push((await post(running, '', { ...wish, ...more })).status);
  expect(statuses).toEqual([200, 200, 409, 409, 200]);
});

test.each([
  ['a name', { account: 'bo-lind', access: 'full' }],
  ['a name that says something', { account: 'bo-lind', access: 'full', name: '' }],
  ['an access type', { account: 'bo-lind', name: 'build' }],
  ['a documented access type', { account: 'bo-lind', name: 'build', access: 'admin' }],
])('token creation: name and access type chosen; not without %s', async (_, wish) => {
  expect((await post(await startSandbox(), '', wish)).status).toBe(400);
});

test('Versioning: the version is the path prefix `/v0.1`', async () => {
  const { sandbox } = await startSandbox();
  const headers = { 'x-api-token': 'sandbox-user-token-full' };
  const statuses = ['/v0.1/user', '/v0.2/user', '/user'].map(
    async (path) => (await fetch(`${sandbox.url}${path}`, { headers })).status,
  );
  expect(await Promise.all(statuses)).toEqual([200, 401, 401]);
});

test.each(['GET', 'DELETE'])('a %s call needs no body', async (method) => {
  const { sandbox } = await startSandbox();
  const headers = { 'x-api-token': 'sandbox-user-token-full' };
  const path = method === 'GET' ? '/v0.1/user' : `/v0.1/apps/${app}/users/${encodeURIComponent(cloud.appTester)}`;
  expect((await fetch(`${sandbox.url}${path}`, { method, headers })).ok).toBe(true);
});
