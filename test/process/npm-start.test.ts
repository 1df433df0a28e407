import { appendFileSync, cpSync, existsSync, mkdirSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { addressesOf, anyPorts, runProgram, startProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

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
const usage = expect.stringMatching(/^usage: npm start\n/);

const bundlesIn = (root: string): string[] => (existsSync(join(root, 'build')) ? readdirSync(join(root, 'build')) : []);

/** Starts, and waits for the bundle that is written meanwhile. @returns what the start printed, and the bundles that are there then */
const startAndBundle = async (root: string, count: number) => {
  const before = bundlesIn(root);
  const { code, output, errors } = await help(root);
  const bundles = await until('the new bundle', async () => {
    const names = bundlesIn(root);
    const isWritten = names.some((name) => name.startsWith('start-') && !before.includes(name));
    return isWritten && names.length === count && names;
  });
  return { code, output, errors, bundles };
};

it('npm start runs the sources of a new checkout, and the next start a bundle that was written meanwhile', async () => {
  const root = checkOut();
  const { bundles, ...first } = await startAndBundle(root, 1);
  expect({ ...first, bundles }).toEqual({
    ...{ code: 0, output: usage, errors: '' },
    bundles: [expect.stringMatching(/^start-[0-9a-f]{16}$/)],
  });
  appendFileSync(join(root, 'build', String(bundles[0]), 'main.js'), "process.stdout.write('from the bundle');\n");
  const steward = startProgram(START, folder(), anyPorts, [], root);
  const at = await addressesOf(steward);
  const ready = await (await fetch(`${at.bot}/readyz`)).json();
  const page = await (await fetch(`${at.teams}/`)).text();
  const { output, errors } = await steward.stop();
  expect({ ready, errors }).toEqual({ ready: { status: 'ready', mode: 'sandbox' }, errors: '' });
  expect(output).toContain('from the bundle');
  expect(page).toContain('<!doctype html>');
  expect(bundlesIn(root)).toEqual(bundles);
});

it('npm start runs a source as it is after a change, and keeps three bundles', async () => {
  const root = checkOut();
  for (const name of ['start-1', 'start-2', 'start-3']) mkdirSync(join(root, 'build', name), { recursive: true });
  for (const change of ['first change', 'second change']) {
    appendFileSync(join(root, 'src', 'main.ts'), `process.stdout.write('${change}');\n`);
    expect((await startAndBundle(root, 3)).output).toContain(change);
    expect((await help(root)).output).toContain(change);
  }
});

it.each([
  ['the packages for development', (root: string) => rmSync(join(root, 'node_modules', 'esbuild'))],
  ['a folder that it may write', (root: string) => symlinkSync('/dev/null', join(root, 'build'))],
])('npm start without %s runs the sources', async (_name, take) => {
  const root = checkOut();
  take(root);
  expect(await help(root)).toEqual({ code: 0, output: usage, errors: '' });
});
