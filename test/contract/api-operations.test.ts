import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createVendorClient, type VendorClient } from '#cloud/client.ts';
import { VendorError } from '#cloud/errors/errors.ts';
import type { AnyOperation } from '#cloud/operation.ts';
import { operations } from '#cloud/operations/index.ts';
import { createHttp, type Http } from '#platform/http/http.ts';
import { clientSecret } from '#platform/identity/credential.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { Secret } from '#platform/lib/secret.ts';
import { operationIds } from '../../sandbox/cloud/operations/index.ts';
import { createVendorSandbox, type VendorSandbox } from '../../sandbox/cloud/vendor-sandbox.ts';
import { createManualClock } from '../support/manual-clock.ts';
import { nock, strictNock } from '../support/strict-nock.ts';
import { codeOf, credentialOf, queryText, type SandboxInfo } from './exchange.ts';
import {
  type Fixture,
  type FixtureError,
  type FixtureRequest,
  fixtureNames,
  loadFixture,
  withChanges,
} from './fixture.ts';
import { shapeOf } from './shape.ts';

const namespaces = ['Vendor', 'Microsoft'] as const;
const ids = operations.map(({ id }) => id);

test('every operation has a fixture and a handler in the sandbox, and every fixture belongs to an operation', () => {
  expect([...fixtureNames].sort()).toEqual([...ids].sort());
  expect(ids.filter((id) => !operationIds.includes(id))).toEqual([]);
});

interface Case {
  readonly namespace: (typeof namespaces)[number];
  readonly operation: AnyOperation;
  readonly fixture: Fixture;
}

const cases = namespaces.flatMap((namespace) =>
  operations.map((operation): [string, Case] => [
    `${namespace}: ${operation.id}`,
    { namespace, operation, fixture: loadFixture(operation, namespace) },
  ]),
);
const errorCases = cases.flatMap(([name, { fixture, ...rest }]) =>
  fixture.errors.map((error): [string, Case & { readonly error: FixtureError }] => [
    `${name}, ${error.status} ${codeOf(error.body)} has the text ${error.reads.text}`,
    { ...rest, fixture, error },
  ]),
);

describe('the client sends and reads the documented exchange', () => {
  strictNock();

  const base = 'https://vendor.example';
  let http: Http;
  const clock = createManualClock();

  beforeEach(() => {
    http = createHttp({ clock, log: silentLog, random: () => 0, wait: async () => {} });
    nock('https://login.example')
      .post('/token')
      .optionally()
      .reply(200, { access_token: 'a-token', token_type: 'Bearer', expires_in: 3_600 })
      .persist();
  });

  afterEach(() => http.close());

  const clientOf = (namespace: Case['namespace']): VendorClient => {
    const secret = new Secret('a-token');
    const management = {
      baseUrl: base,
      tokenUrl: 'https://login.example/token',
      credential: clientSecret('client', 'a-token'),
    };
    const translator = { baseUrl: base, key: secret };
    const appManagement = { baseUrl: base, token: secret };
    const settings = { namespace, management, translator, appManagement };
    return createVendorClient({ http, clock, ids: randomIds, log: silentLog, settings });
  };

  /** Any operation with its fixture's input; the fixture's request checks what the types cannot. */
  const perform = async (client: VendorClient, operation: AnyOperation, input: unknown): Promise<unknown> => {
    if (operation.kind === 'single') return client.call(operation, input as never);
    if (operation.kind === 'long') return (await client.start(operation, input as never)).answer;
    const items: unknown[] = [];
    for await (const item of client.list(operation, input as never)) items.push(item);
    return items;
  };

  const expectRequest = (operation: AnyOperation, request: FixtureRequest): nock.Interceptor => {
    const { method, path, query, headers, body } = request;
    const reqheaders = { ...headers, ...credentialOf(operation, 'a-token') };
    return (
      // nock accepts any body when none is given; a request with a body has a content type.
      nock(base, { reqheaders, badheaders: body === null ? ['content-type'] : [] })
        .intercept(path, method, body === null ? undefined : (body as nock.Body))
        // Serialized and parsed, because lists from outside jest's realm are never strictly equal.
        .query((sent) => isDeepStrictEqual(JSON.parse(JSON.stringify(sent)), query))
    );
  };

  test.each(cases)('%s', async (_, { namespace, operation, fixture }) => {
    const { request, answer, input, reads } = fixture;
    expectRequest(operation, request).reply(answer.status, (answer.body ?? '') as nock.Body, answer.headers);
    expect(await perform(clientOf(namespace), operation, input)).toEqual(reads);
  });

  test.each(errorCases)('%s', async (_, { namespace, operation, fixture, error }) => {
    // Repeated with a new token, except an operation that is repeated only when it was provably not sent.
    const twice = error.status === 401 && operation.credential === 'app' && operation.retry !== 'unsent-only';
    expectRequest(operation, fixture.request)
      .times(twice ? 2 : 1)
      .reply(error.status, error.body as nock.Body, error.headers);
    const thrown = await perform(clientOf(namespace), operation, fixture.input).catch((reason: unknown) => reason);
    if (!(thrown instanceof VendorError)) throw new Error('expected a VendorError');
    const { code, textKey: text, arrived, failedRules } = thrown;
    expect({ code, text, arrived, failedRules }).toEqual({ failedRules: [], ...error.reads });
  });
});

