import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { identifier, ROOT, type Source, walk } from './source.ts';

const rejectedWord = z.strictObject({
  word: z.string(),
  /** Rejected below this folder only. */
  in: z.string().optional(),
  /** What to write instead. */
  write: z.string(),
});

/** A word that names no thing of the field. */
type RejectedWord = z.infer<typeof rejectedWord>;

export const rejectedWords = (): readonly RejectedWord[] =>
  z.array(rejectedWord).parse(JSON.parse(readFileSync(join(ROOT, 'test/house/rejected-names.json'), 'utf8')));

/** `pruneTold`, `told-event` and `TOLD_FOR_MS` → their words in lower case. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Names of a file and of everything that it declares that hold a rejected word, as `name in file: word`. */
export const nameFaults = (source: Source, rejected: readonly RejectedWord[]): readonly string[] => {
  const { file } = source;
  const here = rejected.filter((one) => one.in === undefined || file.startsWith(`${one.in}/`));
  const own = posix.basename(file).replace(/(\.test)?(\.d)?\.ts$/, '');
  const names = new Set([own, ...(CHECKED.test(file) ? declaredNames(source) : [])]);
  return [...names].flatMap((name) => {
    const wrong = here.find(({ word }) => wordsOf(name).includes(word));
    return wrong === undefined ? [] : [`${name} in ${file}: ${wrong.word}`];
  });
};

/** Here every declared name is checked; of tests and proofs the file's own name only. */
const CHECKED = /^(src|sandbox\/(?!(test|browser)\/).*)\//;

/** Functions, classes and types, and the variables of the module itself; of the sandbox those that other files can import. */
const declaredNames = ({ file, tree }: Source): readonly string[] =>
  [...walk(tree)].flatMap(({ node, above }) => {
    if (!file.startsWith('src/') && !above.some(({ type }) => type === 'ExportDeclaration')) return [];
    if (node.type === 'VariableDeclarator' && above.some(({ type = '' }) => SCOPES.has(type))) return [];
    const name = NAMED.has(node.type ?? '') ? identifier(node['id'] ?? node['identifier']) : undefined;
    return name === undefined ? [] : [name];
  });

const NAMED = new Set([
  'VariableDeclarator',
  'FunctionDeclaration',
  'ClassDeclaration',
  'TsInterfaceDeclaration',
  'TsTypeAliasDeclaration',
]);

/** What is declared inside these is local. */
const SCOPES = new Set([
  'ArrowFunctionExpression',
  'FunctionDeclaration',
  'FunctionExpression',
  'ClassMethod',
  'Constructor',
  'MethodProperty',
  'PrivateMethod',
]);
