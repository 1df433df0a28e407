import { copyFileSync, existsSync, mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { coreSettings } from '../support/core-settings.ts';
import { copyImage } from '../support/image.ts';
import { startProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();
const shippedPolicy = join(import.meta.dirname, '../../src/sandbox/policy.yaml');

it('production starts on its own core and with what the container has, says so, and drains', async () => {
  const image = join(folder(), 'image');
  mkdirSync(image);
  copyImage(image);
  copyFileSync(shippedPolicy, join(folder(), 'policy.yaml'));
  const settings = {
    ...coreSettings,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    POLICY_FILE: './policy.yaml',
  };
  const steward = startProgram('main', folder(), settings, [], image);
  const port = /"port":(\d+)/.exec(await steward.printed('"state":"production"'))?.[1];
  const ready = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
  const { code, output, errors } = await steward.stop();
  expect({
    code,
    ready,
    sandbox: existsSync(join(folder(), 'data', 'sandbox')),
    sandboxCode: readdirSync(join(image, 'src', 'sandbox')),
    store: existsSync(join(folder(), 'data', 'steward.db')),
    secretShown: `${output}${errors}`.includes('canary'),
  }).toEqual({
    code: 0,
    ready: { status: 'ready', mode: 'production' },
    sandbox: false,
    sandboxCode: ['folder.ts', 'world.ts'],
    store: true,
    secretShown: false,
  });
});
