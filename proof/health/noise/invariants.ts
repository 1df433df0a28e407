import type { Case, Wanted } from './model.ts';

/** A message in a channel, with the interval in which it was posted. */
export interface Notification {
  readonly what: 'card' | 'edit' | 'word' | 'digest';
  readonly after: number;
  readonly by: number;
}

/** The result of one row. */
export interface Outcome {
  readonly row: Case;
  readonly wanted: Wanted;
  /** Time of the update. */
  readonly at: number;
  /** Messages since then. */
  readonly notifications: readonly Notification[];
  /** Number of lines about it in digests of the channel. */
  readonly digested: number;
  /** The entries of `why` for that moment, as "<verdict> <rule>". */
  readonly why: readonly string[];
}

/** @returns the violations of one row, in words */
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
    // A posted card stays up to date, whatever the watch includes.
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
