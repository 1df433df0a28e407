import { inspect } from 'node:util';
import { listRoleDefinitions } from '#cloud/operations/role-eligibility.ts';
import { managementEnvironment, managementSettings } from '#platform/config/vendor-settings.ts';
import { clientSecret } from '#platform/identity/credential.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import cases from '../fixtures/cloud/auth.json' with { type: 'json' };
import { nock } from '../support/strict-nock.ts';
import { authorizationPath, benchPerTest, errorOf, givesToken, scope, vendor } from './client-fixture.ts';

const bench = benchPerTest();

const roles = () =>
  bench.client.raw(listRoleDefinitions, { path: { scope: `/subscriptions/${scope.subscriptionId}` } });
const path = `${authorizationPath}/roleDefinitions`;
const answers = (token?: string) => vendor(token).get(path).query(true);
const empty = { value: [] };

test('several requests at the same time fetch one token', async () => {
  givesToken();
  answers().times(5).reply(200, empty);
  const all = await Promise.all(Array.from({ length: 5 }, roles));
  expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
});

test('a token is reused until five minutes before its end', async () => {
  givesToken('first');
  answers('first').times(2).reply(200, empty);
  await roles();
  bench.clock.advance(55 * MINUTE - 1);
  expect((await roles()).status).toBe(200);
});

test('a new token is fetched five minutes before the end of the old one', async () => {
  givesToken('first');
  answers('first').reply(200, empty);
  await roles();
  bench.clock.advance(55 * MINUTE);
  givesToken('second');
  answers('second').reply(200, empty);
  expect((await roles()).status).toBe(200);
});

test('a token with a short lifetime is reused for half of it', async () => {
  givesToken('first', '240');
  answers('first').times(2).reply(200, empty);
  await roles();
  bench.clock.advance(2 * MINUTE - 1);
  expect((await roles()).status).toBe(200);
});

test('a request that is refused with 401 is repeated with a new token', async () => {
  givesToken('dead');
  answers('dead').reply(401);
  givesToken('fresh');
  answers('fresh').reply(200, empty);
  expect((await roles()).status).toBe(200);
});

test('a request that is refused with 401 again is not repeated', async () => {
  givesToken('dead').persist();
  answers('dead').times(2).reply(401);
  expect((await errorOf(roles())).textKey).toBe('vendor.error.authenticationFailed');
});

test('a failed sign-in is tried again with the next request', async () => {
  nock('https://login.example').post('/t/token').reply(401, { error: 'invalid_client' });
  await errorOf(roles());
  givesToken();
  answers().reply(200, empty);
  expect((await roles()).status).toBe(200);
});

test.each([
  ['refused', 401, { error: 'invalid_client' }, 'vendor.error.signIn', false],
  ['refused without a word', 400, '', 'vendor.error.signIn', false],
  ['answered without a token', 200, { token_type: 'Bearer' }, 'vendor.error.signIn', false],
  ['throttled', 429, '', 'vendor.error.unavailable', true],
  ['unavailable', 503, '', 'vendor.error.unavailable', true],
])('after a sign-in that is %s the request is not sent', async (_, status, body, text, retryable) => {
  const tries = retryable ? 4 : 1;
  nock('https://login.example').post('/t/token').times(tries).reply(status, body);
  const error = await errorOf(roles());
  expect(error).toMatchObject({ textKey: text, retryable, arrived: 'no' });
});

test.each(cases.refusals)(
  'a refused sign-in says what to correct, with “$said” for AADSTS$number',
  async ({ said, number }) => {
    refuseSignIn(number);
    const { textKey, values } = await errorOf(roles());
    expect(loadTexts().for('en').plain(textKey, values)).toContain(said);
  },
);

test('a refused sign-in keeps the vendor’s number, its sentence and its trace id', async () => {
  refuseSignIn(7000215);
  expect(await errorOf(roles())).toMatchObject({
    vendorCode: 'AADSTS7000215',
    vendorMessage: 'AADSTS7000215: No.',
    requestId: 't-1',
    arrived: 'no',
  });
});

const refuseSignIn = (number: number): void => {
  const said = `AADSTS${number}: No. Trace ID: t-1 Correlation ID: c-1 Timestamp: 2026-03-02 09:00:00Z`;
  const body = { error: 'invalid_client', error_description: said, error_codes: [number], trace_id: 't-1' };
  nock('https://login.example').post('/t/token').reply(401, body);
};

test('a sign-in whose answer is lost counts as a request that was not sent', async () => {
  const reset = Object.assign(new Error('reset'), { code: 'ECONNRESET' });
  nock('https://login.example').post('/t/token').times(4).replyWithError(reset);
  expect((await errorOf(roles())).arrived).toBe('no');
});

test('no log line and no error contains the client secret or the token', async () => {
  givesToken();
  answers().reply(403, { error: { code: 'AuthorizationFailed', message: 'no' } });
  const error = await errorOf(roles());
  expect(bench.lines.join('') + JSON.stringify(error) + error.stack).not.toContain('s3cret');
});

const whole = {
  VENDOR_NAMESPACE: 'Vendor',
  VENDOR_BASE_URL: 'https://management.example/',
  VENDOR_TOKEN_URL: 'https://login.example/t/oauth2/v2.0/token',
};

test('printed settings do not contain the secret', () => {
  const settings = managementSettings(managementEnvironment.parse(whole), clientSecret('client', 's3cret'));
  expect(inspect(settings) + JSON.stringify(settings)).not.toContain('s3cret');
});

test.each(['http://127.0.0.1:3980', 'http://localhost:3980', 'http://[::1]:3980'])(
  'the local address %s is accepted without TLS',
  (address) => {
    expect(managementEnvironment.safeParse({ ...whole, VENDOR_BASE_URL: address }).success).toBe(true);
  },
);

test.each(cases.settings)('the setting $name is refused as $value', ({ name, value }) => {
  const read = managementEnvironment.safeParse({ ...whole, [name]: value });
  expect(read.error?.issues.map(({ path }) => path.join())).toEqual([name]);
});
