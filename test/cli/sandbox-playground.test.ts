import { parse } from 'yaml';
import { playgroundConfiguration } from '../../sandbox/teams/playground/configuration.ts';
import { people } from '../../sandbox/world.ts';
import { runProgram } from '../support/steward-process.ts';
import { folderPerTest } from '../support/temp-folder.ts';

const folder = folderPerTest();
const configOf = (...args: readonly string[]) => runProgram('cli/sandbox-playground', folder(), {}, args);

it('prints the Playground’s configuration with another person as its user', async () => {
  const { code, output } = await configOf('bo');
  expect({ code, config: parse(output) }).toEqual({ code: 0, config: playgroundConfiguration(people.bo) });
});

it.each([[[]], [['nobody']], [['bo', 'cy']]])('%j tells the usage and ends with 1', async (args) => {
  expect(await configOf(...args)).toMatchObject({ code: 1, output: '', errors: expect.stringContaining('ana|bo|cy') });
});
