import { checkPolicyFile } from '#policy/file/check-file.ts';
import { createPolicyFolder, type PolicyFolder } from './policy-folder.ts';
import { samplePolicy, sections } from './sample-policy.ts';

let folder: PolicyFolder;
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
