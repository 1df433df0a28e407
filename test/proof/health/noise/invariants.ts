import type { Wanted } from './model.ts';
import type { Case } from './table.ts';

/** Something that was said in a channel: after the one moment, and not after the other. */
export interface Notification {
  readonly what: 'card' | 'edit' | 'word' | 'digest';
  readonly after: number;
  readonly by: number;
}

/** What one row came to. */
export interface Outcome {
  readonly row: Case;
  readonly wanted: Wanted;
  /** When it was told. */
  readonly at: number;
  /** Since then. */
  readonly notifications: readonly Notification[];
  /** How often it stands in digests of that channel. */
  readonly digested: number;
  /** What `why` says of that moment, as "<verdict> <rule>". */
  readonly why: readonly string[];
}

/** @returns what does not hold of one row, in words */
export const noiseViolations = (outcome: Outcome): string[] => {
  const { row, wanted, at, notifications, digested, why } = outcome;
  const of = (what: Notification['what']) => notifications.filter((one) => one.what === what);
  const spoken = of(row.told === 'first' ? 'card' : 'word');
  const digests = of('digest');
  const due = wanted.release;
  const promptly = spoken.every(({ after }) => after <= at);
  const intime = due === undefined || digests.every(({ after, by }) => after < due && due <= by);
  return [
    count('card or word', spoken.length, wanted.does === 'speak' ? 1 : 0),
    count('digest', digests.length, wanted.does === 'hold' ? 1 : 0),
    count('line in digests', digested, wanted.does === 'hold' ? 1 : 0),
    // What stands stays true, whoever wants to hear of it.
    row.told === 'news' && of('edit').length === 0 ? 'the card was not edited' : '',
    row.told === 'first' && notifications.length > 1 ? 'more was said than one thing' : '',
    promptly ? '' : 'it came late',
    intime ? '' : `the digest did not come at ${new Date(due).toISOString()}`,
    why.includes(`${wanted.verdict} ${wanted.rule}`)
      ? ''
      : `why says "${why.join(', ')}", not "${wanted.verdict} ${wanted.rule}"`,
  ].filter((words) => words !== '');
};

const count = (what: string, is: number, wanted: number): string =>
  is === wanted ? '' : `${what}: ${is}, not ${wanted}`;
