// In sandbox mode the bot runs in the same process, and restify changes the responses of all its servers.
import 'restify';
import { cloud, people } from '../../../world.ts';
import { grantBody, ledger, listPath, type Running, requestPath, useSandbox } from '../support.ts';

const running = useSandbox();

const REDIRECT = 'http://127.0.0.1:5005/back?step=2';

const parametersOf = ({ sandbox }: Running): Record<string, string> => ({
  client_id: sandbox.client.id,
  response_type: 'token',
  redirect_uri: REDIRECT,
  scope: 'user_impersonation',
  state: 'a&b "c" <d>',
});

type Change = Readonly<Record<string, string | undefined>>;

const changed = (running: Running, change: Change): URLSearchParams =>
  new URLSearchParams(
    Object.entries({ ...parametersOf(running), ...change }).filter(
      (one): one is [string, string] => one[1] !== undefined,
    ),
  );

const open = (running: Running, change: Change = {}) =>
  fetch(`${running.sandbox.signInUrl}?${changed(running, change)}`, { redirect: 'manual' });

const choose = (running: Running, change: Change, headers: Readonly<Record<string, string>> = {}) =>
  fetch(running.sandbox.signInUrl, {
    method: 'POST',
    redirect: 'manual',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: running.sandbox.url, ...headers },
    body: changed(running, change).toString(),
  });

/** The address of a redirect, and the values of its fragment. */
const landing = (answer: Response) => {
  const [address, fragment = ''] = (answer.headers.get('location') ?? '').split('#', 2);
  return { address, values: Object.fromEntries(new URLSearchParams(fragment)) };
};

test('the sign-in page offers every person of the demo data and names the program that asks', async () => {
  const answer = await open(running);
  const html = await answer.text();
  expect(answer.status).toBe(200);
  for (const { name } of Object.values(people)) expect(html).toContain(name);
  expect(html).toContain('127.0.0.1:5005');
});

test('the sign-in page escapes values of the address', async () => {
  const html = await (await open(running, { state: '"><script>alert(1)</script>' })).text();
  expect(html).not.toContain('<script');
  expect(html).toContain('&lt;script&gt;');
});

test.each([
  ['an unknown client_id', { client_id: cloud.botPrincipal.id }],
  ['no client_id', { client_id: undefined }],
  ['a foreign address', { redirect_uri: 'https://elsewhere.example/back' }],
  ['a name that begins like ours', { redirect_uri: 'http://127.0.0.1.elsewhere.example/' }],
  ['our name as a user', { redirect_uri: 'http://127.0.0.1:80@elsewhere.example/' }],
  ['a user name', { redirect_uri: 'http://somebody@127.0.0.1/' }],
  ['a script', { redirect_uri: 'javascript:alert(1)//127.0.0.1' }],
  ['a path only', { redirect_uri: '//elsewhere.example' }],
  ['a fragment', { redirect_uri: `${REDIRECT}#access_token=mine` }],
  ['an empty fragment', { redirect_uri: `${REDIRECT}#` }],
  ['backslashes', { redirect_uri: 'http:\\\\elsewhere.example\\127.0.0.1' }],
  ['no redirect_uri', { redirect_uri: undefined }],
])(
  'the sign-in page refuses %s without a redirect, when it is opened and when a person is chosen',
  async (_what, change) => {
    const answers = [await open(running, change), await choose(running, { ...change, person: 'ana' })];
    expect(answers.map(({ status, headers }) => [status, headers.get('location')])).toEqual([
      [400, null],
      [400, null],
    ]);
  },
);

test('the sign-in page refuses a repeated parameter without a redirect', async () => {
  const twice = `${changed(running, {})}&redirect_uri=https%3A%2F%2Felsewhere.example`;
  const { status, headers } = await fetch(`${running.sandbox.signInUrl}?${twice}`, { redirect: 'manual' });
  expect([status, headers.get('location')]).toEqual([400, null]);
});

test.each([
  ['invalid_request', { response_type: undefined }],
  ['unsupported_response_type', { response_type: 'token id_token' }],
  ['invalid_request', { response_mode: 'query' }],
  ['invalid_scope', { scope: undefined }],
  ['invalid_scope', { scope: 'user_impersonation offline_access' }],
])('the sign-in page redirects with the error %s in the fragment for %j', async (error, change) => {
  const answer = await open(running, change);
  expect({ status: answer.status, ...landing(answer) }).toMatchObject({
    status: 303,
    address: REDIRECT,
    values: { error, state: 'a&b "c" <d>' },
  });
});

test.each([
  ['a form of another page', { origin: 'http://elsewhere.example' }, 403],
  ['no form', { 'content-type': 'application/json' }, 415],
])('the sign-in page refuses %s', async (_what, headers, status) => {
  const answer = await choose(running, { person: 'ana' }, headers);
  expect([answer.status, answer.headers.get('location')]).toEqual([status, null]);
});

test('the sign-in page refuses other methods', async () => {
  expect((await fetch(running.sandbox.signInUrl, { method: 'PUT' })).status).toBe(405);
});

const tokenOf = async (running: Running, person: string): Promise<string> =>
  landing(await choose(running, { person })).values['access_token'] ?? '';

test('the person who is chosen is redirected with a token, its type, its lifetime and the state', async () => {
  const answer = await choose(running, { person: 'ana' });
  expect({ status: answer.status, ...landing(answer) }).toEqual({
    status: 303,
    address: REDIRECT,
    values: {
      access_token: expect.stringMatching(/^sandbox\.person-ana\./),
      token_type: 'Bearer',
      expires_in: '3600',
      scope: 'user_impersonation',
      state: 'a&b "c" <d>',
    },
  });
});

test('the person who is chosen is the caller in the management service, with the right to read only', async () => {
  const headers = { authorization: `Bearer ${await tokenOf(running, 'ana')}` };
  const mine = await running.send(listPath('roleEligibilitySchedules', ledger, 'asTarget()'), { headers });
  const others = await running.all(
    listPath('roleEligibilitySchedules', ledger, `assignedTo('${people.ana.objectId}')`),
  );
  expect(mine.status).toBe(200);
  expect(mine.body.value.map(({ name }) => name)).toEqual(others.slice(0, 5).map(({ name }) => name));

  const body = grantBody();
  const path = requestPath('00000000-0000-4000-8000-0000000000aa', ledger);
  const written = await running.send(path, { method: 'PUT', body, headers });
  expect([written.status, written.body.error.code]).toEqual([403, 'AuthorizationFailed']);
  expect(written.body.error.message).toContain(people.ana.objectId);
});

test('the person who is chosen can be nobody: the error is access_denied', async () => {
  const answer = await choose(running, { cancel: 'yes' });
  expect(landing(answer)).toMatchObject({
    address: REDIRECT,
    values: { error: 'access_denied', state: 'a&b "c" <d>' },
  });
});

test('the person who is chosen must be a person of the demo data', async () => {
  const answer = await choose(running, { person: 'mallory' });
  expect([answer.status, answer.headers.get('location')]).toEqual([400, null]);
});

test('the person who is chosen can be redirected to localhost, by https and with the full scope', async () => {
  const change = { redirect_uri: 'https://localhost:7001/', scope: `${running.sandbox.url}/user_impersonation` };
  const { address, values } = landing(await choose(running, { ...change, person: 'di' }));
  expect([address, typeof values['access_token']]).toEqual(['https://localhost:7001/', 'string']);
});
