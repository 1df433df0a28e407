import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileStamp, isMountedAlone, readPolicyFile } from '#policy/file/policy-file.ts';
import { createPolicyFolder, type PolicyFolder } from './policy-folder.ts';

let folder: PolicyFolder;

beforeEach(() => {
  folder = createPolicyFolder();
});

afterEach(() => folder.clear());

const problemOf = async (content?: string | Uint8Array) => {
  if (content !== undefined) folder.write(content);
  const reading = await readPolicyFile(folder.file);
  return reading.ok ? undefined : reading.problems[0];
};

test('a missing file is a problem that names the cause', async () => {
  expect(await problemOf()).toMatchObject({
    line: 1,
    message: 'there is no such file',
    remedy: expect.stringContaining('POLICY_FILE'),
  });
});

test('a folder in place of the file is a problem', async () => {
  mkdirSync(folder.file);
  expect(await problemOf()).toMatchObject({ line: 1, message: 'this is not a file' });
});

test.each(['', '  \n\n'])('an empty file (%j) is a problem', async (content) => {
  expect(await problemOf(content)).toMatchObject({ line: 1, message: 'the file is empty' });
});

test('text that is not UTF-8 is a problem at its first wrong byte', async () => {
  const latin1 = Buffer.from('people:\n  jose: { name: José }\n', 'latin1');
  expect(await problemOf(latin1)).toMatchObject({ line: 2, column: 20, message: 'this is not UTF-8 text' });
});

test('UTF-16 is a problem', async () => {
  expect(await problemOf(Buffer.from('\ufeffpeople: {}\n', 'utf16le'))).toMatchObject({ line: 1, column: 1 });
});

test('a file over 1 MB is a problem', async () => {
  expect(await problemOf(`#${'x'.repeat(1024 * 1024)}`)).toMatchObject({
    line: 1,
    message: 'the file is larger than 1 MB',
  });
});

test('a file of 1 MB is read', async () => {
  expect(await problemOf(`#${'x'.repeat(1024 * 1024 - 1)}`)).toBeUndefined();
});

test('a byte order mark of UTF-8 is no part of the text', async () => {
  folder.write('\ufeffpeople: {}\n');
  expect(await readPolicyFile(folder.file)).toEqual({ ok: true, text: 'people: {}\n' });
});

test('the stamp changes when the file is replaced', async () => {
  folder.write('people: {}\n');
  const before = await fileStamp(folder.file);
  folder.write('people: { }\n');
  expect(await fileStamp(folder.file)).not.toBe(before);
});

test('the stamp of a missing file is “none”', async () => {
  expect(await fileStamp(folder.file)).toBe('none');
});

test.each([
  ['the file', (file: string) => file, true],
  ['its folder', dirname, false],
])(
  'a policy file of which a container has %s mounted is known to be mounted alone or not',
  async (_name, mounted, expected) => {
    folder.write('people: {}');
    const mounts = join(dirname(folder.file), 'mountinfo');
    const point = realpathSync(mounted(folder.file)).replaceAll(' ', '\\040');
    writeFileSync(mounts, `22 1 0:20 / /proc rw - proc proc rw\n36 35 98:0 /host ${point} ro - ext4 /dev/sda1 rw\n`);
    expect(await isMountedAlone(folder.file, mounts)).toBe(expected);
  },
);

test('where the system lists no mounts, nothing is mounted alone', async () => {
  folder.write('people: {}');
  expect(await isMountedAlone(folder.file, join(dirname(folder.file), 'absent'))).toBe(false);
});
