import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { operations } from '#cloud/operations/index.ts';
import { systemClock } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { createVendorSandbox, type VendorSandbox } from '../../sandbox/cloud/vendor-sandbox.ts';
import { cloud } from '../../sandbox/world.ts';
import { runProgram } from '../support/steward-process.ts';

const scope = `/subscriptions/${cloud.subscriptions.production.id}`;
const smallGroup = {
  location: 'westeurope',
  properties: {
    osType: 'Linux',
    containers: [
      { name: 'main', properties: { image: 'nginx:1.27', resources: { requests: { cpu: 1, memoryInGB: 1 } } } },
    ],
  },
};
let sandbox: VendorSandbox;
let folder: string;
let settings: Record<string, string>;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'steward-call-'));
  const options = {
    port: 0,
    namespace: 'Vendor',
    store: 'sqlite::memory:',
    anyPrincipal: false,
    listLagMs: 0,
  } as const;
  sandbox = await createVendorSandbox({ ...options, clock: systemClock, ids: randomIds, log: silentLog });
  await sandbox.start();
  settings = {
    VENDOR_NAMESPACE: 'Vendor',
    VENDOR_BASE_URL: sandbox.url,
    VENDOR_TOKEN_URL: sandbox.tokenUrl,
    VENDOR_CLIENT_ID: sandbox.client.id,
    VENDOR_CLIENT_SECRET: sandbox.client.secret,
  };
});

afterAll(async () => {
  await sandbox.stop();
  rmSync(folder, { recursive: true });
});

const run = async (environment: Record<string, string>, ...words: string[]) => {
  const { code, output: out, errors: err } = await runProgram('cli/call', folder, environment, words);
  return { code, out, err };
};

const call = (id: string, input: unknown, ...flags: string[]) => {
  const file = join(folder, `${randomIds.opaque()}.json`);
  writeFileSync(file, typeof input === 'string' ? input : JSON.stringify(input));
  return run(settings, id, '--input', file, ...flags);
};

test('--list prints a JSON line for each operation, without settings', async () => {
  const { out } = await run({}, '--list');
  const lines = out
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toEqual(operations.map(({ id, method, path, version }) => ({ id, method, path, version })));
});

test('a list is printed with all its pages', async () => {
  const { out } = await call('listEligibilitySchedules', { path: { scope } });
  expect(JSON.parse(out).body.value.length).toBeGreaterThan(15);
});

test('an answer is printed with status and headers', async () => {
  const { out } = await call('listRoleDefinitions', { path: { scope }, query: { $filter: "roleName eq 'Reader'" } });
  expect(JSON.parse(out)).toMatchObject({
    status: 200,
    headers: { 'x-vendor-request-id': expect.any(String) },
    body: { value: [{ properties: { roleName: 'Reader' } }] },
  });
});

test('an error is printed as JSON on stderr, with the vendor’s code', async () => {
  const { code, out, err } = await call('listRoleDefinitions', { path: { scope }, query: { $filter: 'nonsense' } });
  expect({ code, out, error: JSON.parse(err).error }).toMatchObject({
    code: 1,
    out: '',
    error: { status: 400, vendorCode: 'InvalidFilter' },
  });
});

test('a proxy that is not there is named with the host behind it and the system’s reason', async () => {
  const file = join(folder, 'scope.json');
  writeFileSync(file, JSON.stringify({ path: { scope } }));
  const { VENDOR_CLIENT_ID: id = '', VENDOR_CLIENT_SECRET: secret = '' } = settings;
  const unreachable = {
    ...{ VENDOR_NAMESPACE: 'Vendor', VENDOR_CLIENT_ID: id, VENDOR_CLIENT_SECRET: secret },
    ...{ VENDOR_BASE_URL: 'https://cloud.example', VENDOR_TOKEN_URL: 'https://login.example/token' },
    HTTPS_PROXY: 'http://somebody:hunter2@127.0.0.1:9',
  };
  const { code, err } = await run(unreachable, 'listRoleDefinitions', '--input', file);
  expect({ code, error: JSON.parse(err).error }).toMatchObject({
    code: 1,
    error: {
      code: 'Vendor.NotSent',
      message: 'login.example gave no answer: connect ECONNREFUSED 127.0.0.1:9; HTTPS_PROXY leads through 127.0.0.1:9',
    },
  });
  expect(err).not.toContain('hunter2');
}, 60_000);

describe('a long-running operation', () => {
  const accept = (subscriptionId: string, ...flags: string[]) =>
    call(
      'acceptSubscriptionOwnership',
      { path: { subscriptionId }, body: { properties: { displayName: 'Ours' } } },
      ...flags,
    );
  const stepsOf = (err: string) =>
    err
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).step);

  test('is followed through its Location to the end; its steps are printed on stderr', async () => {
    const { id } = cloud.newSubscriptions.standby;
    const { code, out, err } = await accept(id);
    const steps = stepsOf(err);
    expect({ code, answer: JSON.parse(out), first: steps[0], last: steps.at(-1) }).toMatchObject({
      code: 0,
      answer: { status: 200, body: { subscriptionLink: `/subscriptions/${id}` } },
      first: {
        status: 202,
        progress: 'running',
        poll: expect.stringContaining('/subscriptionOperations/'),
        waitMs: 1_000,
      },
      last: { status: 200, progress: 'succeeded' },
    });
  });

  test('with --no-wait ends with its first answer, and its Location is printed', async () => {
    const { code, out, err } = await accept(cloud.newSubscriptions.payouts.id, '--no-wait');
    expect({ code, err, answer: JSON.parse(out) }).toMatchObject({
      code: 0,
      err: '',
      answer: { status: 202, headers: { location: expect.stringContaining('/subscriptionOperations/') } },
    });
  });

  test('that fails is printed as it ended, with exit code 1', async () => {
    sandbox.faults.set({ kind: 'provisioning', state: 'Failed' });
    const group = { subscriptionId: cloud.subscriptions.production.id, resourceGroupName: 'rg-ledger' };
    const { code, out, err } = await call('createOrUpdateContainerGroup', {
      path: { ...group, containerGroupName: 'replay' },
      body: smallGroup,
    });
    sandbox.faults.clear();
    expect({ code, answer: JSON.parse(out), last: stepsOf(err).at(-1) }).toMatchObject({
      code: 1,
      answer: { body: { properties: { provisioningState: 'Failed' } } },
      last: { progress: 'failed' },
    });
  });
});

