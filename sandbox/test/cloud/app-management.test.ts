import { cloud, people } from '../../world.ts';
import { appToken, control, type Running, startSandbox, stopAll } from './support.ts';

afterEach(stopAll);

interface Body {
  readonly [name: string]: unknown;
  readonly error: { readonly code: string; readonly message: string };
}

interface Sending {
  readonly method?: string;
  readonly token?: string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

const tokens = {
  appFull: 'sandbox-app-token-full',
  appReadOnly: 'sandbox-app-token-read-only',
  userFull: 'sandbox-user-token-full',
  userReadOnly: 'sandbox-user-token-read-only',
} as const;
type TokenName = keyof typeof tokens;

const call = async ({ sandbox }: Running, path: string, sending: Sending = {}) => {
  const { method = 'GET', headers = {}, body } = sending;
  const token = 'token' in sending ? sending.token : tokens.appFull;
  const answer = await fetch(`${sandbox.url}${path}`, {
    method,
    headers: { ...(token === undefined ? {} : { 'x-api-token': token }), ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: (text === '' ? {} : JSON.parse(text)) as Body };
};

const userPath = (email: string, { owner, name }: { owner: string; name: string } = cloud.apps.wallet): string =>
  `/v0.1/apps/${owner}/${name}/users/${encodeURIComponent(email)}`;

const remove = async (
  running: Running,
  email: string,
  token: string = tokens.appFull,
  app?: { owner: string; name: string },
) => call(running, userPath(email, app), { method: 'DELETE', token });

/** In place of the service's web interface. */
const web = async (running: Running, path: string, body?: unknown) => {
  const reply = await control(running, `app-tokens${path}`, body);
  return { status: reply.status, body: reply.body as { tokens: { id: string; token: string }[] } };
};

const makeToken = async (running: Running, wish: object): Promise<{ id: string; token: string }> => {
  const [made] = (await web(running, '', { name: 'a token', access: 'full', ...wish })).body.tokens;
  if (!made) throw new Error('no token was made');
  return made;
};

const max = 'max.weber@contoso-audio.example';

describe('API tokens', () => {
  test.each([
    ['full', 204],
    ['readOnly', 403],
  ] as const)('an app token with %s access to the app gets %i for the removal of a user', async (access, status) => {
    const running = await startSandbox();
    expect((await remove(running, max, access === 'full' ? tokens.appFull : tokens.appReadOnly)).status).toBe(status);
  });

  test('an app token has no rights in another app', async () => {
    const running = await startSandbox();
    const { status, body } = await remove(running, max, tokens.appFull, cloud.apps.terminal);
    expect([status, body.error.code]).toEqual([403, 'Forbidden']);
  });

  test('a user token has the rights of its user in all organizations and apps', async () => {
    const running = await startSandbox();
    const by = await makeToken(running, { account: 'bo-lind' });
    const inWallet = await remove(running, max, by.token);
    const inProbe = await remove(running, 'hugo.baptiste@northwind.example', by.token, cloud.apps.probe);
    const inTerminal = await remove(running, max, by.token, cloud.apps.terminal);
    expect([inWallet.status, inProbe.status, inTerminal.status]).toEqual([204, 204, 403]);
  });

  test('a read-only user token can read and cannot change', async () => {
    const running = await startSandbox();
    const read = await call(running, '/v0.1/user', { token: tokens.userReadOnly });
    expect([read.status, (await remove(running, max, tokens.userReadOnly)).status]).toEqual([200, 403]);
  });

  test.each([
    ['bo-lind', 'full', 200],
    ['ana-rossi', 'full', 403],
    ['ana-rossi', 'readOnly', 200],
    ['di-meyer', 'readOnly', 403],
    ['di-meyer', 'full', 403],
  ] as const)('%s, who creates an app token with %s access, gets %i', async (account, access, status) => {
    const running = await startSandbox();
    const wish = { account, access, name: 'build', app: 'northwind-payments/wallet-ios' };
    expect((await web(running, '', wish)).status).toBe(status);
  });

  test('the value of a token is not in the list of tokens', async () => {
    const running = await startSandbox();
    const { token } = await makeToken(running, { account: 'ana-rossi', name: 'laptop' });
    const listed = JSON.stringify(await web(running, ''));
    expect(listed).toContain('laptop');
    expect([token, ...Object.values(tokens)].filter((value) => listed.includes(value))).toEqual([]);
  });

  test('an account may have at most 5000 tokens of both kinds, and a revoked token does not count', async () => {
    const running = await startSandbox();
    const wish = { account: 'bo-lind', name: 'one of many', access: 'readOnly' };
    const app = `${cloud.apps.wallet.owner}/${cloud.apps.wallet.name}`;
    const create = (more: object) => web(running, '', { ...wish, ...more });
    const first = await create({ count: 4_999 });
    const statuses: number[] = [];
    for (const more of [{ app }, { app }, {}, { account: 'ana-rossi' }]) statuses.push((await create(more)).status);
    await web(running, '/revoke', { id: first.body.tokens[0]?.id });
    expect([first.status, ...statuses, (await create({})).status]).toEqual([200, 200, 409, 409, 200, 200]);
  });

  test.each([
    ['a name', { account: 'bo-lind', access: 'full' }],
    ['a name that is not empty', { account: 'bo-lind', access: 'full', name: '' }],
    ['an access type', { account: 'bo-lind', name: 'build' }],
    ['a documented access type', { account: 'bo-lind', name: 'build', access: 'admin' }],
  ])('a token cannot be created without %s', async (_, wish) => {
    expect((await web(await startSandbox(), '', wish)).status).toBe(400);
  });

  test('a user token loses its rights when its user is removed from the app', async () => {
    const running = await startSandbox();
    const { token } = await makeToken(running, { account: 'bo-lind' });
    const before = await remove(running, max, token);
    const removal = await remove(running, people.bo.email);
    const after = await remove(running, cloud.appTester, token);
    expect([before, removal, after].map(({ status }) => status)).toEqual([204, 204, 403]);
  });

  test('a new token is accepted until it is revoked, which is possible once', async () => {
    const running = await startSandbox();
    const { id, token } = await makeToken(running, { account: 'ana-rossi' });
    const profile = () => call(running, '/v0.1/user', { token });
    const accepted = await profile();
    const revocations = [await web(running, '/revoke', { id }), await web(running, '/revoke', { id })];
    const refused = await profile();
    expect([accepted, ...revocations, refused].map(({ status }) => status)).toEqual([200, 200, 404, 401]);
    expect(refused.body.error.code).toBe('Unauthorized');
  });
});

describe('Authentication', () => {
  test.each([undefined, '', 'no-such-token', 'sandbox-standing-token-app'])(
    'a request with the API token %j is refused before its path is read',
    async (token) => {
      const { status, body } = await call(await startSandbox(), '/v0.1/nowhere', { method: 'POST', token });
      expect([status, body.error.code]).toEqual([401, 'Unauthorized']);
    },
  );

  test('a bearer token of the management service is refused', async () => {
    const sending = { token: undefined, headers: { authorization: appToken } };
    expect((await call(await startSandbox(), '/v0.1/user', sending)).status).toBe(401);
  });
});

describe('GET /v0.1/user', () => {
  test.each(Object.keys(tokens) as TokenName[])('returns the profile of the user of the token %s', async (name) => {
    const { status, body, headers } = await call(await startSandbox(), '/v0.1/user', { token: tokens[name] });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { display_name: 'Steward', email: 'steward@northwind.example', name: 'steward-bot', origin: 'appcenter' },
    });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is refused to app tokens only, with the fault app-token-profile', async () => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'app-token-profile' });
    const statuses = Object.values(tokens).map(async (token) => (await call(running, '/v0.1/user', { token })).status);
    expect(await Promise.all(statuses)).toEqual([403, 403, 200, 200]);
  });
});

describe('DELETE /v0.1/apps/{owner_name}/{app_name}/users/{user_email}', () => {
  test('removes a user once', async () => {
    const running = await startSandbox();
    const first = await remove(running, cloud.appTester);
    const second = await remove(running, cloud.appTester);
    expect([first.status, first.text, second.status, second.body.error.code]).toEqual([204, '', 404, 'NotFound']);
  });

  test.each([
    ['the address in capitals', userPath(cloud.appTester.toUpperCase())],
    [
      'app and owner in another case',
      userPath(cloud.appTester).replace('northwind', 'NorthWind').replace('wallet', 'Wallet'),
    ],
    ['a plus as it is', userPath(cloud.appTester).replace('%2B', '+')],
    ['an api-version that is not needed', `${userPath(cloud.appTester)}?api-version=2020-01-01`],
    ['a doubled leading slash', `/${userPath(cloud.appTester)}`],
  ])('accepts %s', async (_what, path) => {
    expect((await call(await startSandbox(), path, { method: 'DELETE' })).status).toBe(204);
  });

  test('accepts a user as the owner of an app', async () => {
    const running = await startSandbox();
    const { token } = await makeToken(running, { account: 'bo-lind' });
    expect((await remove(running, 'fi@northwind.example', token, cloud.apps.probe)).status).toBe(204);
  });

  test.each([
    ['an unknown app', userPath(max, { owner: 'northwind-payments', name: 'wallet' }), 404, 'NotFound'],
    ['an unknown owner', userPath(max, { owner: 'nobody', name: 'wallet-ios' }), 404, 'NotFound'],
    ['an unknown user', userPath('nobody@northwind.example'), 404, 'NotFound'],
    ['a text that is no address', userPath('nobody'), 400, 'BadRequest'],
    ['a broken escape', userPath('x').replace('/x', '/x%zz'), 400, 'BadRequest'],
    ['an unknown path', '/v0.1/apps', 404, 'NotFound'],
  ])('refuses %s', async (_what, path, status, code) => {
    const answer = await call(await startSandbox(), path, { method: 'DELETE' });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('refuses to remove the last Manager of an app', async () => {
    const running = await startSandbox();
    await remove(running, 'bo@northwind.example');
    const { status, body } = await remove(running, 'steward@northwind.example');
    expect([status, body.error.code]).toEqual([409, 'Conflict']);
  });

  test('refuses missing rights with 401, with the fault app-rights', async () => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'app-rights', status: 401 });
    const readOnly = await remove(running, max, tokens.appReadOnly);
    const elsewhere = await remove(running, max, tokens.appFull, cloud.apps.terminal);
    expect([readOnly.status, elsewhere.status, readOnly.body.error.code]).toEqual([401, 401, 'Unauthorized']);
  });

  test('has an effect until the reset of the demo data', async () => {
    const running = await startSandbox();
    await remove(running, max);
    await control(running, 'reset', {});
    expect((await remove(running, max)).status).toBe(204);
  });
});

