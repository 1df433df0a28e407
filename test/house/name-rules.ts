import { readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { type Node, ROOT, type Source, walk } from './source.ts';

/** A word that names no thing of the field. Rejected below `folder` only, where that is not empty. */
export interface RejectedWord {
  readonly word: string;
  readonly folder: string;
}

const ROW = /^\| `([a-z]+)` \| (?:`([a-z/-]+)`)? *\|/gm;

/** The table at the end of docs/glossary.md. */
export const rejectedWords = (): readonly RejectedWord[] => {
  const [, table = ''] = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8').split('## Rejected words');
  return [...table.matchAll(ROW)].map(([, word = '', folder = '']) => ({ word, folder }));
};

/** `pruneTold`, `told-event` and `TOLD_FOR_MS` → their words in lower case. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/([A-Z])([A-Z][a-z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);

/** Names of files and of exports that hold a rejected word, as `name in file: word`. */
export const nameFaults = (source: Source, rejected: readonly RejectedWord[]): readonly string[] => {
  const { file } = source;
  const here = rejected.filter(({ folder }) => folder === '' || file.startsWith(`${folder}/`));
  const names = [posix.basename(file).replace(/(\.test)?(\.d)?\.ts$/, ''), ...exportsOf(source)];
  return names.flatMap((name) => {
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
