import { policyCommand } from '../../src/cli/policy.ts';
import { createPolicyFolder } from './policy-folder.ts';
import { samplePolicy, sections } from './sample-policy.ts';

test('"check FILE" checks the file', async () => {
  const folder = createPolicyFolder(samplePolicy);
  const code = await policyCommand(['check', folder.file], sections, () => undefined);
  folder.clear();
  expect(code).toBe(0);
});

test.each([[[]], [['check']], [['chek', 'policy.yaml']], [['check', 'a.yaml', 'b.yaml']]])(
  '%j tells the usage and ends with 1',
  async (args) => {
    const printed: string[] = [];
    const code = await policyCommand(args, sections, (line) => printed.push(line));
    expect([code, printed]).toEqual([1, ['policy check FILE']]);
  },
);
