import { isDeepStrictEqual } from 'node:util';
import { parseYaml, type YamlSource } from '#policy/file/yaml-source.ts';
import { crossFieldFaults } from './cross-field-faults.ts';
import { type Fault, faultsOf, type Path, type Problem } from './problems.ts';
import { REDACTED } from './redaction.ts';
import { type Respelled, respell, type Stranger } from './respell.ts';
import { GROUP_NAME, type GroupDocument, groupDocument } from './schema.ts';
import { unwrap } from './template.ts';

/** In characters; nobody writes a longer container group. */
export const LONGEST_DOCUMENT = 32_000;
/** Locating a line takes time; further faults show once these are fixed. */
const MOST_FAULTS = 100;

/** What a group has and the schema does not know, by `Stranger.key`: a document may keep it, and may not change it. */
export type OwnFields = Readonly<Record<string, unknown>>;

export type DocumentRead =
  | {
      readonly ok: true;
      readonly document: GroupDocument;
      /** What is not sent, because only the vendor or a tool writes it: paths in the text. */
      readonly leftOut: readonly Path[];
    }
  /** `name`: the group's name, if it can be read. */
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly name?: string };

/**
 * Reads a container group from YAML or JSON, in the manner of the published samples and tools: every fault with its path
 * and line, no value repeated.
 * @param own of the group that is there
 */
export const readDocument = (text: string, own: OwnFields = {}): DocumentRead => {
  if (text.length > LONGEST_DOCUMENT) {
    return { ok: false, problems: [{ line: 1, path: [], rule: 'textTooLong', values: { most: LONGEST_DOCUMENT } }] };
  }
  const source = parseYaml(text);
  if (source.data === undefined || source.problems.length > 0) {
    const problems = source.problems.map(({ line }): Problem => ({ line, path: [], rule: 'noYaml', values: {} }));
    return { ok: false, problems: problems.length > 0 ? problems : [emptyDocument] };
  }
  const found = respelledIn(source);
  if ('rule' in found) return { ok: false, problems: [{ ...found, line: lineIn(source)(found.path) }] };
  const { respelled, expressions, around } = found;
  const read = readRespelled(respelled, own);
  const faults = [...expressions, ...read.faults, ...redactionsIn(source.data)];
  if (read.document && faults.length === 0) {
    return { ok: true, document: read.document, leftOut: [...around, ...read.leftOut] };
  }
  const lineOf = lineIn(source);
  const problems = firstOfEachPlace(faults)
    .slice(0, MOST_FAULTS)
    .map((fault) => ({ ...fault, line: lineOf(fault.path) }));
  return { ok: false, problems: problems.sort((a, b) => a.line - b.line), ...nameIn(respelled.data) };
};

const respelledIn = (source: YamlSource) => {
  const unwrapped = unwrap(withoutNulls(source.data));
  if ('rule' in unwrapped) return unwrapped;
  const { group, at, faults, leftOut } = unwrapped;
  return { respelled: respell(groupDocument, group, textIn(source), at), expressions: faults, around: leftOut };
};

/** The document as it is sent, or its faults by their paths in the text. */
export const readRespelled = ({ data, strangers, leftOut, writtenAt }: Respelled, own: OwnFields) => {
  const kept = strangers.filter(({ key, value }) => Object.hasOwn(own, key) && isDeepStrictEqual(own[key], value));
  const unknown = strangers.filter((one) => !kept.includes(one));
  const refused = unknown.filter((one) => Object.hasOwn(own, one.key) || !isEmpty(one));
  const read = groupDocument.safeParse(data);
  if (read.success) for (const { path, value } of kept) putBack(read.data, path, value);
  const faults = read.success ? (refused.length > 0 ? [] : crossFieldFaults(read.data)) : faultsOf(read.error, data);
  return {
    document: read.data,
    faults: [
      ...refused.map((one) => faultOf(one, own)),
      ...faults.map((one) => ({ ...one, path: writtenAt(one.path) })),
    ],
    leftOut: [...leftOut, ...unknown.filter((one) => !refused.includes(one)).map(({ fault }) => fault.path)],
  };
};

const faultOf = ({ key, fault }: Stranger, own: OwnFields): Fault =>
  Object.hasOwn(own, key) ? { path: fault.path, rule: 'asItIs', values: {} } : fault;

/** An unknown field that says nothing, and is no misspelt one. */
const isEmpty = ({ value, fault }: Stranger): boolean =>
  fault.rule === 'unknown' &&
  (value === false || value === '' || (typeof value === 'object' && Object.keys(value ?? {}).length === 0));

const putBack = (document: unknown, path: Path, value: unknown): void => {
  const holder = path.slice(0, -1).reduce((at, step) => (at as Record<string | number, unknown>)[step], document);
  (holder as Record<string | number, unknown>)[path.at(-1) ?? ''] = value;
};

/** The line of each field, or of its parent if it is missing. @param paths in the schema's spelling */
export const linesOf = (text: string, paths: readonly Path[]): readonly number[] => {
  const source = parseYaml(text);
  const found = respelledIn(source);
  return paths.map((path) => lineIn(source)('rule' in found ? path : found.respelled.writtenAt(path)));
};

const lineIn =
  (source: YamlSource) =>
  (path: Path): number =>
    source.locate({ path, message: '', remedy: '' }).line;

/** A number or flag as it was typed. */
const textIn = (source: YamlSource) => {
  let typed: ReadonlyMap<string, string> | undefined;
  return (value: unknown, written: Path): string => {
    typed ??= new Map(source.values().map((one) => [`${one.path.join('\n')} ${String(one.value)}`, one.text]));
    return typed.get(`${written.join('\n')} ${String(value)}`) ?? String(value);
  };
};

const nameIn = (data: unknown): { readonly name?: string } => {
  const { name } = data as { readonly name?: unknown };
  return typeof name === 'string' && GROUP_NAME.test(name) ? { name } : {};
};

const emptyDocument: Problem = { line: 1, path: [], rule: 'nothing', values: {} };

/** A field without a value counts as absent. */
const withoutNulls = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withoutNulls);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, field]) => (field === null ? [] : [[name, withoutNulls(field)]])),
  );
};

/** Plain texts with redacted parts; secret fields report theirs themselves. */
const redactionsIn = (value: unknown, path: Path = []): readonly Fault[] => {
  if (typeof value === 'string') return value.includes(REDACTED) ? [{ path, rule: 'looksSecret', values: {} }] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, field]) =>
    redactionsIn(field, [...path, Array.isArray(value) ? Number(name) : name]),
  );
};

const firstOfEachPlace = (faults: readonly Fault[]): readonly Fault[] => {
  const paths = new Set<string>();
  return faults.filter(({ path }) => {
    const key = path.join('\n');
    return !paths.has(key) && paths.add(key);
  });
};
