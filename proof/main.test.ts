import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { compiled } from '../test/support/compiled.ts';
import { proofList, proofs } from './proofs.ts';

const run = (...args: string[]) =>
  spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', join(import.meta.dirname, 'main.ts'), ...args],
    { encoding: 'utf8', env: { ...process.env, ...compiled } },
  );

it('an unknown proof is refused on stderr, with nothing on stdout', () => {
  const { status, stdout, stderr } = run('nothing');
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
  expect(stderr).toContain('which proof?');
});

it('docs/proof.md has every proof by all its names', () => {
  const page = readFileSync(join(import.meta.dirname, '../docs/proof.md'), 'utf8');
  const names = proofList().match(/(?<= )[a-z]+(?:[-/][a-z]+)*(?:-\d)?(?= )/g) ?? [];
  expect(names.length).toBeGreaterThan(proofs.length);
  expect(names.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

it('a run without a name lists every proof', () => {
  const { status, stdout } = run();
  expect(status).toBe(0);
  for (const { name } of proofs) expect(stdout).toMatch(new RegExp(` ${name} `));
  expect(stdout).toMatch(/^ {2}health\/rates +health-3 +\d+ runs$/m);
});

it.each(['billing-4', 'billing/filters'])('the closing line of a proof has the name that was given: %s', (name) => {
  expect(run(name, '--runs', '1', '--seed', '7').stdout).toBe(`${name}: runs 1, violations 0, seed 7\n`);
});

it('each numbered proof has one descriptive name', () => {
  const numbered = proofs.filter(({ name }) => /-\d$/.test(name));
  const listed = proofList().match(/^ {2}\S+\/\S+ +\S+-\d /gm) ?? [];
  expect([listed.length, new Set(listed).size]).toEqual([numbered.length, numbered.length]);
});
