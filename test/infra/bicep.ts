import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../house/source.ts';

interface BicepParameter {
  readonly name: string;
  readonly secure: boolean;
  readonly required: boolean;
}

interface BicepModule {
  readonly name: string;
  readonly file: string;
  /** What its parameters are given, as expressions. */
  readonly given: Readonly<Record<string, string>>;
}

/** As much of a Bicep file as can be told without its compiler, which no package registry has. */
interface BicepFile {
  readonly text: string;
  readonly parameters: readonly BicepParameter[];
  readonly outputs: readonly string[];
  /** Names of parameters, variables, resources and modules. */
  readonly declared: readonly string[];
  readonly modules: readonly BicepModule[];
  /** Namespaces of resource providers, as `Microsoft.App`. */
  readonly providers: readonly string[];
}

const allOf = (text: string, pattern: RegExp): string[][] => [...text.matchAll(pattern)].map((match) => [...match]);

export const readBicep = (file: string): BicepFile => {
  const text = readFileSync(join(ROOT, file), 'utf8').replace(/^ *\/\/.*\n/gm, '');
  return {
    text,
    parameters: allOf(text, /((?:^@.*\n)*)^param (\w+) \w+( =)?/gm).map(([, decorators = '', name = '', standard]) => ({
      name,
      secure: decorators.includes('@secure()'),
      required: standard === undefined,
    })),
    outputs: allOf(text, /^output (\w+) /gm).map(([, name = '']) => name),
    declared: allOf(text, /^(?:param|var|resource|module) (\w+) /gm).map(([, name = '']) => name),
    modules: allOf(text, /^module (\w+) '([^']+)' = \{\n(?: .*\n)*? {2}params: \{\n((?: {4}.*\n)*)/gm).map(
      ([, name = '', path = '', block = '']) => ({
        name,
        file: join(file, '..', path),
        given: Object.fromEntries(allOf(block, /^ {4}(\w+): (.+)$/gm).map(([, to = '', value = '']) => [to, value])),
      }),
    ),
    providers: [...new Set(allOf(text, /^ *resource \w+ '(Microsoft\.\w+)\//gm).map(([, name = '']) => name))],
  };
};

/** The placeholders `${{NAME}}` of the toolkit. */
export const placeholdersOf = (text: string): string[] =>
  allOf(text, /\$\{\{\s*(\w+)\s*\}\}/g).map(([, name = '']) => name);
