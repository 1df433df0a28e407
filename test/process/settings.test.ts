import { readdirSync } from 'node:fs';
import { coreSettings } from '../support/core-settings.ts';
import { runProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();

it('a broken configuration ends with 1, names all that is missing and wrong, shows no value, and leaves nothing behind', async () => {
  const { POLICY_FILE, VENDOR_CLIENT_ID, ...core } = coreSettings;
  const settings = { ...core, MicrosoftAppId: 'canary', LOG_LEVEL: 'canary', TRANSLATOR_REGION: 'canary' };
  const { code, output, errors } = await runProgram('main', folder(), settings);
  const told = (what: string) =>
    [...errors.matchAll(new RegExp(`^ *(\\w+) is ${what}: `, 'gm'))].map(([, name]) => name).sort();
  expect({ code, missing: told('missing'), wrong: told('wrong'), left: readdirSync(folder()) }).toEqual({
    code: 1,
    missing: ['POLICY_FILE', 'TRANSLATOR_BASE_URL', 'TRANSLATOR_KEY', 'VENDOR_CLIENT_ID'],
    wrong: ['LOG_LEVEL', 'MicrosoftAppId'],
    left: [],
  });
  expect(`${output}${errors}`).not.toContain('canary');
});