test('api-version in the query replaces the version of the operation', async () => {
  const versioned = { path: { scope }, query: { 'api-version': '2030-01-01' } };
  const [preview, sent] = [
    await call('listRoleDefinitions', versioned, '--dry-run'),
    await call('listRoleDefinitions', versioned),
  ];
  expect([new URL(JSON.parse(preview.out).url).search, JSON.parse(sent.err).error]).toMatchObject([
    '?api-version=2030-01-01',
    { status: 400, vendorCode: 'InvalidApiVersionParameter' },
  ]);
});

test('--dry-run sends nothing and masks every credential, also one of the input file', async () => {
  sandbox.faults.clear();
  const headers = { Authorization: 'Bearer from-the-file' };
  const { out } = await call('listRoleDefinitions', { path: { scope }, headers }, '--dry-run');
  expect({ sent: sandbox.faults.seen(), headers: JSON.parse(out).headers }).toMatchObject({
    sent: [],
    headers: { authorization: 'Bearer ***' },
  });
});

describe('settings that are missing or wrong are all named, without their values', () => {
  const problemsWith = async (environment: Record<string, string>) => {
    const file = join(folder, 'empty.json');
    writeFileSync(file, '{}');
    const { code, err } = await run(environment, 'listRoleDefinitions', '--input', file);
    const { message } = JSON.parse(err).error;
    return {
      code,
      named: message.match(/\w+ is (?:missing|wrong)/g),
      raw: /Invalid|undefined|s3cret|private/.test(err),
    };
  };

  test('for another vendor its addresses', async () => {
    expect(await problemsWith({ VENDOR_NAMESPACE: 'private', VENDOR_CLIENT_SECRET: 's3cret' })).toEqual({
      code: 1,
      named: [
        'VENDOR_NAMESPACE is wrong',
        'VENDOR_BASE_URL is missing',
        'VENDOR_TOKEN_URL is missing',
        'VENDOR_CLIENT_ID is missing',
      ],
      raw: false,
    });
  });

  test('with CLOUD the directory instead', async () => {
    const { named, raw } = await problemsWith({ CLOUD: 'public', VENDOR_CLIENT_SECRET: 's3cret' });
    expect([named, raw]).toEqual([expect.arrayContaining(['MicrosoftAppTenantId is missing']), false]);
    expect(named).not.toContain('VENDOR_BASE_URL is missing');
  });

  test('a CLOUD that there is not', async () => {
    const { named, raw } = await problemsWith({ CLOUD: 'private' });
    expect([named, raw]).toEqual([expect.arrayContaining(['CLOUD is wrong', 'VENDOR_CLIENT_ID is missing']), false]);
  });
});

test('--help says how to call, and an unknown flag leads there', async () => {
  const [help, unknown] = [await run({}, '--help'), await run({}, '--wait')];
  expect([help.code, help.out, unknown.code, JSON.parse(unknown.err).error.message]).toEqual([
    0,
    expect.stringContaining('--no-wait'),
    1,
    expect.stringMatching(/--wait.*--help/),
  ]);
});

test('the long-running example of docs/settings.md works as it stands there', async () => {
  const page = readFileSync(resolve(import.meta.dirname, '../../docs/settings.md'), 'utf8');
  const block = /```\n(export [^`]*)```/.exec(page)?.[1] ?? '';
  const exported = Object.fromEntries(
    [...block.matchAll(/(VENDOR_\w+)=(\S+)/g)].map(([, name, value]) => [name, value]),
  );
  const path = new URL(sandbox.tokenUrl).pathname;
  const base = { VENDOR_BASE_URL: 'http://127.0.0.1:3980', VENDOR_TOKEN_URL: `$VENDOR_BASE_URL${path}` };
  expect(exported).toEqual({ ...settings, ...base });
  const files = new Map([...block.matchAll(/echo '([^']+)' > (\S+)/g)].map(([, text, name]) => [name, text]));
  const states: string[] = [];
  for (const [, id = '', file] of block.matchAll(/call -- (\w+) --input (\S+)/g)) {
    const { out } = await call(id, files.get(file));
    states.push(JSON.parse(out).body.properties.provisioningState);
  }
  expect(states).toEqual(['Succeeded', 'Succeeded']);
});

test.each([
  ['an unknown operation', 'nope', { path: { scope } }],
  ['an unknown field', 'listRoleDefinitions', { path: { scope }, querry: {} }],
  ['an unknown path parameter', 'listRoleDefinitions', { path: { scope, name: 'x' } }],
  ['no scope', 'listRoleDefinitions', {}],
  ['no JSON', 'listRoleDefinitions', '{'],
])('%s is refused', async (_, id, input) => {
  const { code, err } = await call(id, input);
  expect({ code, error: JSON.parse(err).error.code }).toEqual({ code: 1, error: 'Usage' });
});
