import { cloud } from '../../../src/sandbox/world.ts';
import { appToken, type Running, startSandbox, stopAll } from './support.ts';

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

/** The place of the web interface. */
const web = async ({ sandbox }: Running, path: string, body?: unknown) => {
  const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
  const answer = await fetch(`${sandbox.url}/__sandbox/app-tokens${path}`, body === undefined ? {} : options);
  return { status: answer.status, body: (await answer.json()) as { tokens: { id: string; token: string }[] } };
};

const makeToken = async (running: Running, wish: object): Promise<{ id: string; token: string }> => {
  const [made] = (await web(running, '', { name: 'a token', access: 'full', ...wish })).body.tokens;
  if (!made) throw new Error('no token was made');
  return made;
};

const max = 'max.weber@contoso-audio.example';

describe('App-management tokens', () => {
  test.each([
    ['full', 204],
    ['readOnly', 403],
  ] as const)(
    '`Full Access` has Manager rights within the one app, `Read-Only` has Viewer rights: %s',
    async (access, status) => {
      const running = await startSandbox();
      expect((await remove(running, max, access === 'full' ? tokens.appFull : tokens.appReadOnly)).status).toBe(status);
    },
  );

  test('app tokens: rights within one app only', async () => {
    const running = await startSandbox();
    const { status, body } = await remove(running, max, tokens.appFull, cloud.apps.terminal);
    expect([status, body.error.code]).toEqual([403, 'Forbidden']);
  });

  test('user tokens: rights of the creating user, across all organizations and apps', async () => {
    const running = await startSandbox();
    const by = await makeToken(running, { account: 'bo-lind' });
    const inWallet = await remove(running, max, by.token);
    const inProbe = await remove(running, 'hugo.baptiste@northwind.example', by.token, cloud.apps.probe);
    const inTerminal = await remove(running, max, by.token, cloud.apps.terminal);
    expect([inWallet.status, inProbe.status, inTerminal.status]).toEqual([204, 204, 403]);
  });

  test('a user token with `Read-Only` can read and cannot change', async () => {
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
  ] as const)(
    'only Managers create Full Access app tokens; Managers and Developers create Read-Only: %s, %s',
    async (account, access, status) => {
      const running = await startSandbox();
      const wish = { account, access, name: 'build', app: 'northwind-payments/wallet-ios' };
      expect((await web(running, '', wish)).status).toBe(status);
    },
  );

  test('the value is shown once at creation and cannot be viewed again', async () => {
    const running = await startSandbox();
    const { token } = await makeToken(running, { account: 'ana-rossi', name: 'laptop' });
    const listed = JSON.stringify(await web(running, ''));
    expect(listed).toContain('laptop');
    expect([token, ...Object.values(tokens)].filter((value) => listed.includes(value))).toEqual([]);
  });

  test('each account may hold at most 5000 tokens', async () => {
    const running = await startSandbox();
    const wish = { account: 'fi-costa', name: 'one of many', access: 'readOnly' };
    const all = await web(running, '', { ...wish, count: 5_000 });
    const over = await web(running, '', wish);
    await web(running, '/revoke', { id: all.body.tokens[0]?.id });
    const freed = await web(running, '', wish);
    expect([all.status, over.status, freed.status]).toEqual([200, 409, 200]);
  });
});

describe('States and transitions', () => {
  test('none; token creation: the token is active', async () => {
    const running = await startSandbox();
    const { token } = await makeToken(running, { account: 'ana-rossi' });
    expect((await call(running, '/v0.1/user', { token })).status).toBe(200);
  });

  test('token active; deletion: the token is revoked', async () => {
    const running = await startSandbox();
    const { id, token } = await makeToken(running, { account: 'ana-rossi' });
    const first = await web(running, '/revoke', { id });
    const again = await web(running, '/revoke', { id });
    const { status, body } = await call(running, '/v0.1/user', { token });
    expect([first.status, again.status, status, body.error.code]).toEqual([200, 404, 401, 'Unauthorized']);
  });
});

describe('Authentication', () => {
  test.each([undefined, '', 'no-such-token', 'sandbox-standing-token-app'])(
    'every request carries the API token in X-API-Token, asked before anything else: %j',
    async (token) => {
      const { status, body } = await call(await startSandbox(), '/v0.1/nowhere', { method: 'POST', token });
      expect([status, body.error.code]).toEqual([401, 'Unauthorized']);
    },
  );

  test('a bearer of the management service is no API token', async () => {
    const sending = { token: undefined, headers: { authorization: appToken } };
    expect((await call(await startSandbox(), '/v0.1/user', sending)).status).toBe(401);
  });
});