describe('Errors', () => {
  test.each(['POST', 'PUT', 'PATCH'])(
    'a %s request without a body is refused with 411 on every path',
    async (method) => {
      const running = await startSandbox();
      const paths = ['/v0.1/user', '/v0.1/nowhere'].map((path) => call(running, path, { method }));
      expect((await Promise.all(paths)).map(({ status }) => status)).toEqual([411, 411]);
    },
  );

  test('a request with an empty JSON object has a body', async () => {
    const { status } = await call(await startSandbox(), '/v0.1/nowhere', { method: 'POST', body: '{}' });
    expect(status).toBe(404);
  });

  test('an answer in another format than JSON is refused', async () => {
    const { status, body } = await call(await startSandbox(), '/v0.1/user', { headers: { accept: 'text/html' } });
    expect([status, body.error.code]).toEqual([406, 'NotAcceptable']);
  });

  test.each([
    [410, { error: { code: 'Gone', message: 'This service was retired on 2025-03-31.' } }],
    [404, { message: 'no route matches this address' }],
  ] as const)('the fault retired refuses a request with %i, without an effect', async (status, body) => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'retired', status, count: 1 });
    const answer = await remove(running, max);
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect((await remove(running, max)).status).toBe(204);
  });
});

test('the version is the path prefix /v0.1', async () => {
  const running = await startSandbox();
  const replies = ['/v0.1/user', '/v0.2/user', '/user'].map((path) => call(running, path, { token: tokens.userFull }));
  expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([200, 401, 401]);
});
