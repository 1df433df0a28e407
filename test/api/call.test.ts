import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { operations } from '../../src/api/operations/index.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { randomIds } from '../../src/lib/ids.ts';
import { silentLog } from '../../src/lib/logger.ts';
import { createVendorSandbox, type VendorSandbox } from '../../src/sandbox/vendor/vendor-sandbox.ts';
import { cloud } from '../../src/sandbox/world.ts';

const program = resolve(import.meta.dirname, '../../src/cli/call.ts');
const scope = `/subscriptions/${cloud.subscriptions.production.id}`;
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

const run = (environment: Record<string, string>, ...words: string[]) =>
  new Promise<{ code: number; out: string; err: string }>((done) => {
    const args = ['--disable-warning=ExperimentalWarning', program, ...words];
    execFile(process.execPath, args, { cwd: folder, env: environment }, (error, out, err) =>
      done({ code: typeof error?.code === 'number' ? error.code : 0, out, err }),
    );
  });

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

test('--dry-run sends nothing and masks every credential, also one of the input file', async () => {
  sandbox.faults.clear();
  const headers = { Authorization: 'Bearer from-the-file' };
  const { out } = await call('listRoleDefinitions', { path: { scope }, headers }, '--dry-run');
  expect({ sent: sandbox.faults.seen(), headers: JSON.parse(out).headers }).toMatchObject({
    sent: [],
    headers: { authorization: 'Bearer ***' },
  });
});

test('an error about settings names all missing and wrong settings, without their values', async () => {
  const file = join(folder, 'empty.json');
  writeFileSync(file, '{}');
  const { code, err } = await run(
    { VENDOR_NAMESPACE: 'private', VENDOR_CLIENT_SECRET: 's3cret' },
    'listRoleDefinitions',
    '--input',
    file,
  );
  const names = ['VENDOR_NAMESPACE', 'VENDOR_BASE_URL', 'VENDOR_TOKEN_URL', 'VENDOR_CLIENT_ID'];
  const named = [...names, 'private', 's3cret'].filter((word) => err.includes(word));
  expect({ code, named }).toEqual({ code: 1, named: names });
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
