import { identifier, literal, type Node, type Source, template, walk } from './source.ts';

/** A place in src where a text is asked for. */
export interface TextUse {
  readonly file: string;
  /** The key, with `${}` in the place of what is only known when it runs. */
  readonly key: string;
  /** Names of the values handed over with it; undefined when they cannot be read from the code. */
  readonly values: readonly string[] | undefined;
}

/** Calls whose first argument is a key, and whose second holds the values. */
const TELLING = /^(plain|markdown|textAnswer)$/;

/** Every literal that looks like a key of one of these areas, or of an area that only shows when it runs. */
export const textUses = (source: Source, areas: readonly string[]): TextUse[] => {
  const keyLike = new RegExp(`^(${areas.join('|')}|\\$\\{\\})(\\.(\\w|\\$\\{\\})+)+$`);
  return [...walk(source.tree)].flatMap(({ node, above }) => {
    const key = literal(node) ?? template(node) ?? '';
    return keyLike.test(key) ? [{ file: source.file, key, values: valuesBeside(above) }] : [];
  });
};

/** The values in the same call or the same object as the key. */
const valuesBeside = (above: readonly Node[]): readonly string[] | undefined => {
  const holder = above.findLast(({ type }) => type !== 'ConditionalExpression' && type !== 'ParenthesisExpression');
  if (holder?.type === 'CallExpression') {
    const [, values] = holder['arguments'] as Node[];
    if (values) return namesIn(values['expression'] as Node);
    return TELLING.test(calleeName(holder)) ? [] : undefined;
  }
  if (holder?.type !== 'KeyValueProperty' || !/^(text|textKey)$/.test(keyName(holder))) return undefined;
  const object = above[above.indexOf(holder) - 1];
  const values = ((object?.['properties'] ?? []) as Node[]).find((property) => keyName(property) === 'values');
  return values ? namesIn(values['value'] as Node) : undefined;
};

/** The last name of what is called: `plain` of `words.plain(…)`. */
export const calleeName = (call: Node): string => {
  const callee = call['callee'] as Node;
  if (callee.type === 'Super') return 'super';
  return identifier(callee) ?? identifier(callee['property']) ?? '';
};

export const keyName = (property: Node): string => identifier(property['key']) ?? literal(property['key']) ?? '';

const namesIn = (object: Node): readonly string[] | undefined => {
  if (object.type !== 'ObjectExpression') return undefined;
  const properties = object['properties'] as Node[];
  if (properties.some(({ type }) => type === 'SpreadElement')) return undefined;
  return properties.map((property) => identifier(property) ?? keyName(property));
};
