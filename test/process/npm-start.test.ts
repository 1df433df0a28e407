import { appendFileSync, cpSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { addressesOf, anyPorts, runProgram, startProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** The program of `npm start`, seen from src. */
const START = '../scripts/start';
const folder = folderPerTest();

/** A checkout of its own; each package is a link, so that a test can take one away. */
const checkOut = (): string => {
  const root = join(folder(), 'checkout');
  mkdirSync(join(root, 'node_modules'), { recursive: true });
  for (const name of ['package.json', 'package-lock.json', 'src', 'scripts', 'cards', 'manifest', 'tsconfig.json'])
    cpSync(join(ROOT, name), join(root, name), { recursive: true, preserveTimestamps: true });
  for (const name of readdirSync(join(ROOT, 'node_modules')))
    symlinkSync(join(ROOT, 'node_modules', name), join(root, 'node_modules', name));
  return root;
};

const help = (root: string) => runProgram(START, folder(), {}, ['--help'], root);
const bundlesIn = (root: string): string[] => readdirSync(join(root, 'build'));
const usage = expect.stringMatching(/^usage: npm start\n/);

it('npm start runs the sandbox from a bundle, and the next start from the same', async () => {
  const root = checkOut();
  const steward = startProgram(START, folder(), anyPorts, [], root);
  const at = await addressesOf(steward);
  const ready = await (await fetch(`${at.bot}/readyz`)).json();
  const page = await (await fetch(`${at.teams}/`)).text();
  const { errors } = await steward.stop();
  const written = bundlesIn(root);
  expect({ ready, errors, written }).toEqual({
    ready: { status: 'ready', mode: 'sandbox' },
    errors: expect.stringMatching(/^Bundling the sources.*\n$/),
    written: [expect.stringMatching(/^start-[0-9a-f]{16}$/)],
  });
  expect(page).toContain('<!doctype html>');
  expect(await help(root)).toEqual({ code: 0, output: usage, errors: '' });
  expect(bundlesIn(root)).toEqual(written);
});

it('npm start runs a source as it is after a change, and keeps three bundles', async () => {
  const root = checkOut();
  for (const name of ['start-1', 'start-2', 'start-3']) mkdirSync(join(root, 'build', name), { recursive: true });
  for (const change of ['first change', 'second change']) {
    appendFileSync(join(root, 'src', 'main.ts'), `process.stdout.write('${change}');\n`);
    expect((await help(root)).output).toContain(change);
  }
  expect(bundlesIn(root)).toHaveLength(3);
});

it.each([
  ['the packages for development', (root: string) => rmSync(join(root, 'node_modules', 'esbuild'))],
  ['a folder that it may write', (root: string) => symlinkSync('/dev/null', join(root, 'build'))],
])('without %s npm start runs the sources', async (_name, take) => {
  const root = checkOut();
  take(root);
  // Had it been bundled, it would have said so.
  expect(await help(root)).toEqual({ code: 0, output: usage, errors: '' });
});
