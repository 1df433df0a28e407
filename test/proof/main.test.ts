import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { compiled } from '../support/compiled.ts';

const run = (...args: string[]) =>
  spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts'), ...args],
    { encoding: 'utf8', env: { ...process.env, ...compiled } },
  );

it('a proof that nobody knows is refused on stderr, with nothing on stdout', () => {
  const { status, stdout, stderr } = run('nothing');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('which proof?');
});
