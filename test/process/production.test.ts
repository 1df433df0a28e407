import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { coreSettings } from '../support/core-settings.ts';
import { copyImage } from '../support/image.ts';
import { startProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();
const shippedPolicy = join(import.meta.dirname, '../../sandbox/policy.yaml');

it('the bundle starts on its own core and with what the container has, says so, and drains', async () => {
  const image = join(folder(), 'image');
  mkdirSync(image);
  copyImage(image);
  const build = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(image, 'scripts', 'build.ts')],
    { encoding: 'utf8' },
  );
  expect([build.status, build.stderr]).toEqual([0, '']);
  const built = readdirSync(join(image, 'dist')).map((file) => readFileSync(join(image, 'dist', file), 'utf8'));
  // Packages have their async functions back (scripts/native-async.ts).
  expect(built.flatMap((code) => code.match(/__awaiter\w*\((?:this|void 0),.{0,80}/g) ?? [])).toEqual([]);
  copyFileSync(shippedPolicy, join(folder(), 'policy.yaml'));
  const settings = {
    ...coreSettings,
    NODE_ENV: 'production',
    HOST: '127.0.0.1',
    PORT: '0',
    POLICY_FILE: './policy.yaml',
  };
  const steward = startProgram('dist/main.js', folder(), settings, [], image);
  const port = /"port":(\d+)/.exec(await steward.printed('"state":"production"'))?.[1];
  const ready = await (await fetch(`http://127.0.0.1:${port}/readyz`)).json();
  const { code, output, errors } = await steward.stop();
  expect({
    code,
    ready,
    sandbox: existsSync(join(folder(), 'data', 'sandbox')),
    errors,
    sandboxCode: readdirSync(join(image, 'src', 'sandbox')),
    store: existsSync(join(folder(), 'data', 'steward.db')),
    secretShown: `${output}${errors}`.includes('canary'),
  }).toEqual({
    code: 0,
    ready: { status: 'ready', mode: 'production' },
    sandbox: false,
    errors: '',
    sandboxCode: ['folder.ts', 'world.ts'],
    store: true,
    secretShown: false,
  });
});
