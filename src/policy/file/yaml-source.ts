import {
  type Alias,
  CST,
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  Lexer,
  LineCounter,
  parseDocument,
} from 'yaml';
import { type PolicyProblem, type SyntaxFault, syntaxTexts } from '#policy/problems/problem.ts';
import type { SectionProblem } from '#policy/section.ts';

type Path = SectionProblem['path'];

/** A policy file as data, with the line of each path in the data. */
export interface YamlSource {
  /** The plain values; undefined if the syntax errors make further checks misleading. */
  readonly data: unknown;
  /** The text is nested too deeply and is not read. */
  readonly isTooDeep: boolean;
  /** Problems of the YAML syntax. */
  readonly problems: readonly PolicyProblem[];
  /** A problem of the data with the line and column of its key, or, for a missing key, of its mapping. */
  locate(problem: SectionProblem): PolicyProblem;
  /** Every plain value with path and position, as far as it can be read; an alias's has its anchor's position, once for each path. */
  values(): readonly YamlValue[];
}

export interface YamlValue {
  readonly path: Path;
  readonly value: unknown;
  /** As it was typed; of a plain number also its zeros. */
  readonly text: string;
  /** Offsets in the text, including quotes. */
  readonly from: number;
  readonly to: number;
}

/** Reads YAML 1.2, but no tags, no merge keys, no second document, and only few aliases. */
export const parseYaml = (text: string): YamlSource => {
  const lines = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    stringKeys: true,
    schema: 'core',
    resolveKnownTags: false,
    logLevel: 'error',
  });
  const positionOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return { line: Math.max(1, line), column: Math.max(1, col) };
  };
  const wrongAliases = aliasFaults(document);
  const tooDeep = [...document.errors, ...wrongAliases].filter((fault) => isTooDeep([fault]));
  const follow = (alias: Alias) => (wrongAliases.length === 0 ? alias.resolve(document) : undefined);
  const faults = tooDeep.length > 0 ? tooDeep : [...document.errors, ...document.warnings, ...wrongAliases];
  const whole = faults.every((fault) => fault.code === 'DUPLICATE_KEY' || fault.code === 'TAG_RESOLVE_FAILED');
  return {
    data: whole ? document.toJS({ maxAliasCount: -1 }) : undefined,
    problems: firstOfEachLine(
      faults.map((fault) => ({ ...positionOf(fault.pos[0]), path: '', ...syntaxTexts(fault, text) })),
    ),
    locate: ({ path, message, remedy }) => ({
      ...positionOf(offsetOf(document, path)),
      path: path.join('.'),
      message,
      remedy,
    }),
    isTooDeep: tooDeep.length > 0,
    values: () => (tooDeep.length > 0 ? [] : valuesBelow(document.contents, [], follow)),
  };
};

const valuesBelow = (node: unknown, path: Path, follow: (alias: Alias) => unknown): readonly YamlValue[] => {
  const below = (next: unknown, step: string | number) => valuesBelow(next, [...path, step], follow);
  if (isMap(node)) return node.items.flatMap(({ key, value }) => below(value, keyOf(key)));
  if (isSeq(node)) return node.items.flatMap(below);
  if (isAlias(node)) return valuesBelow(follow(node), path, follow);
  if (!isScalar(node) || !node.range) return [];
  const [from, to] = node.range;
  return [{ path, value: node.value, text: node.source ?? '', from, to }];
};

/** Empty for a key that is a mapping itself, which is not allowed: its text would grow exponentially with the nesting. */
const keyOf = (key: unknown): string => (isScalar(key) ? String(key.value) : '');

const offsetOf = (document: Document.Parsed, path: Path): number => {
  let node: unknown = document.contents;
  let offset = document.contents?.range?.[0] ?? 0;
  for (const step of path) {
    const holder = isAlias(node) ? node.resolve(document) : node;
    if (isMap(holder)) {
      const pair = holder.items.findLast((item) => keyOf(item.key) === String(step));
      if (pair === undefined) break;
      offset = startOf(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(holder)) {
      const item = holder.items[Number(step)];
      if (item === undefined) break;
      offset = startOf(item) ?? offset;
      node = item;
    } else break;
  }
  return offset;
};

const startOf = (node: unknown): number | undefined =>
  (node as { range?: readonly number[] | null } | null)?.range?.[0];

/** Further errors on a line mostly follow from its first one. */
const firstOfEachLine = (problems: readonly PolicyProblem[]): readonly PolicyProblem[] => {
  const lines = new Set<number>();
  return problems.filter(({ line }) => !lines.has(line) && lines.add(line));
};

/** A YAML mapping as data. */
export const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The lexer's token before a plain or block scalar. */
const SCALAR = '\u001f';
/** Tokens of the lexer that are not part of the text. */
const MARKS: ReadonlySet<string> = new Set([SCALAR, '\u0002', '\u0018']);

/** The same text without its comments; line numbers stay the same. */
export const withoutComments = (text: string): string => {
  let before = '';
  let kept = '';
  for (const piece of new Lexer().lex(text)) {
    const isComment = before !== SCALAR && CST.tokenType(piece) === 'comment';
    if (!isComment && !MARKS.has(piece)) kept += piece;
    before = piece;
  }
  return kept;
};

/** The most values that all aliases together may repeat: no file written by a person has more. */
const MOST_REPEATED = 1_000;
/** The deepest nesting, far deeper than a policy needs; each path is as long as its value is deep. */
const DEEPEST = 64;

/** Faults of aliases, unknown, circular or a flood of values, and values nested too deeply. Each value is visited once. */
const aliasFaults = (document: Document.Parsed): readonly SyntaxFault[] => {
  const faults: SyntaxFault[] = [];
  /** The number of values below an anchor, including those repeated by aliases; undefined until it is counted. */
  const sizes = new Map<string, number | undefined>();
  let repeated = 0;

  const sizeOfAlias = (name: string, offset: number): number => {
    const fault = (code: string): number => {
      faults.push({ code, pos: [offset, offset], message: name });
      return 0;
    };
    if (!sizes.has(name)) return fault('ALIAS_UNKNOWN');
    const size = sizes.get(name);
    if (size === undefined) return fault('ALIAS_LOOP');
    repeated += size;
    return repeated > MOST_REPEATED ? fault('ALIAS_EXCESS') : size;
  };

  let depth = 0;
  let tooDeep = false;
  const sizeOf = (node: unknown): number => {
    if (repeated > MOST_REPEATED || tooDeep || !isNode(node)) return 0;
    if (depth > DEEPEST) {
      const [offset = 0] = node.range ?? [];
      faults.push({ code: TOO_DEEP, pos: [offset, offset], message: '' });
      tooDeep = true;
    }
    if (isAlias(node)) return sizeOfAlias(node.source, node.range?.[0] ?? 0);
    const { anchor } = node;
    if (anchor !== undefined) sizes.set(anchor, undefined);
    depth += 1;
    const size = 1 + below(node);
    depth -= 1;
    if (anchor !== undefined) sizes.set(anchor, size);
    return size;
  };

  const below = (node: unknown): number => {
    if (isMap(node)) return node.items.reduce((sum, { key, value }) => sum + sizeOf(key) + sizeOf(value), 0);
    return isSeq(node) ? node.items.reduce<number>((sum, item) => sum + sizeOf(item), 0) : 0;
  };

  sizeOf(document.contents);
  return faults;
};

/** The parser's own code for nesting beyond its limit. */
const TOO_DEEP = 'RESOURCE_EXHAUSTION';

const isTooDeep = (faults: readonly { readonly code: string }[]): boolean =>
  faults.some(({ code }) => code === TOO_DEEP);
