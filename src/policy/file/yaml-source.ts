import { type Alias, type Document, isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';
import type { PolicyProblem } from '../problems/problem.ts';
import { syntaxWords } from '../problems/syntax-texts.ts';
import type { SectionProblem } from '../section.ts';
import { aliasFaults, isTooDeep } from './yaml-aliases.ts';

type Path = SectionProblem['path'];

/** A policy file as data, with the way back from a path of the data to its line. */
export interface YamlSource {
  /** The plain values; undefined where the text is so broken that looking further would mislead. */
  readonly data: unknown;
  /** It is nested so deeply that nothing of it is read. */
  readonly isTooDeep: boolean;
  /** What is wrong with the YAML itself. */
  readonly problems: readonly PolicyProblem[];
  /** A problem of the data with its line and column: of its key, or, where that is missing, of what should hold it. */
  locate(problem: SectionProblem): PolicyProblem;
  /**
   * Every plain value with its way and its place, of a broken text as far as it can be read. Where an alias stands, that is
   * the place of what it repeats, which then comes once for each way to it.
   */
  values(): readonly YamlValue[];
}

export interface YamlValue {
  readonly path: Path;
  readonly value: unknown;
  /** Offsets in the text, quotes included. */
  readonly from: number;
  readonly to: number;
}

/** Reads YAML 1.2 without tags, merge keys and second documents; aliases only as many as a person would write. */
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
  const spot = (offset: number) => {
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
      faults.map((fault) => ({ ...spot(fault.pos[0]), path: '', ...syntaxWords(fault, text) })),
    ),
    locate: ({ path, message, remedy }) => ({
      ...spot(offsetOf(document, path)),
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
  return [{ path, value: node.value, from, to }];
};

/** Of a key that is a mapping itself, which no text may have, nothing: to write it out takes twice as long with each bracket. */
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

/** What follows on the same line is most often the echo of the first fault. */
const firstOfEachLine = (problems: readonly PolicyProblem[]): readonly PolicyProblem[] => {
  const lines = new Set<number>();
  return problems.filter(({ line }) => !lines.has(line) && lines.add(line));
};

/** A mapping of YAML as data. */
export const isMapping = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
