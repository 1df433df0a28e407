import type { z } from 'zod';
import type { TextValues } from '#platform/lib/errors.ts';
import { isTextKey, type TextName } from '#platform/texts/texts.ts';
import { nearest } from '#policy/problems/problem.ts';
import { REDACTED } from './redaction.ts';

export type Path = readonly (string | number)[];

export type FileRule = TextName<'containers.file'>;

/** One fault in a document. Values are never repeated. */
export interface Fault {
  readonly path: Path;
  readonly rule: FileRule;
  readonly values: TextValues;
}

/** A fault with its line, from 1. */
export interface Problem extends Fault {
  readonly line: number;
}

/** A path as people write it: `properties.containers[0].name`. */
export const formatPath = (path: Path): string =>
  path.reduce<string>((text, step) => {
    if (typeof step === 'number') return `${text}[${step}]`;
    return text === '' ? step : `${text}.${step}`;
  }, '');

/** The faults that zod found. @param written the input, to distinguish missing values from wrong ones */
export const faultsOf = (error: z.ZodError, written: unknown): readonly Fault[] =>
  error.issues.map((issue) => {
    const path = issue.path.map((step) => (typeof step === 'number' ? step : String(step)));
    return { path, ...ruleOf(issue, path, at(written, path)) };
  });

/** @param known the fields that there are */
export const unknownKey = (key: string, path: Path, known: readonly string[]): Fault => {
  const near = nearest(key, known);
  if (near !== undefined) return { path, rule: 'unknownNear', values: { near } };
  return { path, rule: 'unknown', values: { known: known.join(', ') } };
};

type Issue = z.core.$ZodIssue;
type Rule = Pick<Fault, 'rule' | 'values'>;

const rule = (name: FileRule, values: TextValues = {}): Rule => ({ rule: name, values });

/** The schema's own messages are rule names. */
const isRule = (name: string): name is FileRule => isTextKey(`containers.file.${name}`);
const ruleNamed = (message: string): FileRule => (isRule(message) ? message : 'shape');

const SECRET_FIELDS = /^(?:password|secureValue|workspaceKey|storageAccountKey)$/;

/** Whether the field takes a reference to a secret. */
const wantsReference = (path: Path): boolean => {
  const [holder, last] = [String(path.at(-2)), String(path.at(-1))];
  return SECRET_FIELDS.test(last) || holder === 'secret' || holder === 'protectedSettings';
};

const ruleOf = (issue: Issue, path: Path, value: unknown): Rule => {
  if (value === undefined) return rule('missing');
  if (wantsReference(path)) return rule(value === REDACTED ? 'takenOut' : 'secret');
  switch (issue.code) {
    case 'invalid_type':
      return rule(types.get(issue.expected) ?? 'shape');
    case 'invalid_value':
      return rule('word', { words: issue.values.map(String).join(', ') });
    case 'too_small':
      if (issue.origin === 'string') return rule('empty');
      return issue.inclusive === false ? rule('positive') : rule('tooSmall', { least: String(issue.minimum) });
    case 'too_big':
      return rule(issue.origin === 'string' ? 'tooLong' : 'tooBig', { most: String(issue.maximum) });
    case 'invalid_key':
      return rule(ruleNamed(issue.issues[0]?.message ?? ''));
    case 'custom':
    case 'invalid_format':
      return rule(ruleNamed(issue.message));
    default:
      return rule('shape');
  }
};

const types: ReadonlyMap<string, FileRule> = new Map<string, FileRule>([
  ['string', 'text'],
  ['number', 'number'],
  ['int', 'wholeNumber'],
  ['boolean', 'flag'],
  ['array', 'list'],
  ['object', 'fields'],
  ['record', 'fields'],
]);

const at = (written: unknown, path: Path): unknown =>
  path.reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string | number, unknown>)[step] : undefined,
    written,
  );
