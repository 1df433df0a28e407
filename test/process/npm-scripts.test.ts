import { readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressesOf, anyPorts, type Ended, type StewardProcess, startCommand } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
  readonly scripts: Readonly<Record<string, string>>;
};
const folder = folderPerTest();

// Some twenty processes, one after the other.
jest.setTimeout(600_000);

/** What a command line prints at its useful end. */
const ENDS: Readonly<Record<string, { args: readonly string[]; prints: RegExp; code?: number }>> = {
  policy: { args: ['check', 'data/sandbox/policy.yaml'], prints: /no problem/ },
  call: { args: ['--list'], prints: /"id":"listInvoiceTransactions"/ },
  package: { args: ['steward.zip'], prints: /^steward\.zip: manifest\.json, .* \(\d+ bytes\)/ },
  'sandbox:playground': { args: ['bo'], prints: /"name": "Approvals"/ },
  audit: { args: ['verify'], prints: /complete, sealed from entry 1/ },
  database: { args: ['migrate', '--database', 'sqlite:new.db'], prints: /up to date|\d+ migrations?/ },
  doctor: { args: [], prints: /none fails/ },
  // The sandbox's story has access that was not given by Steward.
  reconcile: { args: [], prints: /eligibilities compared: \d+ differences/, code: 1 },
  'start:local': { args: ['--help'], prints: /^usage: npm start\n/ },
};
const SERVING = ['start', 'sandbox:vendor', 'sandbox:reset'];

const PACKAGE_SETTINGS = {
  ...{ TEAMS_APP_ID: 'b3f6d5f0-58a5-4a0b-9d1c-2f7f5c6f9a11', MicrosoftAppId: '5c1f0e8a-4a55-4c58-8f43-7b8e6a3a2b10' },
  ...{ DEVELOPER_NAME: 'Northwind', DEVELOPER_URL: 'https://northwind.example' },
  ...{ PRIVACY_URL: 'https://northwind.example/privacy', TERMS_URL: 'https://northwind.example/terms' },
};

/** Runs the line of a script as npm does, in the folder. */
const start = (
  script: string,
  args: readonly string[] = [],
  settings: Readonly<Record<string, string>> = {},
): StewardProcess =>
  startCommand('sh', ['-c', `${scripts[script]} "$@"`, 'sh', ...args], folder(), {
    PATH: `${join(ROOT, 'node_modules', '.bin')}:${process.env['PATH']}`,
    ...settings,
  });

it('each script of package.json that runs a program of src is tried', () => {
  const programs = Object.keys(scripts).filter((name) => scripts[name]?.includes(' src/'));
  expect(programs.filter((name) => name !== 'lint').sort()).toEqual([...Object.keys(ENDS), ...SERVING].sort());
});

it('each script of package.json that runs a program of src comes to its useful end, twice in one folder', async () => {
  symlinkSync(join(ROOT, 'src'), join(folder(), 'src'));
  writeFileSync(join(folder(), '.localConfigs'), '');
  const faults: string[] = [];
  const expectEnd = ({ code, output, errors }: Ended, name: string, prints: RegExp, wanted = 0): void => {
    if (code !== wanted || !prints.test(output)) faults.push(`${name}: ${code} ${output}${errors}`);
  };
  for (const time of ['first', 'second']) {
    const steward = start('start', [], anyPorts);
    const at = await addressesOf(steward);
    const port = (address: string): string => new URL(address).port;
    const ports = { PORT: port(at.bot), SANDBOX_TEAMS_PORT: port(at.teams), SANDBOX_VENDOR_PORT: port(at.vendor) };
    for (const [script, { args, prints, code }] of Object.entries(ENDS)) {
      const ended = await start(script, args, script === 'package' ? PACKAGE_SETTINGS : ports).ended;
      expectEnd(ended, `${time} ${script}`, prints, code);
    }
    expectEnd(await steward.stop(), `${time} start`, /Steward/);
    const vendor = start('sandbox:vendor', ['--port', '0', '--namespace', 'Vendor']);
    const [info = ''] = /http:\S+info/.exec(await vendor.printed('/__sandbox/info')) ?? [];
    if (!(await fetch(info)).ok) faults.push(`${time} sandbox:vendor does not answer`);
    expectEnd(await vendor.stop(), `${time} sandbox:vendor`, /http:/);
    expectEnd(await start('sandbox:reset').ended, `${time} sandbox:reset`, /is deleted/);
  }
  expect(faults).toEqual([]);
});
