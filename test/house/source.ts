import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseSync } from '@swc/core';

/** A node of the syntax tree, as loose as a walk needs it. */
export interface Node {
  readonly type?: string;
  readonly [name: string]: unknown;
}

export interface Import {
  readonly from: string;
  /** Nothing of it is left when the types are stripped. */
  readonly typeOnly: boolean;
  /** The names taken; `*` for all of them. */
  readonly names: readonly string[];
}

export interface Source {
  /** From the root of the project, with slashes. */
  readonly file: string;
  readonly text: string;
  readonly tree: Node;
}

export const ROOT = join(import.meta.dirname, '..', '..');

/** Parses one file; also made-up ones, which show that a rule bites. */
export const parseSource = (file: string, text: string): Source => {
  const tree = parseSync(text, { syntax: 'typescript', target: 'es2024' }) as unknown as Node;
  return { file, text, tree };
};

/** Every file below a folder with one of these endings, as paths from the root. */
export const filesBelow = (folder: string, ...endings: string[]): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && endings.some((ending) => entry.name.endsWith(ending)))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .sort();

/** All TypeScript of src, parsed. */
export const readSources = (folder = 'src'): Source[] =>
  filesBelow(folder, '.ts').map((file) => parseSource(file, readFileSync(join(ROOT, file), 'utf8')));

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** Every node below one, itself included, parents first; `above` are the nodes that it stands in, nearest last. */
export function* walk(node: unknown, above: readonly Node[] = []): Generator<{ node: Node; above: readonly Node[] }> {
  if (!isNode(node)) return;
  const typed = typeof node.type === 'string';
  if (typed) yield { node, above };
  const inside = typed ? [...above, node] : above;
  for (const child of Object.values(node)) yield* walk(child, inside);
}

/** The words of a literal, or undefined. */
export const literal = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'StringLiteral' ? String(value['value']) : undefined;

/** The words of a template with `${}` in the place of each value, or undefined. */
export const template = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'TemplateLiteral'
    ? (value['quasis'] as Node[]).map(({ raw }) => String(raw)).join('${}')
    : undefined;

/** The name of an identifier, or undefined. */
export const identifier = (value: unknown): string | undefined =>
  isNode(value) && value.type === 'Identifier' ? String(value['value']) : undefined;

/** Static, dynamic and type imports, re-exports and `require`. */
export const importsOf = ({ tree }: Source): Import[] => [...walk(tree)].flatMap(({ node }) => toImport(node));

const toImport = (node: Node): Import[] => {
  const from = literal(node['source']) ?? '';
  const specifiers = (node['specifiers'] ?? []) as Node[];
  if (node.type === 'ImportDeclaration' || node.type === 'ExportNamedDeclaration') {
    if (from === '') return [];
    const typeOnly =
      node['typeOnly'] === true || (specifiers.length > 0 && specifiers.every(({ isTypeOnly }) => isTypeOnly === true));
    return [{ from, typeOnly, names: specifiers.filter(({ isTypeOnly }) => isTypeOnly !== true).map(nameOf) }];
  }
  if (node.type === 'ExportAllDeclaration') return [{ from, typeOnly: node['typeOnly'] === true, names: ['*'] }];
  if (node.type === 'TsImportType') return [{ from: literal(node['argument']) ?? '', typeOnly: true, names: [] }];
  if (node.type === 'CallExpression') {
    const callee = node['callee'] as Node;
    const [first] = node['arguments'] as Node[];
    const loads = callee.type === 'Import' || identifier(callee) === 'require';
    return loads ? [{ from: literal(first?.['expression']) ?? '(computed)', typeOnly: false, names: ['*'] }] : [];
  }
  return [];
};

const nameOf = (specifier: Node): string =>
  specifier.type === 'ImportSpecifier' || specifier.type === 'ExportSpecifier'
    ? (identifier(specifier['imported']) ?? identifier(specifier['orig']) ?? identifier(specifier['local']) ?? '*')
    : '*';
