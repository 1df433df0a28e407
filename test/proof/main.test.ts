import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiled } from '../support/compiled.ts';

const run = (...args: string[]) =>
  spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts'), ...args],
    { encoding: 'utf8', env: { ...process.env, ...compiled } },
  );

const { status, stdout, stderr } = run('nothing');
const [, names = ''] = /NAME: (.*)/.exec(stderr) ?? [];

it('an unknown proof is refused on stderr, with nothing on stdout', () => {
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('which proof?');
});

it('a numbered proof also has a descriptive name', () => {
  const numbered = names.split(', ').filter((name) => /-\d$/.test(name));
  const descriptive = names.split(', ').filter((name) => name.includes('/'));
  expect(numbered.length).toBeGreaterThan(20);
  expect(descriptive).toHaveLength(numbered.length);
});

it('docs/proof.md describes every proof by all its names', () => {
  const page = readFileSync(join(import.meta.dirname, '../../docs/proof.md'), 'utf8');
  expect(names.split(', ').filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});
