import { type Node, readSources, type Source, walk } from '../../test/house/source.ts';

/** A pattern of the source with the place where it is written. */
export interface Pattern {
  /** From the root of the project. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly source: string;
  readonly flags: string;
}

export type Place = Pick<Pattern, 'file' | 'line'>;

export const placeOf = ({ file, line }: Place): string => `${file}:${line}`;

/** Every literal of these sources. */
export const literalsIn = (sources: readonly Source[]): Pattern[] =>
  sources.flatMap((source) =>
    [...walk(source.tree)].flatMap(({ node }) =>
      node.type === 'RegExpLiteral'
        ? [{ ...placeIn(source, node), source: String(node['pattern']), flags: String(node['flags']) }]
        : [],
    ),
  );

/** Every place of these sources that builds a pattern while the program runs, with `new` or without. */
export const buildersIn = (sources: readonly Source[]): Place[] =>
  sources.flatMap((source) =>
    [...walk(source.tree)].flatMap(({ node }) => {
      const called = node.type === 'NewExpression' || node.type === 'CallExpression';
      return called && (node['callee'] as Node)['value'] === 'RegExp' ? [placeIn(source, node)] : [];
    }),
  );

const placeIn = ({ file, text }: Source, node: Node): Place => {
  const { start } = node['span'] as { readonly start: number };
  // The parser counts bytes, from 1.
  const before = Buffer.from(text).subarray(0, start - 1);
  return { file, line: before.toString().split('\n').length };
};

export const literals = (): Pattern[] => literalsIn(readSources());
export const builders = (): Place[] => buildersIn(readSources());
