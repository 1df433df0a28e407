import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

const run = (...args: string[]) =>
  spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts'), ...args],
    {
      encoding: 'utf8',
    },
  );

it.each([
  [['nothing'], 'which proof?'],
  [['crash', '--runs', 'many'], '--runs wants a number'],
])('%p is refused on stderr, with nothing on stdout', (args, words) => {
  const { status, stdout, stderr } = run(...args);
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain(words);
});
