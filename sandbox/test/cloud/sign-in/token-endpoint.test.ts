import { randomUUID } from 'node:crypto';
import { HOUR, SECOND } from '../../../../src/platform/lib/clock.ts';
import { cloud, tenantId } from '../../../world.ts';
import { ledger, listPath, type Running, useSandbox } from '../support.ts';

const path = listPath('roleEligibilitySchedules', ledger);

const running = useSandbox();

interface Answer {
  readonly access_token: string;
  readonly expires_in: number;
  readonly ext_expires_in: number;
  readonly token_type: string;
  readonly error: string;
  readonly error_description: string;
  readonly error_codes: readonly number[];
}

interface Sent {
  readonly type?: string;
  readonly tenant?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const signIn = async (
  { sandbox }: Running,
  change: Readonly<Record<string, string | undefined>> = {},
  { type = 'application/x-www-form-urlencoded', tenant = tenantId, headers = {} }: Sent = {},
) => {
  const form = {
    grant_type: 'client_credentials',
    client_id: sandbox.client.id,
    client_secret: sandbox.client.secret,
    scope: `${sandbox.url}/.default`,
    ...change,
  };
  const fields = Object.entries(form).filter((field): field is [string, string] => field[1] !== undefined);
  const body = new URLSearchParams(fields).toString();
  const address = sandbox.tokenUrl.replace(tenantId, tenant);
  const response = await fetch(address, { method: 'POST', headers: { 'content-type': type, ...headers }, body });
  return { status: response.status, answer: (await response.json()) as Answer };
};

test('the sign-in address returns a token that the API accepts for an hour, and refuses afterwards with both times', async () => {
  const { status, answer } = await signIn(running);
  const headers = { authorization: `Bearer ${answer.access_token}` };
  const fresh = await running.send(path, { headers });
  running.time.advance(HOUR);
  const ended = await running.send(path, { headers });
  expect([status, answer.token_type]).toEqual([200, 'Bearer']);
  expect([answer.expires_in, answer.ext_expires_in]).toEqual([HOUR / SECOND, HOUR / SECOND]);
  expect([fresh.status, ended.status]).toEqual([200, 401]);
  expect(ended.body.error.code).toBe('ExpiredAuthenticationToken');
  expect(ended.body.error.message).toMatch(/expiry UTC time '.+ GMT' is earlier than current UTC time '.+ GMT'/);
});

test.each([
  [{ client_secret: 'wrong' }, 401, 'invalid_client', 7000215],
  [{ client_id: cloud.botPrincipal.id }, 400, 'unauthorized_client', 700016],
  [{ grant_type: 'password' }, 400, 'unsupported_grant_type', 70003],
  [{ grant_type: undefined }, 400, 'invalid_request', 900144],
  [{ client_secret: undefined }, 401, 'invalid_client', 7000216],
  [{ scope: 'user_impersonation' }, 400, 'invalid_scope', 1002012],
] as const)('the sign-in address refuses %j with %i %s, AADSTS%i', async (change, status, error, code) => {
  const reply = await signIn(running, change);
  expect([reply.status, reply.answer.error, reply.answer.error_codes]).toEqual([status, error, [code]]);
});

test.each([
  ['another GUID', randomUUID(), 90002],
  ['a domain', 'elsewhere.example', 90002],
  ['neither', 'elsewhere', 900023],
])(
  'the sign-in address of a tenant that is %s refuses as the sign-in does, not as the API',
  async (_, tenant, code) => {
    const reply = await signIn(running, {}, { tenant });
    expect([reply.status, reply.answer.error, reply.answer.error_codes]).toEqual([400, 'invalid_request', [code]]);
    expect(reply.answer.error_description).toContain(`'${tenant}'`);
  },
);

test('the sign-in address says in every refusal when it was and under which ids it can be found, the asked one included', async () => {
  const asked = randomUUID();
  const sent = { headers: { 'client-request-id': asked } };
  const { answer } = await signIn(running, { client_secret: 'wrong' }, sent);
  const guid = '[0-9a-f-]{36}';
  const [, trace] = new RegExp(`Trace ID: (${guid})`).exec(answer.error_description) ?? [];
  expect(answer).toEqual({
    error: 'invalid_client',
    error_description: expect.stringMatching(
      new RegExp(`^AADSTS7000215: Invalid client secret .+ Trace ID: ${guid} Correlation ID: ${asked} Timestamp: `),
    ),
    error_codes: [7000215],
    timestamp: '2026-03-02 09:00:00Z',
    trace_id: trace,
    correlation_id: asked,
    error_uri: expect.stringMatching(/\?code=7000215$/),
  });
});

test('the sign-in address accepts only a form', async () => {
  expect((await signIn(running, {}, { type: 'application/json' })).status).toBe(400);
});

test('the sign-in address refuses with any code that it knows where a fault names it', async () => {
  running.sandbox.faults.set({ kind: 'refuse', operation: 'token', code: 'AADSTS7000222', count: 1 });
  const { status, answer } = await signIn(running);
  expect([status, answer.error, answer.error_codes]).toEqual([401, 'invalid_client', [7000222]]);
  expect(answer.error_description).toContain(`for app '${running.sandbox.client.id}' are expired`);
});
