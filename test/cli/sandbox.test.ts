import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { openDatabase } from '#platform/storage/database.ts';
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

const state = (...path: readonly string[]) => join(folder(), 'data', 'sandbox', ...path);
const reset = () => runProgram('cli/sandbox-reset', folder());

it('deletes the state, says so, and leaves the files beside it', async () => {
  mkdirSync(state(), { recursive: true });
  writeFileSync(state('policy.yaml'), 'people: {}');
  writeFileSync(join(folder(), 'data', 'steward.db'), '');
  await (await openDatabase(`sqlite:${state('steward.db')}`, {})).close();
  const { code, output } = await reset();
  expect([code, output, existsSync(state()), existsSync(join(folder(), 'data', 'steward.db'))]).toEqual([
    0,
    expect.stringContaining('./data/sandbox is deleted'),
    false,
    true,
  ]);
});

it('refuses while somebody has it open', async () => {
  const database = await openDatabase(`sqlite:${state('steward.db')}`, {});
  const { code, errors } = await reset();
  await database.close();
  expect([code, errors, existsSync(state('steward.db'))]).toEqual([1, expect.stringContaining('stop it first'), true]);
});

it('does nothing when there is none', async () => {
  expect(await reset()).toMatchObject({ code: 0, output: expect.stringContaining('nothing to delete') });
});