describe('GET /v0.1/user', () => {
  test.each(Object.keys(tokens) as TokenName[])('returns the profile data of the calling user: %s', async (name) => {
    const { status, body, headers } = await call(await startSandbox(), '/v0.1/user', { token: tokens[name] });
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { display_name: 'Steward', email: 'steward@northwind.example', name: 'steward-bot', origin: 'appcenter' },
    });
    expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('is refused to app tokens only, where the switch says so', async () => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'app-token-profile' });
    const statuses = Object.values(tokens).map(async (token) => (await call(running, '/v0.1/user', { token })).status);
    expect(await Promise.all(statuses)).toEqual([403, 403, 200, 200]);
  });
});

describe('DELETE /v0.1/apps/{owner_name}/{app_name}/users/{user_email}', () => {
  test('removes a user from an app, for good', async () => {
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
    ['an api-version that nobody asks for', `${userPath(cloud.appTester)}?api-version=2020-01-01`],
    ['a doubled leading slash', `/${userPath(cloud.appTester)}`],
  ])('understands %s', async (_what, path) => {
    expect((await call(await startSandbox(), path, { method: 'DELETE' })).status).toBe(204);
  });

  test('owner_name is a user or an organization', async () => {
    const running = await startSandbox();
    const { token } = await makeToken(running, { account: 'bo-lind' });
    expect((await remove(running, 'fi@northwind.example', token, cloud.apps.probe)).status).toBe(204);
  });

  test.each([
    ['an unknown app', userPath(max, { owner: 'northwind-payments', name: 'wallet' }), 404, 'NotFound'],
    ['an unknown owner', userPath(max, { owner: 'nobody', name: 'wallet-ios' }), 404, 'NotFound'],
    ['an unknown user', userPath('nobody@northwind.example'), 404, 'NotFound'],
    ['what is no address', userPath('nobody'), 400, 'BadRequest'],
    ['a broken escape', userPath('x').replace('/x', '/x%zz'), 400, 'BadRequest'],
    ['an unknown path', '/v0.1/apps', 404, 'NotFound'],
  ])('refuses %s', async (_what, path, status, code) => {
    const answer = await call(await startSandbox(), path, { method: 'DELETE' });
    expect([answer.status, answer.body.error.code]).toEqual([status, code]);
  });

  test('refuses to take out the last Manager of an app', async () => {
    const running = await startSandbox();
    await remove(running, 'bo@northwind.example');
    const { status, body } = await remove(running, 'steward@northwind.example');
    expect([status, body.error.code]).toEqual([409, 'Conflict']);
  });

  test('too few rights get 401, where the switch says so', async () => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'app-rights', status: 401 });
    const readOnly = await remove(running, max, tokens.appReadOnly);
    const elsewhere = await remove(running, max, tokens.appFull, cloud.apps.terminal);
    expect([readOnly.status, elsewhere.status, readOnly.body.error.code]).toEqual([401, 401, 'Unauthorized']);
  });

  test('what was removed is back after a reset of the story', async () => {
    const running = await startSandbox();
    await remove(running, max);
    const options = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
    await fetch(`${running.sandbox.url}/__sandbox/reset`, options);
    expect((await remove(running, max)).status).toBe(204);
  });
});

describe('Errors', () => {
  test.each(['POST', 'PUT', 'PATCH'])(
    'a %s call without a body returns 411 Length Required, wherever it goes',
    async (method) => {
      const running = await startSandbox();
      const paths = ['/v0.1/user', '/v0.1/nowhere'].map((path) => call(running, path, { method }));
      expect((await Promise.all(paths)).map(({ status }) => status)).toEqual([411, 411]);
    },
  );

  test('an empty body is sent as an empty JSON object', async () => {
    const { status } = await call(await startSandbox(), '/v0.1/nowhere', { method: 'POST', body: '{}' });
    expect(status).toBe(404);
  });

  test('an answer that is no JSON is not to be had', async () => {
    const { status, body } = await call(await startSandbox(), '/v0.1/user', { headers: { accept: 'text/html' } });
    expect([status, body.error.code]).toEqual([406, 'NotAcceptable']);
  });

  test.each([
    [410, { error: { code: 'Gone', message: 'This service was retired on 2025-03-31.' } }],
    [404, { message: 'no route matches this address' }],
  ] as const)('the service was retired on 2025-03-31: %i where the switch says so, no effect', async (status, body) => {
    const running = await startSandbox();
    running.sandbox.faults.set({ kind: 'retired', status, count: 1 });
    const answer = await remove(running, max);
    expect([answer.status, answer.body]).toEqual([status, body]);
    expect((await remove(running, max)).status).toBe(204);
  });
});
