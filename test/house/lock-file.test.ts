import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { nodeFlags } from '../support/node-flags.ts';
import { filesBelow } from './source.ts';

interface Locked {
  readonly resolved?: string;
  readonly integrity?: string;
  readonly link?: boolean;
  readonly hasInstallScript?: boolean;
}

const text = (name: string): string => readFileSync(join(import.meta.dirname, '../..', name), 'utf8');
const read = (name: string): unknown => JSON.parse(text(name));
const { packages } = read('package-lock.json') as { packages: Readonly<Record<string, Locked>> };
const [root, sandbox, proof] = ['', 'sandbox/', 'proof/'].map(
  (folder) => read(`${folder}package.json`) as Record<string, Record<string, string>>,
);
const { allowScripts, dependencies } = root ?? {};
/** Without the project itself and its workspaces. */
const installed = Object.entries(packages).filter(([path, { link }]) => path.startsWith('node_modules/') && !link);

it('the lock file names no registry: each machine asks its own', () => {
  expect(installed.filter(([, { resolved }]) => resolved !== undefined)).toEqual([]);
});

it('the lock file holds the digest of each package', () => {
  expect(installed.filter(([, { integrity }]) => integrity === undefined)).toEqual([]);
});

it('the Node binary, which no lock file holds, has the digest of the package for its platform', () => {
  const digests = (read('test/fixtures/node-binaries.json') as Record<string, Record<string, string>>)[
    dependencies?.['node'] ?? ''
  ];
  expect(digests).toHaveProperty('linux-x64');
  const platform = `${process.platform}-${process.arch}`;
  const binary = readFileSync(join(import.meta.dirname, '../../node_modules/node/bin/node'));
  const digest = createHash('sha256').update(binary).digest('hex');
  // Of other platforms nobody has looked a digest up.
  expect({ ...digests, [platform]: digests?.[platform] ?? digest }).toMatchObject({ [platform]: digest });
});

it('each install script is allowed or refused by name', () => {
  const names = installed
    .filter(([, { hasInstallScript }]) => hasInstallScript)
    .map(([path]) => path.split('node_modules/').at(-1));
  expect(names.filter((name) => allowScripts?.[name ?? ''] === undefined)).toEqual([]);
});

it('the container is built on the Node that the tests run on', () => {
  expect(text('Dockerfile')).toContain(`\nARG NODE_IMAGE=node:${dependencies?.['node']}-slim\n`);
});

it('the container starts Node as npm does', () => {
  const command = /^CMD (.+)$/m.exec(text('Dockerfile'))?.[1] ?? '[]';
  expect(JSON.parse(command)).toEqual(['node', ...nodeFlags, 'main.js']);
});

it('dependencies are the packages that programs of src load, Node, and what the sign-in page loads', () => {
  const loads = /^(?!import type).*(?:from |import\(|require\(|url\)\()'((?:@[\w-]+\/)?\w[\w-]*)(?:\/\S*)?'/gm;
  const sources = filesBelow('src', '.ts').map(text);
  const loaded = sources.flatMap((code) => [...code.matchAll(loads)].map(([, name = '']) => name));
  const all = new Set([...loaded, 'node', '@microsoft/teams-js']);
  expect(Object.keys(dependencies ?? {}).sort()).toEqual([...all].sort());
});

it('every package is named with its exact version', () => {
  const versions = [root, sandbox, proof].flatMap((one) =>
    Object.entries({ ...one?.['dependencies'], ...one?.['devDependencies'] }),
  );
  expect(versions.length).toBeGreaterThan(50);
  expect(versions.filter(([, version]) => !/^\d+\.\d+\.\d+$/.test(version))).toEqual([]);
});
