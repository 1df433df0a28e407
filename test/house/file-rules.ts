import { posix } from 'node:path';
import { type Node, type Source, walk } from './source.ts';

const MAX_LINES = 300;
const KEBAB = /^[a-z0-9]+(-[a-z0-9]+)*(\.d|\.test)?\.ts$/;
const STRICT_NOCK = 'test/support/strict-nock.ts';
const SILENCED = /@ts-(ignore|nocheck|expect-error)/;

/** What makes a file break the style of the house, as `file: what`. */
export const fileFaults = (source: Source): string[] => {
  const { file, text } = source;
  const faults = [
    text.split('\n').length > MAX_LINES + 1 ? `more than ${MAX_LINES} lines` : '',
    KEBAB.test(posix.basename(file)) ? '' : 'a name that is not kebab-case',
    SILENCED.test(text) ? 'a silenced type error' : '',
    ...[...walk(source.tree)].map(({ node }) => wrongNode(node, file)),
  ];
  return [...new Set(faults)].filter((fault) => fault !== '').map((fault) => `${file}: ${fault}`);
};

const wrongNode = (node: Node, file: string): string => {
  if (node.type === 'ExportDefaultDeclaration' || node.type === 'ExportDefaultExpression') return 'a default export';
  if (node.type === 'ExportSpecifier' && [node['exported'], node['orig']].some(isDefault)) return 'a default export';
  if (node.type === 'TsEnumDeclaration') return 'an enum';
  if (node.type === 'TsKeywordType' && node['kind'] === 'any') return 'any';
  if (node.type === 'ImportDeclaration' && (node['source'] as Node)['value'] === 'nock' && file !== STRICT_NOCK) {
    return `nock, but not by ${STRICT_NOCK}, which takes its patches back`;
  }
  if (node.type === 'TsParameterProperty') return 'a parameter property';
  if (node.type === 'TsModuleDeclaration' && !file.endsWith('.d.ts') && (node['id'] as Node).type === 'Identifier') {
    return 'a namespace';
  }
  return '';
};

const isDefault = (name: unknown): boolean => (name as Node | null)?.['value'] === 'default';
