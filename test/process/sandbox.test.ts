import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type Addresses,
  addressesOf,
  anyPorts,
  type StewardProcess,
  startProgram,
} from '../support/steward-process.ts';

const folder = mkdtempSync(join(tmpdir(), 'steward-sandbox-'));
let steward: StewardProcess;
let at: Addresses;

beforeAll(async () => {
  steward = startProgram('main', folder, { ...anyPorts, LOG_LEVEL: 'info' });
  at = await addressesOf(steward);
});
afterAll(async () => {
  await steward.stop();
  rmSync(folder, { recursive: true });
});

/** What stands below the working folder, with its rights. */
const rights = (): Record<string, string> => {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return Object.fromEntries(paths.map((path) => [path, (statSync(join(folder, path)).mode & 0o777).toString(8)]));
};

it.each([
  ['/healthz', { status: 'ok' }],
  ['/readyz', { status: 'ready', mode: 'sandbox' }],
])('%s answers once the banner stands', async (path, body) => {
  const answer = await fetch(`${at.bot}${path}`);
  expect([answer.status, await answer.json()]).toEqual([200, body]);
});

it('the chat page stands at the address that the banner names', async () => {
  expect(await (await fetch(`${at.teams}/`)).text()).toContain('<!doctype html>');
});

it('the vendor sandbox stands at the address that the banner names', async () => {
  const info = await fetch(`${at.vendor}/__sandbox/info`);
  expect(await info.json()).toMatchObject({ namespace: 'Vendor' });
});

it.each([
  ['without a token', {}, 401],
  ['with a wrong one', { authorization: 'Bearer not.a.token' }, 403],
])('a message %s is refused', async (_name, headers, status) => {
  const body = JSON.stringify({ type: 'message' });
  const request = { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body };
  expect((await fetch(`${at.bot}/api/messages`, request)).status).toBe(status);
});

it('keeps its state below data/sandbox, for its owner alone', () => {
  const files = ['policy.yaml', 'steward.db', 'steward.log', 'teams.db', 'vendor.db'];
  const found = rights();
  expect(found).toMatchObject({
    data: '700',
    'data/sandbox': '700',
    ...Object.fromEntries(files.map((name) => [`data/sandbox/${name}`, '600'])),
  });
  expect(Object.values(found).filter((mode) => !['600', '700'].includes(mode))).toEqual([]);
});

it('prints one line while it starts, then the banner, which names the log; no JSON', async () => {
  const output = await steward.printed('sandbox:reset');
  expect(output).toMatch(/^Starting the sandbox …\n\n {2}SANDBOX: /);
  expect(output).toMatch(/ Log +data\/sandbox\/steward\.log\n/);
  expect(output).not.toContain('{"level"');
});

it('logs JSON lines to the file that the banner names', () => {
  const lines = readFileSync(join(folder, 'data/sandbox/steward.log'), 'utf8').trim().split('\n');
  expect(lines.map((line) => JSON.parse(line).msg)).toContain('audit.key-made');
});

it('a changed policy gets one line below the banner: the problem, then that it is in force', async () => {
  const file = join(folder, 'data/sandbox/policy.yaml');
  const policy = readFileSync(file, 'utf8');
  writeFileSync(file, `${policy}\ncolour: red\n`);
  await steward.printed('of the policy; the previous one stays in force.');
  writeFileSync(file, `${policy}\n# The same policy, with a comment.\n`);
  await steward.printed('The changed policy is in force.');
});

it('ends with 0 on SIGTERM, and a second start knows what was said and asked', async () => {
  await say(personal, 'request role contributor on payments for 2 days because of the failed payouts');
  await seen(personal, /For how long/);
  await say(personal, 'send');
  const ref = await seen(personal, /R-[A-Z0-9]{4,}/);
  const { code } = await steward.stop();
  steward = startProgram('main', folder, { ...anyPorts, ...portsOf(at) });
  await addressesOf(steward);
  await say(general, '@Steward my requests');
  expect([code, await seen(personal, new RegExp(ref)), await seen(general, new RegExp(ref))]).toEqual([0, ref, ref]);
});

const general = '19:general-payments@thread.tacv2';
const personal = 'a:sandbox-ana';

const portsOf = ({ bot, teams, vendor }: Addresses) => ({
  PORT: new URL(bot).port,
  SANDBOX_TEAMS_PORT: new URL(teams).port,
  SANDBOX_VENDOR_PORT: new URL(vendor).port,
});

/** Ana speaks, as the chat page would send it. */
const say = async (conversation: string, text: string): Promise<void> => {
  const body = JSON.stringify({ as: 'ana', conversation, text });
  const headers = { 'content-type': 'application/json' };
  expect((await fetch(`${at.teams}/api/messages`, { method: 'POST', headers, body })).status).toBe(200);
};

/** What Steward's newest cards say that fits, looked for until it stands there. */
const seen = async (conversation: string, words: RegExp): Promise<string> => {
  const query = new URLSearchParams({ as: 'ana', conversation });
  for (;;) {
    const messages = (await (await fetch(`${at.teams}/api/messages?${query}`)).json()) as { from: { kind: string } }[];
    const found = words.exec(JSON.stringify(messages.filter(({ from }) => from.kind === 'bot')));
    if (found) return found[0];
    await sleep(50);
  }
};
