import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { coreSettings } from '../support/core-settings.ts';
import { addressesOf, anyPorts, type StewardProcess, startProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const folder = folderPerTest();
const shippedPolicy = join(import.meta.dirname, '../../sandbox/policy.yaml');
const general = '19:general-payments@thread.tacv2';
const places = [general, ...['ana', 'bo', 'cy', 'di', 'fi'].map((person) => `a:sandbox-${person}`)];

const started: StewardProcess[] = [];
const start = (settings: Readonly<Record<string, string>>): StewardProcess => {
  const steward = startProgram('main', folder(), settings);
  started.push(steward);
  return steward;
};
afterEach(() => Promise.all(started.splice(0).map((steward) => steward.stop())));

/** Waits for a file that the start-up writes. */
const written = (name: string): Promise<void> => until(name, () => existsSync(join(folder(), 'data', 'sandbox', name)));

/** Waits for a text in the log of the sandbox. */
const logged = async (text: string): Promise<void> => {
  await written('steward.log');
  const file = join(folder(), 'data', 'sandbox', 'steward.log');
  await until(text, () => readFileSync(file, 'utf8').includes(text));
};

/** How often the bot has spoken in a place. */
const spokenIn = async (teams: string, conversation: string): Promise<number> => {
  const as = conversation === general ? 'ana' : conversation.slice('a:sandbox-'.length);
  const query = new URLSearchParams({ as, conversation });
  const messages = (await (await fetch(`${teams}/api/messages?${query}`)).json()) as { from: { kind: string } }[];
  return messages.filter(({ from }) => from.kind === 'bot').length;
};

describe('SIGTERM during start-up ends the process with 0', () => {
  it.each<[moment: string, reached: () => Promise<unknown>]>([
    ['when the vendor sandbox opens its store', () => written('vendor.db')],
    ['when the bot opens its store', () => written('steward.db')],
    ['when the port has opened', () => logged('"msg":"ready"')],
  ])('%s, and after the next start each conversation has its one welcome', async (_moment, reached) => {
    const steward = start({ ...anyPorts, LOG_LEVEL: 'info' });
    await reached();
    expect(await steward.stop()).toMatchObject({ code: 0, errors: '' });
    const { teams } = await addressesOf(start(anyPorts));
    const spoken = () => Promise.all(places.map((place) => spokenIn(teams, place)));
    await until('a welcome in each place', async () => !(await spoken()).includes(0));
    expect(await spoken()).toEqual(places.map(() => 1));
  });

  it('while the database does not answer', async () => {
    copyFileSync(shippedPolicy, join(folder(), 'policy.yaml'));
    const asked = Promise.withResolvers<void>();
    const silent = createServer((socket) => asked.resolve(void socket.resume()));
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const steward = start({
      ...coreSettings,
      POLICY_FILE: './policy.yaml',
      DATABASE_URL: `postgres://127.0.0.1:${typeof address === 'object' && address?.port}/steward`,
    });
    await asked.promise;
    const ended = await steward.stop();
    await new Promise((resolve) => silent.close(resolve));
    expect(ended).toMatchObject({ code: 0, errors: '' });
  });
});
