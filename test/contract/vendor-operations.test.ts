import nock from 'nock';
import { createHttp, type Http } from '../../src/http/http.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { silentLog } from '../../src/lib/logger.ts';
import { Secret } from '../../src/lib/secret.ts';
import { operationIds } from '../../src/sandbox/vendor/operations.ts';
import { createVendorSandbox, type VendorSandbox } from '../../src/sandbox/vendor/vendor-sandbox.ts';
import { createVendorClient, type VendorClient } from '../../src/vendor/client.ts';
import { VendorError } from '../../src/vendor/errors.ts';
import type { AnyOperation } from '../../src/vendor/operation.ts';
import { findOperation, operations } from '../../src/vendor/operations/index.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { strictNock } from '../support/strict-nock.ts';
import { type Fixture, type FixtureError, type FixtureRequest, fixtureNames, loadFixture } from './fixture.ts';
import { shapeOf } from './shape.ts';

const namespaces = ['Vendor', 'Microsoft'] as const;
const ids = operations.map(({ id }) => id);

test.each(ids)('%s has a fixture', (id) => {
  expect(fixtureNames).toContain(id);
});

test.each(ids)('%s has a handler in the sandbox', (id) => {
  expect(operationIds).toContain(id);
});

test.each(fixtureNames)('the fixture %s belongs to an operation', (name) => {
  expect(ids).toContain(name);
});

const cases = namespaces.flatMap((namespace) => ids.map((id) => [namespace, id, loadFixture(id, namespace)] as const));
const errorCases = cases.flatMap(([namespace, id, fixture]) =>
  fixture.errors.map(
    (error) => [namespace, id, `${error.status} ${error.body.error.code}`, error.reads.text, fixture, error] as const,
  ),
);

const operationOf = (id: string): AnyOperation => {
  const operation = findOperation(id);
  if (operation) return operation;
  throw new Error(`no operation ${id}`);
};

describe('the client writes and reads what the documents show', () => {
  strictNock();

  const base = 'https://management.example';
  let http: Http;
  const clock = createManualClock();

  beforeEach(() => {
    http = createHttp({ clock, log: silentLog, random: () => 0, wait: async () => {} });
    nock('https://login.example')
      .post('/token')
      .reply(200, { access_token: 'a-token', token_type: 'Bearer', expires_in: 3_600 })
      .persist();
  });

  afterEach(() => http.close());

  const clientOf = (namespace: 'Vendor' | 'Microsoft'): VendorClient =>
    createVendorClient({
      http,
      clock,
      ids: randomIds,
      log: silentLog,
      settings: {
        namespace,
        management: {
          baseUrl: base,
          tokenUrl: 'https://login.example/token',
          clientId: 'client',
          clientSecret: new Secret('secret'),
        },
      },
    });

  /** Any operation with any input: what the types would refuse, the fixture's request tells. */
  const perform = async (client: VendorClient, id: string, input: unknown): Promise<unknown> => {
    const operation = operationOf(id);
    if (operation.kind === 'single') return client.call(operation, input as never);
    if (operation.kind === 'long') return client.start(operation, input as never);
    const items: unknown[] = [];
    for await (const item of client.list(operation, input as never)) items.push(item);
    return items;
  };

  const expectRequest = ({ method, path, query, headers, body }: FixtureRequest): nock.Interceptor => {
    const reqheaders = { ...headers, authorization: 'Bearer a-token' };
    const scope = nock(base, { reqheaders });
    return scope.intercept(path, method, body === null ? undefined : (body as nock.Body)).query(query);
  };

  test.each(cases)('%s: %s', async (namespace, id, { request, answer, input, reads }) => {
    expectRequest(request).reply(answer.status, answer.body as nock.Body, answer.headers);
    expect(await perform(clientOf(namespace), id, input)).toEqual(reads);
  });

  test.each(errorCases)('%s: %s, %s is %s', async (namespace, id, _code, _text, { request, input }, error) => {
    expectRequest(request)
      .times(error.status === 401 ? 2 : 1)
      .reply(error.status, error.body, error.headers);
    const thrown = await perform(clientOf(namespace), id, input).catch((reason: unknown) => reason);
    if (!(thrown instanceof VendorError)) throw new Error('expected a VendorError');
    const { code, textKey: text, arrived, failedRules } = thrown;
    expect({ code, text, arrived, failedRules }).toEqual({ failedRules: [], ...error.reads });
  });
});

describe.each(namespaces)('the sandbox in the names of %s answers what the documents show', (namespace) => {
  let sandbox: VendorSandbox;
  let tokens: Record<'app' | 'reader', string>;

  beforeEach(async () => {
    sandbox = await createVendorSandbox({
      port: 0,
      namespace,
      store: 'sqlite::memory:',
      clock: createManualClock(),
      ids: randomIds,
      log: silentLog,
      anyPrincipal: false,
      listLagMs: 0,
    });
    await sandbox.start();
    const info = await fetch(`${sandbox.url}/__sandbox/info`);
    tokens = ((await info.json()) as { tokens: typeof tokens }).tokens;
  });

  afterEach(() => sandbox.stop());

  const ask = async (request: FixtureRequest, token: 'app' | 'reader' = 'app') => {
    const answer = await fetch(`${sandbox.url}${request.path}?${new URLSearchParams(request.query)}`, {
      method: request.method,
      headers: { ...request.headers, authorization: `Bearer ${tokens[token]}` },
      ...(request.body === null ? {} : { body: JSON.stringify(request.body) }),
    });
    return { status: answer.status, body: await answer.json() };
  };

  const here = <T extends readonly [string, ...unknown[]]>([name]: T): boolean => name === namespace;

  test.each(cases.filter(here))('%s: %s', async (_, _id, fixture: Fixture) => {
    const answer = await ask(fixture.request);
    expect({ status: answer.status, shape: shapeOf(answer.body) }).toEqual({
      status: fixture.answer.status,
      shape: expect.objectContaining(shapeOf(fixture.answer.body)),
    });
  });

  test.each(errorCases.filter(here))('%s: %s says %s (%s)', async (_, _id, _code, _text, fixture, error) => {
    const { fault, token, request, before } = (error as FixtureError).sandbox;
    if (before) await ask({ ...fixture.request, ...before });
    if (fault) sandbox.faults.set(fault);
    const answer = await ask({ ...fixture.request, ...request }, token);
    expect(answer).toMatchObject({ status: error.status, body: { error: { code: error.body.error.code } } });
  });
});
