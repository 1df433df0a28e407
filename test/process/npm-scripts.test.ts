import { readFileSync, rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { bundleFolder } from '../../scripts/bundle-folder.ts';
import { checkOutInto } from '../support/checkout.ts';
import { bundleForNpm } from '../support/npm-bundle.ts';
import { addressesOf, anyPorts, type Ended, startProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
const folder = folderPerTest();

// Some forty processes, one after the other.
jest.setTimeout(900_000);

/** Starts a program of npm's scripts. */
type Start = (program: string, args: readonly string[], settings?: Readonly<Record<string, string>>) => StartedProgram;
type StartedProgram = ReturnType<typeof startProgram>;

/** What a program prints at its useful end, by its name in package.json; those that serve are stopped. */
const ENDS: Readonly<Record<string, { args: readonly string[]; prints: RegExp; code?: number }>> = {
  'cli/policy': { args: ['check', 'data/sandbox/policy.yaml'], prints: /no problem/ },
  'cli/call': { args: ['--list'], prints: /"id":"listInvoiceTransactions"/ },
  'cli/package': { args: ['steward.zip'], prints: /^steward\.zip: manifest\.json, .* \(\d+ bytes\)/ },
  'cli/sandbox-playground': { args: ['bo'], prints: /"name": "Approvals"/ },
  'cli/audit': { args: ['verify'], prints: /complete, sealed from entry 1/ },
  'cli/database': { args: ['migrate', '--database', 'sqlite:new.db'], prints: /up to date|\d+ migrations?/ },
  'cli/doctor': { args: [], prints: /none fails/ },
  // The sandbox's story has access that was not given by Steward.
  'cli/reconcile': { args: [], prints: /eligibilities compared: \d+ differences/, code: 1 },
};

const PACKAGE_SETTINGS = {
  ...{ TEAMS_APP_ID: 'b3f6d5f0-58a5-4a0b-9d1c-2f7f5c6f9a11', MicrosoftAppId: '5c1f0e8a-4a55-4c58-8f43-7b8e6a3a2b10' },
  ...{ DEVELOPER_NAME: 'Northwind', DEVELOPER_URL: 'https://northwind.example' },
  ...{ PRIVACY_URL: 'https://northwind.example/privacy', TERMS_URL: 'https://northwind.example/terms' },
};

/** Each program in the sandbox of one folder, twice. @returns what did not come to its useful end, with what it said */
const faultsOf = async (start: Start): Promise<readonly string[]> => {
  const faults: string[] = [];
  const expectEnd = ({ code, output, errors }: Ended, name: string, prints: RegExp, wanted: number): void => {
    if (code !== wanted || !prints.test(output)) faults.push(`${name}: ${code} ${output}${errors}`);
  };
  for (const time of ['first', 'second']) {
    const steward = start('main', [], anyPorts);
    const at = await addressesOf(steward);
    const port = (address: string): string => new URL(address).port;
    const ports = { PORT: port(at.bot), SANDBOX_TEAMS_PORT: port(at.teams), SANDBOX_VENDOR_PORT: port(at.vendor) };
    for (const [program, { args, prints, code = 0 }] of Object.entries(ENDS)) {
      const ended = await start(program, args, program === 'cli/package' ? PACKAGE_SETTINGS : ports).ended;
      expectEnd(ended, `${time} ${program}`, prints, code);
    }
    expectEnd(await steward.stop(), `${time} main`, /Steward/, 0);
    const vendor = start('cli/sandbox-vendor', ['--port', '0', '--namespace', 'Vendor']);
    const [info = ''] = /http:\S+info/.exec(await vendor.printed('/__sandbox/info')) ?? [];
    if (!(await fetch(info)).ok) faults.push(`${time} cli/sandbox-vendor does not answer`);
    expectEnd(await vendor.stop(), `${time} cli/sandbox-vendor`, /http:/, 0);
    expectEnd(await start('cli/sandbox-reset', []).ended, `${time} cli/sandbox-reset`, /is deleted/, 0);
  }
  return faults;
};

it('every program of npm’s scripts is tried', () => {
  const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const programs = Object.values<string>(scripts).flatMap((script) => /run\.ts (\S+)/.exec(script)?.[1] ?? []);
  const tried = [...Object.keys(ENDS), 'main', 'cli/sandbox-vendor', 'cli/sandbox-reset'];
  expect(programs.sort()).toEqual(tried.sort());
});

it('every program of npm’s scripts comes to its useful end twice from the source', async () => {
  const root = checkOutInto(folder());
  // Without it no start writes a bundle.
  rmSync(join(root, 'node_modules', 'esbuild'));
  const start: Start = (program, args, settings) =>
    startProgram('../scripts/run', folder(), settings, [program, ...args], root);
  expect(await faultsOf(start)).toEqual([]);
});

it('every program of npm’s scripts comes to its useful end twice from the bundle', async () => {
  bundleForNpm();
  const bundle = relative(ROOT, bundleFolder(ROOT));
  const start: Start = (program, args, settings) =>
    startProgram(join(bundle, `${program}.js`), folder(), settings, args);
  expect(await faultsOf(start)).toEqual([]);
});
