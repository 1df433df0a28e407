import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { ROOT } from '../house/source.ts';
import { placeholdersOf, readBicep } from './bicep.ts';
import { type ToolkitFile, type ToolkitStep, toolkitFile } from './toolkit-file.ts';

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8');

/** Variables with a value in an environment file, and the secrets that its comments ask for. */
export const variablesOf = (environment: string): ReadonlyMap<string, string> =>
  new Map(
    [...environment.matchAll(/^(?:# +(?=SECRET_))?(\w+)=(.*)$/gm)].map(([, name = '', value = '']) => [name, value]),
  );

/** All that is wrong with a project file of the toolkit beside its environment file; `[]` for nothing. */
export const toolkitFaults = (yml: string, environment: string): readonly string[] => {
  const file = toolkitFile.safeParse(parse(yml));
  if (!file.success) return file.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  const known = new Set(variablesOf(environment).keys());
  const made = new Set<string>();
  return stepsOf(file.data).flatMap((step) => {
    const missing = [...readsOf(step)].filter((name) => !known.has(name)).map((name) => `${step.uses}: no ${name}`);
    const absent = filesOf(step).filter((path) => !made.has(path) && !existsSync(join(ROOT, path)));
    for (const name of writesOf(step)) known.add(name);
    for (const path of makesOf(step)) made.add(path);
    return [...missing, ...absent.map((path) => `${step.uses}: no file ${path}`), ...unknownScripts(step)];
  });
};

export const stepsOf = ({ provision, deploy, publish }: ToolkitFile): readonly ToolkitStep[] => [
  ...provision,
  ...deploy,
  ...publish,
];

/** Variables that a step needs, those of its parameter files included. */
const readsOf = (step: ToolkitStep): ReadonlySet<string> => {
  const parameters = step.uses === 'arm/deploy' ? step.with.templates.map(({ parameters: file }) => file) : [];
  const files = parameters.filter((file) => file !== undefined && existsSync(join(ROOT, file)));
  return new Set([JSON.stringify(step.with), ...files.map((file) => read(file ?? ''))].flatMap(placeholdersOf));
};

/** Variables that a step leaves behind for those after it: a deployment's outputs in capitals, a script's by a line of its own. */
const writesOf = (step: ToolkitStep): readonly string[] => {
  if (step.uses === 'script')
    return [...step.with.run.matchAll(/::set-teamsfx-env (\w+)=/g)].map(([, name = '']) => name);
  if (step.uses === 'arm/deploy')
    return step.with.templates
      .filter(({ path }) => existsSync(join(ROOT, path)))
      .flatMap(({ path }) => readBicep(path).outputs.map((name) => name.toUpperCase()));
  return 'writeToEnvironmentFile' in step
    ? Object.values(step.writeToEnvironmentFile).filter((name) => name !== undefined)
    : [];
};

const filesOf = (step: ToolkitStep): readonly string[] => {
  if (step.uses === 'arm/deploy')
    return step.with.templates.flatMap(({ path, parameters }) => (parameters ? [path, parameters] : [path]));
  return 'appPackagePath' in step.with ? [step.with.appPackagePath] : [];
};

const makesOf = (step: ToolkitStep): readonly string[] =>
  step.uses === 'script' ? [...step.with.run.matchAll(/npm run package -- (\S+)/g)].map(([, path]) => `./${path}`) : [];

const unknownScripts = (step: ToolkitStep): readonly string[] => {
  const { scripts } = JSON.parse(read('package.json'));
  return scriptsIn(JSON.stringify(step.with))
    .filter((name) => scripts[name] === undefined)
    .map((name) => `${step.uses}: no script ${name}`);
};

/** The npm scripts that a text runs. */
export const scriptsIn = (text: string): string[] =>
  [...text.matchAll(/npm (?:run (?:-s )?)([\w:]+)/g)].map(([, name = '']) => name);
