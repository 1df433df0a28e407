import { execFileSync } from 'node:child_process';
import { globSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildImage, startInImage } from '../support/image.ts';
import { type Ended, type StartProgram, startCommand } from '../support/steward-process.ts';
import { type DoctorWorld, startDoctorWorld } from './doctor-world.ts';
import { startInNetwork } from './network.ts';

const folder = mkdtempSync(join(tmpdir(), 'steward-image-'));
let image: string;
let start: StartProgram;
let world: DoctorWorld;
beforeAll(async () => {
  image = buildImage(folder);
  start = startInImage(image);
  world = await startDoctorWorld(start);
});
afterAll(async () => {
  await world.stop();
  execFileSync('chmod', ['-R', 'u+w', folder]);
  rmSync(folder, { recursive: true });
});

const run = (program: string, ...args: readonly string[]): Promise<Ended> =>
  start(program, folder, { ...world.settings, ...PACKAGE_SETTINGS }, args).ended;

const PACKAGE_SETTINGS = {
  ...{ TEAMS_APP_ID: 'b3f6d5f0-58a5-4a0b-9d1c-2f7f5c6f9a11', DEVELOPER_NAME: 'Northwind' },
  DEVELOPER_URL: 'https://northwind.example',
  ...{ PRIVACY_URL: 'https://northwind.example/privacy', TERMS_URL: 'https://northwind.example/terms' },
};

it('the image has programs and the files that they read, but no packages, sources, sandbox or links', () => {
  const entries = readdirSync(image, { recursive: true, withFileTypes: true });
  const folders = readdirSync(image, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual(['cards', 'manifest', 'packages', 'src']);
  expect(entries.filter(({ name }) => /^node_modules$|^sandbox|\.ts$/.test(name))).toEqual([]);
  expect(entries.filter((entry) => !entry.isFile() && !entry.isDirectory())).toEqual([]);
  expect(globSync('packages/*/*', { cwd: image }).sort()).toEqual([
    'packages/@microsoft/app-manifest',
    'packages/@microsoft/teams-js',
  ]);
});

it.each([
  ['cli/doctor', [], /\nOf 41 checks none fails\.\n/, 0],
  ['cli/reconcile', [], /eligibilities compared: \d+ differences/, 1],
  ['cli/audit', ['verify'], /complete, sealed from entry 1/, 0],
  ['cli/database', ['migrate'], /up to date/, 0],
  ['cli/call', ['--list'], /"id":"listInvoiceTransactions"/, 0],
  ['cli/policy', ['check', 'POLICY'], /no problem/, 0],
  ['cli/package', ['ZIP'], /steward\.zip: manifest\.json, .* \(\d+ bytes\)/, 0],
] as const)('%s comes to its useful end in the image', async (program, args, words, code) => {
  world.cloud.answer();
  const files: Record<string, string> = { POLICY: join(world.folder, 'policy.yaml'), ZIP: join(folder, 'steward.zip') };
  const ended = await run(program, ...args.map((arg) => files[arg] ?? arg));
  expect(ended).toEqual({ code, output: expect.stringMatching(words), errors: '' });
});

it('npm runs a command line in the image by the name that the documents say', async () => {
  const PATH = `${join(process.execPath, '..')}:${process.env['PATH']}`;
  const npm = startCommand('npm', ['run', '-s', 'call', '--', '--list'], image, { PATH, HOME: folder });
  expect(await npm.ended).toMatchObject({ code: 0, output: expect.stringContaining('"id":"listInvoiceTransactions"') });
});

it('the image has the thread for documents', async () => {
  const program =
    "new (require('node:worker_threads').Worker)('./worker.js').once('message', (word) => { console.log(word); process.exit(); })";
  expect(await startCommand(process.execPath, ['-e', program], image).ended).toEqual({
    ...{ code: 0, output: 'ready\n', errors: '' },
  });
});

it('the bot of the image can write nothing but its data, is ready, answers with a card, and drains', async () => {
  const [teams, channelKeys] = ['smba.trafficmanager.net', 'login.botframework.com'];
  const hosts = [channelKeys, 'login.microsoftonline.com', teams, 'management.azure.com'];
  const data = mkdtempSync(join(folder, 'data-'));
  const own = { DATABASE_URL: `sqlite:${join(data, 'steward.db')}`, SECRETS_DIR: data };
  const settings = { ...own, CLOUD: 'public', PUBLIC_URL: 'https://steward.example' };
  const { cloud, url, write, stop } = await startInNetwork(data, { hosts, settings }, start);
  const ready = await (await fetch(`${url}/readyz`)).json();
  const script = await fetch(`${url}/sign-in/teams.js`);
  await write('help', { issuer: 'https://api.botframework.com', serviceUrl: `https://${teams}/teams/` });
  const answer = `https://${teams}/teams/v3/conversations/a%3Aana/activities`;
  await cloud.arrived(`POST ${answer}`);
  const { code, output, errors } = await stop();
  expect({ code, ready, script: script.status, errors }).toEqual({
    ...{ code: 0, ready: { status: 'ready', mode: 'production' }, script: 200, errors: '' },
  });
  expect(cloud.requests.find(({ address }) => address === answer)?.body).toContain('AdaptiveCard');
  expect(`${output}${errors}`).not.toMatch(/canary|not warmed|"level":"error"/);
});