describe.each(namespaces)('the sandbox in the namespace %s answers as documented', (namespace) => {
  let sandbox: VendorSandbox;
  let info: SandboxInfo;

  const folder = mkdtempSync(join(tmpdir(), 'vendor-operations-'));
  const firstDay = join(folder, 'first-day.db');
  const today = join(folder, 'today.db');

  const open = async (file: string): Promise<VendorSandbox> => {
    const opened = await createVendorSandbox({
      port: 0,
      namespace,
      store: `sqlite:${file}`,
      clock: createManualClock(),
      ids: randomIds,
      log: silentLog,
      anyPrincipal: false,
      listLagMs: 0,
      minimumActiveMs: 5 * MINUTE,
    });
    await opened.start();
    return opened;
  };

  // The demo data is stored once and copied: storing it for each test takes longer than all tests.
  beforeAll(async () => (await open(firstDay)).stop());
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeEach(async () => {
    copyFileSync(firstDay, today);
    sandbox = await open(today);
    const answer = await fetch(`${sandbox.url}/__sandbox/info`);
    info = (await answer.json()) as SandboxInfo;
  });

  afterEach(async () => {
    await sandbox.stop();
    rmSync(today);
  });

  const ask = async (operation: AnyOperation, request: FixtureRequest, token?: string) => {
    const answer = await fetch(`${sandbox.url}${request.path}${queryText(request.query)}`, {
      method: request.method,
      headers: { ...request.headers, ...credentialOf(operation, info, token) },
      ...(request.body === null ? {} : { body: JSON.stringify(request.body) }),
    });
    const text = await answer.text();
    return { status: answer.status, body: text === '' ? undefined : (JSON.parse(text) as unknown) };
  };

  const here = <T extends readonly [string, Case]>([, { namespace: name }]: T): boolean => name === namespace;

  test.each(cases.filter(here))('%s', async (_, { operation, fixture }) => {
    if (fixture.before) await ask(operation, withChanges(fixture.request, fixture.before));
    const answer = await ask(operation, fixture.request);
    expect({ status: answer.status, shape: shapeOf(answer.body) }).toEqual({
      status: fixture.answer.status,
      shape: expect.objectContaining(shapeOf(fixture.answer.body)),
    });
  });

  test.each(errorCases.filter(here))('%s', async (_, { operation, fixture, error }) => {
    const { fault, token, request, before } = error.sandbox;
    if (before) await ask(operation, withChanges(fixture.request, before));
    if (fault) sandbox.faults.set(fault);
    const { status, body } = await ask(operation, withChanges(fixture.request, request ?? {}), token);
    // The public cloud's gateway does not word it as the documents do.
    const isPublic = namespace === 'Microsoft' && codeOf(error.body) === 'InvalidApiVersionParameter';
    const code = isPublic ? 'NoRegisteredProviderFound' : codeOf(error.body);
    expect({ status, code: codeOf(body) }).toEqual({ status: error.status, code });
  });
});
