import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretFolder } from '../../src/vendor/secret-folder.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();
const read = async (name: string): Promise<string | undefined> => {
  const secrets = join(folder(), 'secrets');
  return (await createSecretFolder(secrets)(name))?.reveal();
};

beforeEach(() => {
  mkdirSync(join(folder(), 'secrets', 'below'), { recursive: true });
  writeFileSync(join(folder(), 'secrets', 'registry-pull'), 'p4ss word\n');
  writeFileSync(join(folder(), 'outside'), 'never');
});

it('a secret is what its file holds, without the line end that editors add', async () => {
  expect(await read('registry-pull')).toBe('p4ss word');
});

it.each(['nobody', '../outside', '..', '.', '', 'below', 'below/../registry-pull', '/etc/hostname', 'registry-pull\0'])(
  '%j is none',
  async (name) => {
    expect(await read(name)).toBeUndefined();
  },
);

it('a link is not followed, wherever it leads', async () => {
  symlinkSync(join(folder(), 'outside'), join(folder(), 'secrets', 'link'));
  symlinkSync(join(folder(), 'secrets', 'registry-pull'), join(folder(), 'secrets', 'own'));
  expect([await read('link'), await read('own')]).toEqual([undefined, undefined]);
});

it('an empty file and one that is far too long are none', async () => {
  writeFileSync(join(folder(), 'secrets', 'empty'), '\n');
  writeFileSync(join(folder(), 'secrets', 'huge'), 'x'.repeat(70_000));
  expect([await read('empty'), await read('huge')]).toEqual([undefined, undefined]);
});

it('a folder that is not there holds none', async () => {
  expect(await createSecretFolder(join(folder(), 'nowhere'))('registry-pull')).toBeUndefined();
});
