import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();
const shippedPolicy = join(import.meta.dirname, '../../src/sandbox/policy.yaml');
const policy = (...args: readonly string[]) => runProgram('cli/policy', folder(), {}, args);

it('the shipped policy has no problem, its sections included', async () => {
  expect(await policy('check', shippedPolicy)).toMatchObject({
    code: 0,
    output: expect.stringContaining('no problem'),
  });
});

it('a problem is told with its line and its remedy', async () => {
  writeFileSync(join(folder(), 'mine.yaml'), 'people: {}\nchanges:\n  answerWithin: soon\n');
  const { code, output } = await policy('check', 'mine.yaml');
  expect([code, output]).toEqual([1, expect.stringMatching(/^mine\.yaml:3:\d+ changes\.answerWithin: .+ → .+$/m)]);
});

it.each([[[]], [['check']], [['chek', 'policy.yaml']], [['check', 'a.yaml', 'b.yaml']]])(
  '%j tells the usage and ends with 1',
  async (args) => {
    expect(await policy(...args)).toMatchObject({ code: 1, errors: expect.stringContaining('policy -- check FILE') });
  },
);
