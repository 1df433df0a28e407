import { cloud, people } from '../../world.ts';
import { control, expectAnswers, type Reply, useSandbox } from './support.ts';

const running = useSandbox();

const tokens = {
  appFull: 'sandbox-app-token-full',
  appReadOnly: 'sandbox-app-token-read-only',
  userFull: 'sandbox-user-token-full',
  userReadOnly: 'sandbox-user-token-read-only',
} as const;

const withToken = (token: string) => ({ headers: { 'x-api-token': token } });
const removal = { method: 'DELETE', ...withToken(tokens.appFull) };

const userPath = (email: string, { owner, name }: { owner: string; name: string } = cloud.apps.wallet): string =>
  `/v0.1/apps/${owner}/${name}/users/${encodeURIComponent(email)}`;

const profile = (token: string): Promise<Reply> => running.send('/v0.1/user', withToken(token));
const remove = (email: string, token: string = tokens.appFull, app?: { owner: string; name: string }): Promise<Reply> =>
  running.send(userPath(email, app), { method: 'DELETE', ...withToken(token) });

/** In place of the service's web interface. */
const web = async (path: string, body?: unknown) => {
  const reply = await control(running, `app-tokens${path}`, body);
  return { status: reply.status, body: reply.body as { tokens: { id: string; token: string }[] } };
};

const makeToken = async (wish: object): Promise<{ id: string; token: string }> => {
  const [made] = (await web('', { name: 'a token', access: 'full', ...wish })).body.tokens;
  if (!made) throw new Error('no token was made');
  return made;
};

const statusesOf = (replies: readonly { readonly status: number }[]) => replies.map(({ status }) => status);
const max = 'max.weber@contoso-audio.example';

test('an API token of an app has no rights in another app', async () => {
  expect((await remove(max, tokens.appFull, cloud.apps.terminal)).status).toBe(403);
});

test('an API token of a user has the rights of its user in all organizations and apps', async () => {
  const { token } = await makeToken({ account: 'bo-lind' });
  const replies = [
    await remove(max, token),
    await remove('hugo.baptiste@northwind.example', token, cloud.apps.probe),
    await remove('fi@northwind.example', token, cloud.apps.probe),
    await remove(max, token, cloud.apps.terminal),
  ];
  expect(statusesOf(replies)).toEqual([204, 204, 204, 403]);
});

test('an API token of a user with read-only access can read and cannot change', async () => {
  const replies = [await profile(tokens.userReadOnly), await remove(max, tokens.userReadOnly)];
  expect(statusesOf(replies)).toEqual([200, 403]);
});

test('an API token for an app can be made by those who have what it gives', async () => {
  const wish = { name: 'build', app: 'northwind-payments/wallet-ios' };
  const wishes = { 'bo-lind full': 200, 'ana-rossi full': 403, 'ana-rossi readOnly': 200 };
  const outsiders = { 'di-meyer readOnly': 403, 'di-meyer full': 403 };
  const found: Record<string, number> = {};
  for (const row of Object.keys({ ...wishes, ...outsiders })) {
    const [account, access] = row.split(' ');
    found[row] = (await web('', { ...wish, account, access })).status;
  }
  expect(found).toEqual({ ...wishes, ...outsiders });
});

test('an API token is shown once: its value is not in the list of tokens', async () => {
  const { token } = await makeToken({ account: 'ana-rossi', name: 'laptop' });
  const listed = JSON.stringify(await web(''));
  expect(listed).toContain('laptop');
  expect([token, ...Object.values(tokens)].filter((value) => listed.includes(value))).toEqual([]);
});

test('an API token is one of at most 5000 of an account, of both kinds, and a revoked token does not count', async () => {
  const wish = { account: 'bo-lind', name: 'one of many', access: 'readOnly' };
  const app = `${cloud.apps.wallet.owner}/${cloud.apps.wallet.name}`;
  const create = (more: object) => web('', { ...wish, ...more });
  const first = await create({ count: 4_999 });
  const statuses: number[] = [];
  for (const more of [{ app }, { app }, {}, { account: 'ana-rossi' }]) statuses.push((await create(more)).status);
  await web('/revoke', { id: first.body.tokens[0]?.id });
  expect([first.status, ...statuses, (await create({})).status]).toEqual([200, 200, 409, 409, 200, 200]);
});

test('an API token cannot be made without a name and a documented access', async () => {
  const full = { account: 'bo-lind', name: 'build', access: 'full' };
  const wrong = [{ name: undefined }, { name: '' }, { access: undefined }, { access: 'admin' }];
  expect(statusesOf(await Promise.all(wrong.map((change) => web('', { ...full, ...change }))))).toEqual([
    400, 400, 400, 400,
  ]);
});

