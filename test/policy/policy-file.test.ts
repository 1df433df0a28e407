import { mkdirSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileStamp, isMountedAlone, readPolicyFile } from '#policy/file/policy-file.ts';
import { accountsIn, checkPolicyFile, directoryGroupsIn, withPinned } from '#policy/file/read-policy.ts';
import { createPolicyFolder, type PolicyFolder } from './policy-folder.ts';
import { samplePolicy, sections } from './sample-policy.ts';

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

let printed: string[];

const check = (content?: string) => {
  folder = createPolicyFolder(content);
  printed = [];
  return checkPolicyFile(folder.file, sections, (line) => printed.push(line));
};

afterEach(() => folder.clear());

test('a policy without a problem gives exit code 0', async () => {
  expect(await check(samplePolicy)).toBe(0);
});

test('a policy without a problem gives one line with the counts of its entries', async () => {
  await check(samplePolicy);
  expect(printed).toEqual(['policy.yaml: 3 people, 2 groups, 2 places, 2 conversations, no problem']);
});

test('a broken policy gives exit code 1', async () => {
  expect(await check('guests: maybe\n')).toBe(1);
});

test('a broken policy gives a line for each problem', async () => {
  await check('guests: maybe\noperators: ops\n');
  expect(printed).toEqual([
    'policy.yaml:1:1 guests: "maybe" is not an accepted value → write one of: refuse, allow',
    'policy.yaml:2:1 operators: "ops" is not a key under conversations → add the conversation first',
  ]);
});

test('a missing file gives exit code 1', async () => {
  expect(await check()).toBe(1);
});

const text = `# People of payments.
people:
  ana: { account: Ana@northwind.example, name: Ana Rossi }   # joined in May
  bo:
    # The lead.
    account: bo@northwind.example
    email: bo@northwind.example
  cy: { id: c1c7c0de-3333-4c33-8c33-0c0c0c0c0c03, account: cy@northwind.example }
groups: { security: { entra: 9C8B7A60-5d4e-4f3a-8b2c-1d0e9f8a7b62 }, staff: [ana] }
`;

it('a policy’s accounts are found with and without an object id, and its groups of the directory', () => {
  expect(accountsIn(text).map(({ key, account, id }) => [key, account, id])).toEqual([
    ['ana', 'ana@northwind.example', undefined],
    ['bo', 'bo@northwind.example', undefined],
    ['cy', 'cy@northwind.example', 'c1c7c0de-3333-4c33-8c33-0c0c0c0c0c03'],
  ]);
  expect(directoryGroupsIn(text)).toEqual([{ name: 'security', id: '9c8b7a60-5d4e-4f3a-8b2c-1d0e9f8a7b62' }]);
});

it('writes an object id before each account, and keeps everything else as it is', () => {
  const pinned = withPinned(
    text,
    new Map([
      ['ana', 'A1'],
      ['bo', 'B2'],
    ]),
  );
  expect(pinned).toContain('  ana: { id: A1, account: Ana@northwind.example, name: Ana Rossi }   # joined in May\n');
  expect(pinned).toContain('    # The lead.\n    id: B2\n    account: bo@northwind.example\n');
  expect(pinned.replace('id: A1, ', '').replace('    id: B2\n', '')).toBe(text);
});
