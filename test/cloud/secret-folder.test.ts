import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createSecretFolder } from '#cloud/services/secret-folder.ts';
import { createLogger, silentLog } from '#platform/lib/logger.ts';
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

it('a secret is the content of its file without the last line end', async () => {
  expect(await read('registry-pull')).toBe('p4ss word');
});

it.each(['nobody', '../outside', '..', '.', '', 'below', 'below/../registry-pull', '/etc/hostname', 'registry-pull\0'])(
  'the name %j has no secret',
  async (name) => {
    expect(await read(name)).toBeUndefined();
  },
);

it.each(['steward.audit-key', 'Steward.Audit-Key', 'by-another-name'])(
  "the name %j does not read the audit's key in the folder",
  async (name) => {
    for (const file of ['steward.audit-key', 'Steward.Audit-Key'])
      writeFileSync(join(folder(), 'secrets', file), 'the key of the audit');
    symlinkSync('steward.audit-key', join(folder(), 'secrets', 'by-another-name'));
    expect(await read(name)).toBeUndefined();
  },
);

it('a link to a file of the folder is followed, as for a mounted secret of Kubernetes', async () => {
  mkdirSync(join(folder(), 'secrets', '..2026_11_22'));
  writeFileSync(join(folder(), 'secrets', '..2026_11_22', 'mounted'), 'from the cluster');
  symlinkSync('..2026_11_22', join(folder(), 'secrets', '..data'));
  symlinkSync(join('..data', 'mounted'), join(folder(), 'secrets', 'mounted'));
  expect(await read('mounted')).toBe('from the cluster');
});

it('the folder may be a link', async () => {
  symlinkSync(join(folder(), 'secrets'), join(folder(), 'link'));
  expect((await createSecretFolder(join(folder(), 'link'), silentLog)('registry-pull'))?.reveal()).toBe('p4ss word');
});

it.each([
  ['leads out of the folder', () => symlinkSync(join(folder(), 'outside'), join(folder(), 'secrets', 'odd')), 'ELOOP'],
  ['leads into itself', () => symlinkSync('odd', join(folder(), 'secrets', 'odd')), 'ELOOP'],
  [
    'leads to a folder with a similar name',
    () => {
      mkdirSync(join(folder(), 'secrets-old'));
      writeFileSync(join(folder(), 'secrets-old', 'odd'), 'never');
      symlinkSync(join('..', 'secrets-old', 'odd'), join(folder(), 'secrets', 'odd'));
    },
    'ELOOP',
  ],
])('a link that %s is an unreadable secret, and is logged without its content', async (_what, make, code) => {
  make();
  await expect(read('odd')).rejects.toMatchObject({ code: 'Vendor.SecretUnreadable', arrived: 'no', target: 'odd' });
  expect(logged.map((line) => JSON.parse(line))).toEqual([expect.objectContaining({ code, file: 'odd' })]);
  expect(logged.join()).not.toContain('never');
});

it('an empty file and a far too long file have no secret', async () => {
  writeFileSync(join(folder(), 'secrets', 'empty'), '\n');
  writeFileSync(join(folder(), 'secrets', 'huge'), 'x'.repeat(70_000));
  expect([await read('empty'), await read('huge')]).toEqual([undefined, undefined]);
});

it('a missing folder has no secrets', async () => {
  expect(await createSecretFolder(join(folder(), 'nowhere'), silentLog)('registry-pull')).toBeUndefined();
});
