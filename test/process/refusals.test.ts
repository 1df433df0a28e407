import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreSettings } from '../support/core-settings.ts';
import { anyPorts, runProgram, takePort } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();
const shippedPolicy = join(import.meta.dirname, '../../sandbox/policy.yaml');

describe('a taken port ends the start with 1; the message names it and the settings of the ports', () => {
  it.each(['PORT', 'SANDBOX_TEAMS_PORT', 'SANDBOX_VENDOR_PORT'])('%s', async (setting) => {
    const { port, free } = await takePort();
    const { code, errors } = await runProgram('main', folder(), { ...anyPorts, [setting]: port });
    await free();
    expect([code, errors]).toEqual([1, expect.stringMatching(new RegExp(`port ${port} .*taken[^]*${setting}=`))]);
  });
});

it('a broken policy ends the start with 1, its line and its remedy', async () => {
  const state = join(folder(), 'data', 'sandbox');
  mkdirSync(state, { recursive: true });
  writeFileSync(join(state, 'policy.yaml'), 'people: {}\ncolour: red\n');
  const { code, errors } = await runProgram('main', folder(), anyPorts);
  expect([code, errors]).toEqual([1, expect.stringMatching(/^ *policy\.yaml:2:1 colour: .+ → .+$/m)]);
});

it('a database that does not answer ends the start with 1 and a reason, without its address', async () => {
  const { port, free } = await takePort();
  await free();
  copyFileSync(shippedPolicy, join(folder(), 'policy.yaml'));
  const address = `postgres://canary:canary@127.0.0.1:${port}/canary`;
  const { code, errors } = await runProgram('main', folder(), {
    ...coreSettings,
    POLICY_FILE: './policy.yaml',
    DATABASE_URL: address,
  });
  expect([code, errors]).toEqual([1, 'Steward could not start: the database cannot be opened (ECONNREFUSED)\n']);
});
