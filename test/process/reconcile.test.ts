import { join } from 'node:path';
import { cloud, people } from '../../sandbox/world.ts';
import { type Addresses, addressesOf, anyPorts, runProgram, startProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();

const post = async (url: string, body: unknown): Promise<unknown> => {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
  const said = await answer.text();
  expect([answer.status, said]).toEqual([200, said]);
  return JSON.parse(said);
};

/** The sandbox of a running Steward, and the command line beside it with the same settings. */
const withSandbox = async (use: (at: Addresses, reconcile: (...args: string[]) => Reconciled) => Promise<void>) => {
  const steward = startProgram('main', folder(), anyPorts);
  try {
    const at = await addressesOf(steward);
    const settings = {
      ...anyPorts,
      SANDBOX_TEAMS_PORT: new URL(at.teams).port,
      SANDBOX_VENDOR_PORT: new URL(at.vendor).port,
    };
    await use(at, (...args) => runProgram('cli/reconcile', folder(), settings, args));
  } finally {
    await steward.stop();
  }
};
type Reconciled = ReturnType<typeof runProgram>;

const scope = `/subscriptions/${cloud.subscriptions.staging.id}`;

it('a grant made outside Steward is named with its remedy until it is removed, and no token is printed', async () => {
  await withSandbox(async (at, reconcile) => {
    const before = JSON.parse((await reconcile('--json')).output);
    const grant = { principal: people.di.objectId, role: cloud.roles.reader.id, scope, days: 5 };
    const made = (await post(`${at.vendor}/__sandbox/eligibilities`, grant)) as { id: string };
    const { code, output } = await reconcile();
    expect(code).toBe(1);
    expect(output).toContain('Made outside Steward: Di Meyer, Reader on Payments Staging');
    expect(output).toContain(`→ “remove access reader on staging of ${people.di.objectId}”`);
    const info = (await (await fetch(`${at.vendor}/__sandbox/info`)).json()) as { tokens: { app: string } };
    expect(output).not.toContain(info.tokens.app);

    await post(`${at.vendor}/__sandbox/eligibilities/remove`, { id: made.id });
    const after = await reconcile('--json');
    expect([after.code, JSON.parse(after.output)]).toEqual([1, before]);
  });
});

it('a place that cannot be read is named, and is never no difference', async () => {
  await withSandbox(async (at, reconcile) => {
    const forbidden = {
      operation: 'listEligibilitySchedules',
      kind: 'refuse',
      status: 403,
      code: 'AuthorizationFailed',
    };
    await post(`${at.vendor}/__sandbox/faults`, forbidden);
    const { code, output } = await reconcile();
    expect(code).toBe(1);
    expect(output).toContain('Payments Production could not be read: nothing is known of it. (AuthorizationFailed)');
    expect(output).toContain('0 eligibilities compared: nothing differs; 2 places could not be read.');
  });
});

it('without a database it says so and fails', async () => {
  const { code, errors } = await runProgram('cli/reconcile', folder(), anyPorts);
  expect(code).toBe(1);
  expect(errors).not.toBe('');
  expect(errors).not.toContain(join(folder(), 'node_modules'));
});
