import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { checkOutInto } from '../support/checkout.ts';
import { addressesOf, anyPorts, runProgram, startProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';
import { until } from '../support/until.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** What npm's scripts run, seen from src. */
const RUN = '../scripts/run';
const folder = folderPerTest();

const checkOut = (): string => checkOutInto(folder());

const help = (root: string) => runProgram(RUN, folder(), {}, ['main', '--help'], root);
const checkPolicy = (root: string) =>
  runProgram(RUN, folder(), {}, ['cli/policy', 'check', join(root, 'sandbox/policy.yaml')], root);
const usage = expect.stringMatching(/^usage: npm start\n/);

const bundlesIn = (root: string): string[] => (existsSync(join(root, 'build')) ? readdirSync(join(root, 'build')) : []);

/** Runs, and waits for the bundle that is written then. @returns what the run printed, and the bundles that are there then */
const runAndBundle = async (root: string, count: number, run = help) => {
  const before = bundlesIn(root);
  const { code, output, errors } = await run(root);
  const bundles = await until('the new bundle', async () => {
    const names = bundlesIn(root);
    const isWritten = names.some((name) => name.startsWith('programs-') && !before.includes(name));
    return isWritten && names.length === count && names;
  });
  return { code, output, errors, bundles };
};

it('npm start runs the sources of a new checkout, and the next start the bundle that the first has written', async () => {
  const root = checkOut();
  const { bundles, ...first } = await runAndBundle(root, 1);
  expect({ ...first, bundles }).toEqual({
    ...{ code: 0, output: usage, errors: '' },
    bundles: [expect.stringMatching(/^programs-[0-9a-f]{16}$/)],
  });
  const file = join(root, 'build', String(bundles[0]), 'main.js');
  writeFileSync(file, `process.stdout.write('from the bundle');${readFileSync(file, 'utf8')}`);
  const steward = startProgram(RUN, folder(), anyPorts, ['main'], root);
  const at = await addressesOf(steward);
  const ready = await (await fetch(`${at.bot}/readyz`)).json();
  const page = await (await fetch(`${at.teams}/`)).text();
  const { output, errors } = await steward.stop();
  expect({ ready, errors }).toEqual({ ready: { status: 'ready', mode: 'sandbox' }, errors: '' });
  expect(output).toContain('from the bundle');
  expect(page).toContain('<!doctype html>');
  expect(bundlesIn(root)).toEqual(bundles);
});

it('a command line prints the same from the source and from the bundle, which has every program of npm’s scripts', async () => {
  const root = checkOut();
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { bundles, ...first } = await runAndBundle(root, 1, checkPolicy);
  expect(first).toEqual({ code: 0, output: expect.stringMatching(/^policy\.yaml: .* no problem\n$/), errors: '' });
  expect(await checkPolicy(root)).toEqual(first);
  const programs = Object.values<string>(scripts).flatMap((script) => script.split('scripts/run.ts ').slice(1));
  const isMissing = (program: string): boolean => !existsSync(join(root, 'build', String(bundles[0]), `${program}.js`));
  expect(programs.filter(isMissing)).toEqual([]);
  expect(programs).toContain('cli/doctor');
});

it('npm start runs a source as it is after a change, and keeps three bundles', async () => {
  const root = checkOut();
  for (const name of ['programs-1', 'programs-2', 'programs-3'])
    mkdirSync(join(root, 'build', name), { recursive: true });
  for (const change of ['first change', 'second change']) {
    appendFileSync(join(root, 'src', 'main.ts'), `process.stdout.write('${change}');\n`);
    expect((await runAndBundle(root, 3)).output).toContain(change);
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

it('a command line of npm runs in the image, which has nothing to bundle with', async () => {
  const root = join(folder(), 'image');
  const stage =
    readFileSync(join(ROOT, 'Dockerfile'), 'utf8')
      .split(/^FROM /m)
      .at(-1) ?? '';
  const copied = [...stage.matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, files = '']) => files.split(' '));
  for (const file of copied) cpSync(join(ROOT, file), join(root, file), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(root, 'node_modules'));
  expect(await checkPolicy(root)).toEqual({ code: 0, output: expect.stringContaining('no problem'), errors: '' });
});
