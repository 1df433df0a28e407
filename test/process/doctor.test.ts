import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Finding } from '#cli/doctor/report.ts';
import { readConfig } from '#platform/config/config.ts';
import { Secret } from '#platform/lib/secret.ts';
import { ROOT } from '../house/source.ts';
import type { Asked } from '../support/sandbox-cloud.ts';
import { addressesOf, anyPorts, runProgram, startProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';
import type { Breakage } from './doctor-breakage.ts';
import { breakages } from './doctor-breakages.ts';
import { refusals } from './doctor-refusals.ts';
import { type DoctorWorld, type Settings, startDoctorWorld } from './doctor-world.ts';

const folder = folderPerTest();
let world: DoctorWorld;
beforeAll(async () => {
  world = await startDoctorWorld();
});
afterAll(() => world.stop());

it('in the sandbox at the addresses of the public cloud every check passes, beside a running Steward', async () => {
  world.cloud.answer();
  const { code, output, errors } = await world.doctor();
  expect([code, errors, output.match(/^(FAILS|not checked).*/gm)]).toEqual([0, '', null]);
  expect(output).toContain('\nOf 41 checks none fails.\n');
});

it('beside no sandbox, or one on other ports, it says so once for each of its ports, and what to do', async () => {
  const ports = { SANDBOX_TEAMS_PORT: '4498', SANDBOX_VENDOR_PORT: '4499', NODE_EXTRA_CA_CERTS: '/nowhere.pem' };
  const { code, output } = await runProgram('cli/doctor', folder(), ports);
  const away = (port: number): string =>
    `FAILS        Host 127.0.0.1:${port}: nothing listens at 127.0.0.1:${port} → run “npm start”; if the sandbox runs on other ports, give the doctor the same PORT, SANDBOX_TEAMS_PORT and SANDBOX_VENDOR_PORT.`;
  expect(code).toBe(1);
  expect(output.match(/^FAILS +Host.*/gm)).toEqual([away(4498), away(4499)]);
  expect(output).toContain(`Policy: there is no ${join(folder(), 'data/sandbox/policy.yaml')} → run “npm start”`);
  expect(output.match(/^not checked.*/gm)).toEqual([
    'not checked  what builds on “Host 127.0.0.1:4498”: Clock, Keys of Teams’ requests, Sign-in to Teams.',
    expect.stringMatching(/^not checked {2}what builds on “Host 127.0.0.1:4499”: /),
    expect.stringMatching(/^not checked {2}what builds on “Policy”: /),
  ]);
});

it('whoever reads only the beginning, as head does, sees no trace', async () => {
  const doctor = startProgram('cli/doctor', folder(), {}, []);
  await doctor.printed('Settings');
  doctor.deafen();
  expect(await doctor.ended).toMatchObject({ errors: '' });
});

it('without settings of production it looks at the sandbox of npm start: every check passes', async () => {
  const steward = startProgram('main', folder(), anyPorts);
  const { teams, vendor } = await addressesOf(steward);
  const ports = { SANDBOX_TEAMS_PORT: new URL(teams).port, SANDBOX_VENDOR_PORT: new URL(vendor).port };
  const { code, output } = await runProgram('cli/doctor', folder(), ports);
  await steward.stop();
  expect([code, output.match(/^(FAILS|not checked|look).*/gm), output.split('\n').at(-2)]).toEqual([
    0,
    null,
    expect.stringMatching(/^Of \d+ checks none fails\.$/),
  ]);
});

const seenIn = (findings: readonly Finding[]): Pick<Breakage, 'fails' | 'unchecked'> => {
  const unchecked = Map.groupBy(
    findings.filter(({ state }) => state === 'unchecked'),
    ({ needs = '' }) => needs,
  );
  return {
    fails: findings
      .filter(({ state }) => state === 'fails')
      .map(({ check, text }) => `${check}: ${text.replaceAll(world.folder, '/FOLDER')}`),
    unchecked: Object.fromEntries([...unchecked].map(([checked, all]) => [checked, all.map(({ check }) => check)])),
  };
};

it.each(Object.entries({ ...breakages, ...refusals }))(
  '%s: the report says so, what to do, and what builds on it, and shows no secret',
  async (_name, { own = {}, instead, aheadMs, fails, unchecked = {} }) => {
    const changed = typeof own === 'function' ? await own(world) : own;
    world.cloud.answer(instead, aheadMs);
    // Node reads the authorities when it starts.
    const findings = 'NODE_EXTRA_CA_CERTS' in changed ? await reportOf(changed) : await world.findings(changed);
    expect(seenIn(findings)).toEqual({ fails, unchecked });
    expect(secrets().filter((secret) => JSON.stringify(findings).includes(secret))).toEqual([]);
  },
);

const reportOf = async (own: Settings): Promise<readonly Finding[]> => {
  const { output } = await world.doctor(['--json', '--timeout', '5'], own);
  return (JSON.parse(output) as { readonly findings: readonly Finding[] }).findings;
};

/** The values of all secret settings, and what stands in each other one that this test makes up. */
const secrets = (): readonly string[] => {
  const read = readConfig(world.settings, { refusedIds: [] });
  const { databaseUrl, ...rest } = { databaseUrl: undefined, ...(read.ok ? read.config : {}) };
  const found = secretsBelow(rest);
  expect(found).toHaveLength(5);
  return [...found, 'canary'];
};

const secretsBelow = (value: unknown): readonly string[] => {
  if (value instanceof Secret) return [value.reveal()];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(secretsBelow) : [];
};

it('nothing is written: every request only reads, and no file comes, goes or changes', async () => {
  world.cloud.answer();
  const own = await world.copy();
  const before = contentsOf(world.folder);
  const { code, output } = await world.doctor([], own);
  const writing = world.cloud.asked.filter(({ method }) => method !== 'GET').map(lineOf);
  expect([code, output]).toEqual([0, expect.stringContaining('Database: the file opens')]);
  expect(contentsOf(world.folder)).toEqual(before);
  expect([...new Set(writing)].toSorted()).toEqual([
    'POST /listSourceShareSynchronizationSettings',
    'POST /listSynchronizations',
    'POST /token',
    'POST /translate [{"Text":""}]',
  ]);
});

/** The last word of the path; of a translation also what is translated. */
const lineOf = ({ method, path, body }: Asked): string => {
  const last = /\/[^/?]+(?=\?|$)/.exec(path)?.[0];
  return [method, last, ...(last === '/translate' ? [body] : [])].join(' ');
};

/** All files but those of the Steward that runs. */
const contentsOf = (place: string): Readonly<Record<string, string>> =>
  Object.fromEntries(
    readdirSync(place, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => join(parentPath, name))
      .filter((file) => !file.startsWith(join(place, 'steward.db')))
      .map((file) => [file, readFileSync(file, 'base64')]),
  );

it('a failing check ends with exit code 1, and its lines are those of the page about setting up', async () => {
  world.cloud.answer(breakages['the bot’s secret has expired']?.instead);
  const { code, output } = await world.doctor();
  const sample = sampleIn('docs/deploy.md').split('\n');
  const printed = output.split('\n').filter((line) => sample.includes(line));
  expect([code, printed]).toEqual([1, sample.filter((line) => line !== '…')]);
});

/** What the page shows below the command. */
const sampleIn = (page: string): string =>
  /```\n\$ npm run -s doctor\n([\s\S]*?)```/.exec(readFileSync(join(ROOT, page), 'utf8'))?.[1] ?? '';

it('for programs the report is one JSON value', async () => {
  world.cloud.answer();
  const { code, output } = await world.doctor(['--json']);
  expect([code, JSON.parse(output)]).toEqual([
    0,
    { ok: true, findings: expect.arrayContaining([expect.objectContaining({ check: 'Proxy', state: 'works' })]) },
  ]);
});

it.each([[['--colour']], [['--timeout', 'soon']], [['everything']]])('%s is refused with the usage', async (args) => {
  const { code, output, errors } = await world.doctor(args);
  expect([code, output, errors]).toEqual([1, '', 'usage: npm run -s doctor -- [--json] [--timeout SECONDS]\n']);
});
