import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { z } from 'zod';
import { type Node, ROOT, type Source, walk } from './source.ts';

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

/** Names of files, exports and types that hold a rejected word, as `name in file: word`. */
export const nameFaults = (source: Source, rejected: readonly RejectedWord[]): readonly string[] => {
  const { file } = source;
  const here = rejected.filter((one) => one.in === undefined || file.startsWith(`${one.in}/`));
  const names = new Set([
    posix.basename(file).replace(/(\.test)?(\.d)?\.ts$/, ''),
    ...exportsOf(source),
    ...typesOf(source),
  ]);
  return [...names].flatMap((name) => {
    const wrong = here.find(({ word }) => wordsOf(name).includes(word));
    return wrong === undefined ? [] : [`${name} in ${file}: ${wrong.word}`];
  });
};

/** The names that other files can import; of tests only the file's own name counts. */
const exportsOf = ({ file, tree }: Source): readonly string[] =>
  /^(src|sandbox\/(?!(test|browser)\/).*)\//.test(file)
    ? [...walk(tree)].flatMap(({ node }) => {
        if (node.type !== 'ExportDeclaration') return [];
        const declaration = node['declaration'] as Node;
        const declared = (declaration['declarations'] ?? [declaration]) as readonly Node[];
        return declared.flatMap(({ id, identifier }) =>
          String(((id ?? identifier) as Node | undefined)?.['value'] ?? ''),
        );
      })
    : [];

/** Types and interfaces of the product, those of one file too. */
const typesOf = ({ file, tree }: Source): readonly string[] =>
  file.startsWith('src/')
    ? [...walk(tree)].flatMap(({ node }) =>
        node.type === 'TsInterfaceDeclaration' || node.type === 'TsTypeAliasDeclaration'
          ? [String((node['id'] as Node)['value'])]
          : [],
      )
    : [];
