import { parseYaml, type YamlSource } from '../../../policy/file/yaml-source.ts';
import { crossFieldFaults } from './cross-field-faults.ts';
import { type Fault, faultsOf, type Path, type Problem } from './problems.ts';
import { REDACTED } from './redaction.ts';
import { GROUP_NAME, type GroupDocument, groupDocument } from './schema.ts';

/** In characters; nobody writes a longer container group. */
export const LONGEST_DOCUMENT = 32_000;
/** Locating a line takes time; further faults show once these are fixed. */
const MOST_FAULTS = 100;

export type DocumentRead =
  | { readonly ok: true; readonly document: GroupDocument }
  /** `name`: the group's name, if it can be read. */
  | { readonly ok: false; readonly problems: readonly Problem[]; readonly name?: string };

/** Reads a container group from YAML or JSON: every fault with its path and line, no value repeated. */
export const readDocument = (text: string): DocumentRead => {
  if (text.length > LONGEST_DOCUMENT) {
    return { ok: false, problems: [{ line: 1, path: [], rule: 'textTooLong', values: { most: LONGEST_DOCUMENT } }] };
  }
  const source = parseYaml(text);
  if (source.data === undefined || source.problems.length > 0) {
    const problems = source.problems.map(({ line }): Problem => ({ line, path: [], rule: 'noYaml', values: {} }));
    return { ok: false, problems: problems.length > 0 ? problems : [emptyDocument] };
  }
  const written = withoutNulls(source.data);
  if (typeof written !== 'object' || written === null || Array.isArray(written)) {
    return { ok: false, problems: [emptyDocument] };
  }
  const lineOf = lineIn(source);
  const read = groupDocument.safeParse(written);
  const faults = [
    ...(read.success ? crossFieldFaults(read.data) : faultsOf(read.error, groupDocument, written)),
    ...redactionsIn(written),
  ];
  if (read.success && faults.length === 0) return { ok: true, document: read.data };
  const problems = firstOfEachPlace(faults)
    .slice(0, MOST_FAULTS)
    .map((fault) => ({ ...fault, line: lineOf(fault.path) }));
  return { ok: false, problems: problems.sort((a, b) => a.line - b.line), ...nameIn(written) };
};

/** The line of each field, or of its parent if it is missing. */
export const linesOf = (text: string, paths: readonly Path[]): readonly number[] => paths.map(lineIn(parseYaml(text)));

const lineIn =
  (source: YamlSource) =>
  (path: Path): number =>
    source.locate({ path, message: '', remedy: '' }).line;

const nameIn = (written: object): { readonly name?: string } =>
  'name' in written && typeof written.name === 'string' && GROUP_NAME.test(written.name) ? { name: written.name } : {};

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