test('an API token of a user loses its rights when its user is removed from the app', async () => {
  const { token } = await makeToken({ account: 'bo-lind' });
  const replies = [await remove(max, token), await remove(people.bo.email), await remove(cloud.appTester, token)];
  expect(statusesOf(replies)).toEqual([204, 204, 403]);
});

test('an API token is accepted until it is revoked, which is possible once', async () => {
  const { id, token } = await makeToken({ account: 'ana-rossi' });
  const replies = [
    await profile(token),
    await web('/revoke', { id }),
    await web('/revoke', { id }),
    await profile(token),
  ];
  expect(statusesOf(replies)).toEqual([200, 200, 404, 401]);
});

test('GET /v0.1/user returns the profile of the user of each token', async () => {
  for (const token of Object.values(tokens)) {
    const { body, headers } = await profile(token);
    expect(body).toMatchObject({
      display_name: 'Steward',
      email: 'steward@northwind.example',
      name: 'steward-bot',
      origin: 'appcenter',
    });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  }
});

test('GET /v0.1/user is refused to app tokens only, with the fault app-token-profile', async () => {
  running.sandbox.faults.set({ kind: 'app-token-profile' });
  expect(statusesOf(await Promise.all(Object.values(tokens).map(profile)))).toEqual([403, 403, 200, 200]);
});

const tester = userPath(cloud.appTester);

test.each([
  ['the address in capitals', userPath(cloud.appTester.toUpperCase())],
  ['app and owner in another case', tester.replace('northwind', 'NorthWind').replace('wallet', 'Wallet')],
  ['a plus as it is', tester.replace('%2B', '+')],
  ['an api-version that is not needed', `${tester}?api-version=2020-01-01`],
  ['a doubled leading slash', `/${tester}`],
])('DELETE /v0.1/apps/{owner_name}/{app_name}/users/{user_email} accepts %s', async (_what, path) => {
  expect((await running.send(path, removal)).status).toBe(204);
});

test('DELETE /v0.1/apps/{owner_name}/{app_name}/users/{user_email} refuses what does not exist and what cannot be read', () =>
  expectAnswers(
    running,
    {
      'an unknown owner': ['404 NotFound', userPath(max, { owner: 'nobody', name: 'wallet-ios' })],
      'an unknown user': ['404 NotFound', userPath('nobody@northwind.example')],
      'a broken escape': ['400 BadRequest', userPath('x').replace('/x', '/x%zz')],
      'an unknown path': ['404 NotFound', '/v0.1/apps'],
      'rights in another app, with the fault app-rights': [
        '401 Unauthorized',
        userPath(max, cloud.apps.terminal),
        { fault: { kind: 'app-rights', status: 401 } },
      ],
    },
    removal,
  ));

test('DELETE /v0.1/apps/{owner_name}/{app_name}/users/{user_email} has an effect until the reset of the demo data', async () => {
  await remove(max);
  await control(running, 'reset', {});
  expect((await remove(max)).status).toBe(204);
});

test('a request is refused before its path is read without a token of this service, and without a body', () => {
  const post = { method: 'POST' };
  const full = withToken(tokens.appFull);
  return expectAnswers(running, {
    'no token but that of the management service': ['401 Unauthorized', '/v0.1/user'],
    'an empty token': ['401 Unauthorized', '/v0.1/nowhere', { ...post, ...withToken('') }],
    'an unknown token': ['401 Unauthorized', '/v0.1/nowhere', { ...post, ...withToken('no-such-token') }],
    'a token of another service': ['401 Unauthorized', '/v0.1/nowhere', withToken('sandbox-standing-token-app')],
    'POST without a body': ['411 LengthRequired', '/v0.1/nowhere', { ...full, method: 'POST' }],
    'PUT without a body': ['411 LengthRequired', '/v0.1/nowhere', { ...full, method: 'PUT' }],
    'PATCH without a body': ['411 LengthRequired', '/v0.1/user', { ...full, method: 'PATCH' }],
    'POST of an empty object': ['404 NotFound', '/v0.1/nowhere', { ...full, ...post, body: {} }],
    'another version': ['401 AuthenticationFailed', '/v0.2/user', { headers: { authorization: '' } }],
    'no version': ['401 AuthenticationFailed', '/user', { headers: { authorization: '' } }],
  });
});

test.each([
  [410, { error: { code: 'Gone', message: 'This service was retired on 2025-03-31.' } }],
  [404, { message: 'no route matches this address' }],
] as const)('the fault retired refuses a request with %i, without an effect', async (status, body) => {
  running.sandbox.faults.set({ kind: 'retired', status, count: 1 });
  const answer = await remove(max);
  expect([answer.status, answer.body]).toEqual([status, body]);
  expect((await remove(max)).status).toBe(204);
});
