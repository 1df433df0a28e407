import { z } from 'zod';
import { type FilterWord, levels, type Said } from '../../alerts/feed/source.ts';
import type { Names } from '../../alerts/feed/unknown-names.ts';
import { oneLine } from '../../lib/text.ts';
import { fold } from '../../policy/problems/wording.ts';
import type { Words } from '../../texts/texts.ts';
import type { Failure } from './failure.ts';
import { levelOf } from './failure-face.ts';
import { refused } from './refused.ts';

/** What must hold of a row of failures. */
export const failureFilter = z.object({
  /** At least so bad. */
  level: z.enum(levels).optional(),
  /** For one of these. */
  by: z.array(z.string()).optional(),
});
export type FailureFilter = z.infer<typeof failureFilter>;

const LONGEST = 120;
const MOST = 8;

/** @throws AppError for what it cannot read */
export const readFilter = ({ level, by }: Readonly<Partial<Record<FilterWord, string>>>): FailureFilter => {
  const wanted = (by ?? '')
    .split(/,|\sor\s/i)
    .map((part) => oneLine(part, LONGEST))
    .filter((part) => fold(part) !== '');
  const known = levels.find((one) => one === level?.trim().toLowerCase());
  if (level !== undefined && !known) throw refused('level', { level: oneLine(level, LONGEST) });
  if (wanted.length > MOST) throw refused('tooMany', { most: MOST });
  return { ...(known ? { level: known } : {}), ...(wanted.length === 0 ? {} : { by: wanted }) };
};

/** The filter in words; empty for none. */
export const sayFilter = ({ level, by }: FailureFilter, words: Words): string => {
  const list = new Intl.ListFormat(words.spoken, { type: 'disjunction' });
  return [
    ...(level === undefined ? [] : [words.plain('shares.filter.level', { level })]),
    ...(by ? [words.plain('shares.filter.by', { names: list.format(by) })] : []),
  ].join(', ');
};

/** The consumers that it names. */
export const namesWanted = ({ by = [] }: FailureFilter): Partial<Names> => ({ consumers: by });

/** Why the filter leaves it out; undefined where it fits. */
export const leavesOut = ({ level, by }: FailureFilter, row: Failure): Said | undefined => {
  const own = levelOf(row);
  if (level !== undefined && levels.indexOf(own) > levels.indexOf(level)) {
    return { text: 'shares.leftOut.level', values: { count: row.failures, wanted: level } };
  }
  if (by && !by.some((name) => fold(row.consumer).includes(fold(name)))) {
    return { text: 'shares.leftOut.by', values: { wanted: by.join(', ') } };
  }
  return undefined;
};
