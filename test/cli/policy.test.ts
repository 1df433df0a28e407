import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#platform/lib/clock.ts';
import { randomIds } from '#platform/lib/ids.ts';
import { silentLog } from '#platform/lib/logger.ts';
import { createVendorSandbox, type VendorSandbox } from '../../sandbox/cloud/vendor-sandbox.ts';
import { runProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();
const shippedPolicy = join(import.meta.dirname, '../../sandbox/policy.yaml');
const policy = (...args: readonly string[]) => runProgram('cli/policy', folder(), {}, args);

it('the shipped policy has no problem, its sections included', async () => {
  expect(await policy('check', shippedPolicy)).toMatchObject({
    code: 0,
    output: expect.stringContaining('no problem'),
  });
});

it('a problem is told with its line and its remedy', async () => {
  writeFileSync(join(folder(), 'mine.yaml'), 'people: {}\nchanges:\n  answerWithin: soon\n');
  const { code, output } = await policy('check', 'mine.yaml');
  expect([code, output]).toEqual([1, expect.stringMatching(/^mine\.yaml:3:\d+ changes\.answerWithin: .+ → .+$/m)]);
});

it.each([[[]], [['check']], [['chek', 'policy.yaml']], [['check', 'a.yaml', 'b.yaml']]])(
  '%j tells the usage and ends with 1',
  async (args) => {
    expect(await policy(...args)).toMatchObject({ code: 1, errors: expect.stringContaining('policy -- check FILE') });
  },
);

const asked = ['--who', 'ana', '--role', 'owner', '--place', 'payments'] as const;

it('explains who may ask, by which rule and why, who decides, and the limits', async () => {
  const { code, output } = await policy('explain', shippedPolicy, ...asked);
  expect([code, output.trim().split('\n')]).toEqual([
    0,
    [
      'Ana Rossi, access.grant: owner at payments',
      'rule: “sensitive roles need security”, by payments',
      'decides: 1 of Cy Okafor',
      'limits: lasts at most 90 days, begins within 30 days',
    ],
  ]);
});

it('explains why earlier rules do not count, and names what nobody can know', async () => {
  const text = readFileSync(shippedPolicy, 'utf8').replace('payments: [ana, di]', `payments: { entra: ${group} }`);
  writeFileSync(join(folder(), 'mine.yaml'), text);
  const { output } = await policy('explain', 'mine.yaml', ...asked.slice(0, 3), 'reader', ...asked.slice(4));
  expect(output).toContain('nobody knows: who is in payments is unknown');
  expect(output).toContain('not “sensitive roles need security”: it is for role owner, secrets, access-admin');
});

it('a person, role or place that the policy does not know ends with 1 and the nearest name', async () => {
  const { code, errors } = await policy('explain', shippedPolicy, '--who', 'anna', ...asked.slice(2));
  expect([code, errors]).toEqual([1, expect.stringContaining('did you mean "ana"?')]);
});

const group = '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b62';
const cases = (...expected: readonly string[]): string =>
  [
    'members: { security: [cy, gwen@northwind.example] }',
    'cases:',
    ...expected.map(
      (expect, at) => `  - { name: case ${at + 1}, who: ana, role: owner, place: payments, expect: ${expect} }`,
    ),
    '',
  ].join('\n');

const withGroup = (): void => {
  const text = readFileSync(shippedPolicy, 'utf8').replace('security: [cy]', `security: { entra: ${group} }`);
  writeFileSync(join(folder(), 'mine.yaml'), text);
};

it('runs the cases beside the file, with the members of its groups that they name', async () => {
  withGroup();
  const good =
    '{ rule: sensitive roles need security, decide: [gwen@northwind.example, cy], approvals: 1, unknown: [] }';
  writeFileSync(join(folder(), 'mine.cases.yaml'), cases(good));
  expect(await policy('test', 'mine.yaml')).toMatchObject({
    code: 0,
    output: 'ok    case 1\n1 cases, 0 with a difference\n',
  });
});

it('a case that finds something else says what, and ends with 1', async () => {
  withGroup();
  writeFileSync(join(folder(), 'mine.cases.yaml'), cases('{ rule: none }', '{ decide: [cy] }'));
  const { code, output } = await policy('test', 'mine.yaml');
  expect([code, output.split('\n')]).toEqual([
    1,
    [
      'FAIL  case 1',
      '      rule: expected none, found sensitive roles need security',
      'FAIL  case 2',
      '      decide: expected cy, found cy, gwen@northwind.example',
      '2 cases, 2 with a difference',
      '',
    ],
  ]);
});

describe('with --online, against the directory of a sandbox', () => {
  let vendor: VendorSandbox;
  beforeAll(async () => {
    const world = {
      clock: systemClock,
      ids: randomIds,
      log: silentLog,
      namespace: 'Vendor',
      anyPrincipal: false,
    } as const;
    vendor = await createVendorSandbox({ ...world, port: 0, store: 'sqlite::memory:' });
    await vendor.start();
  });
  afterAll(() => vendor.stop());
  const online = (...args: readonly string[]) =>
    runProgram('cli/policy', folder(), { SANDBOX_VENDOR_PORT: new URL(vendor.url).port }, [...args, '--online']);

  it('pins an account to its object id, reads the groups, and finds the file good', async () => {
    const text = readFileSync(shippedPolicy, 'utf8')
      .replace('cy: { id: c1c7c0de-3333-4c33-8c33-0c0c0c0c0c03,', 'cy: { account: cy@northwind.example,')
      .replace('security: [cy]', `security: { entra: ${group} }`);
    writeFileSync(join(folder(), 'mine.yaml'), text);
    expect((await policy('check', 'mine.yaml')).output).toContain('has no object id yet');
    const { code, output } = await online('check', 'mine.yaml');
    expect([code, output]).toEqual([0, expect.stringContaining('groups.security: Incident responders, 3 people')]);
    expect(readFileSync(join(folder(), 'mine.yaml'), 'utf8')).toContain(
      'cy: { id: c1c7c0de-3333-4c33-8c33-0c0c0c0c0c03, account: cy@northwind.example,',
    );
    expect((await online('explain', 'mine.yaml', ...asked)).output).toContain(
      '1 of Cy Okafor, Gwen Adler, Noor Haddad',
    );
  });

  it('an account that belongs to somebody else, and a group that is gone, are problems', async () => {
    const text = readFileSync(shippedPolicy, 'utf8')
      .replace('name: Cy Okafor', 'account: bo@northwind.example, name: Cy Okafor')
      .replace('security: [cy]', 'security: { entra: 00000000-5d4e-4f3a-8b2c-1d0e9f8a7b62 }');
    writeFileSync(join(folder(), 'mine.yaml'), text);
    const { code, output } = await online('check', 'mine.yaml');
    expect(code).toBe(1);
    expect(output).toContain('people.cy: bo@northwind.example: the directory has somebody else with this account now');
    expect(output).toContain('The directory has no such group.');
  });
});
