import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { readConfig } from '#platform/config/config.ts';
import { identities } from '../../sandbox/cloud/identities.ts';
import { sandboxBot, tenantId } from '../../sandbox/world.ts';
import faults from '../fixtures/house/toolkit-faults.json' with { type: 'json' };
import { ROOT } from '../house/source.ts';
import { placeholdersOf } from './bicep.ts';
import { scriptsIn, stepsOf, toolkitFaults, variablesOf } from './toolkit-faults.ts';
import { toolkitFile } from './toolkit-file.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');
const project = read('m365agents.yml');
const local = read('m365agents.local.yml');
const dev = read('env/.env.dev');
const environments = { dev, local: read('env/.env.local'), playground: read('env/.env.playground') };

describe('the project files of the Microsoft 365 Agents Toolkit', () => {
  it.each([
    ['m365agents.yml', project, environments.dev],
    ['m365agents.local.yml', local, environments.local],
    ['m365agents.playground.yml', read('m365agents.playground.yml'), environments.playground],
  ])('%s conforms to its schema; its variables, files and scripts are there', (_file, yml, environment) => {
    expect(toolkitFaults(yml, environment)).toEqual([]);
  });

  it.each(faults)('$what is a fault', (one) => {
    const { from, to, fault } = one;
    const environment = one.environment === 'dev' ? 'dev' : 'local';
    const yml = { dev: project, local }[environment];
    expect(yml).toContain(from);
    expect(toolkitFaults(yml.replaceAll(from, to), environments[environment]).join('\n')).toContain(fault);
  });

  it('a variable that is missing in env/ is a fault', () => {
    expect(toolkitFaults(project, dev.replace('DEVELOPER_NAME=', ''))).toEqual(['script: no DEVELOPER_NAME']);
  });

  it('Visual Studio Code runs tasks and scripts that there are', () => {
    const { scripts } = JSON.parse(read('package.json'));
    const { tasks } = JSON.parse(read('.vscode/tasks.json'));
    const { configurations } = JSON.parse(read('.vscode/launch.json'));
    const labels: string[] = tasks.map(({ label }: { label: string }) => label);
    const begun = [...tasks, ...configurations].flatMap(({ dependsOn = [], preLaunchTask = [] }) =>
      [dependsOn, preLaunchTask].flat(),
    );
    const run = scriptsIn(read('.vscode/tasks.json'));
    expect(begun.length + run.length).toBeGreaterThan(10);
    expect(begun.filter((label) => !labels.includes(label))).toEqual([]);
    expect(run.filter((name) => scripts[name] === undefined)).toEqual([]);
  });

  it('install the Playground that the docs name', () => {
    const version = /version: (0[\d.]+)/.exec(read('m365agents.playground.yml'))?.[1];
    const documented = [...read('docs/tour.md').matchAll(/m365agentsplayground@([\d.]+)/g)].map(([, one]) => one);
    expect(new Set(documented)).toEqual(new Set([version]));
  });
});

describe('the environments of the toolkit', () => {
  it.each(Object.entries(environments))('%s has no secret, and names no policy that is not there', (_name, text) => {
    const variables = [...variablesOf(text)];
    const own = variables.filter(([name, value]) => name.startsWith('SECRET_') && !/^…/.test(value));
    expect(own).toEqual([]);
    expect(existsSync(join(ROOT, variablesOf(text).get('STEWARD_POLICY') ?? '.'))).toBe(true);
  });

  it('Git ignores the files of secrets', () => {
    expect(read('.gitignore').split('\n')).toEqual(expect.arrayContaining(['/env/.env.*.user', '/.localConfigs']));
  });
});

it('the local variant’s settings are whole, and lead to the vendor sandbox', () => {
  const values = new Map([
    ...variablesOf(environments.local),
    ['BOT_ID', '6d0f6f7e-3c0b-4c39-9a75-0f6f5d6f2a11'],
    ['BOT_TENANT_ID', '6d0f6f7e-3c0b-4c39-9a75-0f6f5d6f2a12'],
    ['SECRET_BOT_PASSWORD', 'of-the-test'],
  ]);
  const step = stepsOf(toolkitFile.parse(parse(local))).find(
    ({ uses }) => uses === 'file/createOrUpdateEnvironmentFile',
  );
  const envs = step?.uses === 'file/createOrUpdateEnvironmentFile' ? step.with.envs : {};
  const settings = Object.fromEntries(
    Object.entries(envs).map(([name, value]) => [
      name,
      placeholdersOf(String(value)).reduce(
        (text, placeholder) => text.replace(`\${{${placeholder}}}`, values.get(placeholder) ?? ''),
        String(value),
      ),
    ]),
  );
  const refusedIds = [tenantId, sandboxBot.appId, sandboxBot.appPassword];
  const [app] = identities;
  expect(readConfig(settings, { refusedIds })).toMatchObject({
    ok: true,
    config: {
      vendor: { management: { baseUrl: 'http://127.0.0.1:3980', credential: { clientId: app.clientId } } },
    },
  });
  expect(settings).toMatchObject({
    VENDOR_TOKEN_URL: expect.stringContaining(`/${tenantId}/oauth2/v2.0/token`),
    VENDOR_CLIENT_SECRET: app.clientSecret,
  });
});
