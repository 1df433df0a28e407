import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretFolder } from '../../src/api/services/secret-folder.ts';
import { createLogger, silentLog } from '../../src/lib/logger.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();
const logged: string[] = [];
const log = createLogger('debug', { write: (line: string) => void logged.push(line) });
const read = async (name: string): Promise<string | undefined> => {
  const secrets = join(folder(), 'secrets');
  return (await createSecretFolder(secrets, log)(name))?.reveal();
};

beforeEach(() => {
  logged.length = 0;
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

it.each(['steward.audit-key', 'Steward.Audit-Key', 'by-another-name'])(
  "%j does not lead to the audit's key, though it is in the folder",
  async (name) => {
    for (const file of ['steward.audit-key', 'Steward.Audit-Key'])
      writeFileSync(join(folder(), 'secrets', file), 'the key of the audit');
    symlinkSync('steward.audit-key', join(folder(), 'secrets', 'by-another-name'));
    expect(await read(name)).toBeUndefined();
  },
);

it('a link is followed to a file of the folder, as a mounted secret of Kubernetes is one', async () => {
  mkdirSync(join(folder(), 'secrets', '..2026_11_22'));
  writeFileSync(join(folder(), 'secrets', '..2026_11_22', 'mounted'), 'from the cluster');
  symlinkSync('..2026_11_22', join(folder(), 'secrets', '..data'));
  symlinkSync(join('..data', 'mounted'), join(folder(), 'secrets', 'mounted'));
  expect(await read('mounted')).toBe('from the cluster');
});

it('a folder that is itself a link is a folder', async () => {
  symlinkSync(join(folder(), 'secrets'), join(folder(), 'link'));
  expect((await createSecretFolder(join(folder(), 'link'), silentLog)('registry-pull'))?.reveal()).toBe('p4ss word');
});

it.each([
  ['leads out of the folder', () => symlinkSync(join(folder(), 'outside'), join(folder(), 'secrets', 'odd')), 'ELOOP'],
  ['leads into itself', () => symlinkSync('odd', join(folder(), 'secrets', 'odd')), 'ELOOP'],
  [
    'leads to a folder beside that is called alike',
    () => {
      mkdirSync(join(folder(), 'secrets-old'));
      writeFileSync(join(folder(), 'secrets-old', 'odd'), 'never');
      symlinkSync(join('..', 'secrets-old', 'odd'), join(folder(), 'secrets', 'odd'));
    },
    'ELOOP',
  ],
])('what %s is said to be there and unreadable, and logged without what it holds', async (_what, make, code) => {
  make();
  await expect(read('odd')).rejects.toMatchObject({ code: 'Vendor.SecretUnreadable', arrived: 'no', target: 'odd' });
  expect(logged.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ code, file: 'odd' })]);
  expect(logged.join()).not.toContain('never');
});

it('an empty file and one that is far too long are none', async () => {
  writeFileSync(join(folder(), 'secrets', 'empty'), '\n');
  writeFileSync(join(folder(), 'secrets', 'huge'), 'x'.repeat(70_000));
  expect([await read('empty'), await read('huge')]).toEqual([undefined, undefined]);
});

it('a folder that is not there holds none', async () => {
  expect(await createSecretFolder(join(folder(), 'nowhere'), silentLog)('registry-pull')).toBeUndefined();
});
