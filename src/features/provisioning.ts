import type { VendorError } from '#cloud/errors/errors.ts';
import type { Step } from '#cloud/long-running.ts';
import { type Change, reconcileUntil } from '#engine/changes/change.ts';
import { type Confirmation, type Description, failedBy } from '#engine/changes/change-kind.ts';
import { iso } from '#platform/lib/clock.ts';
import type { TextKey } from '#platform/lib/errors.ts';
import type { Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';

/** How far something has come that the vendor provisions; where it was read by its name there is nothing to track. */
export type Observation<T> = Pick<Step<T>, 'progress' | 'answer'> & Partial<Step<T>>;

type Failure = Pick<Extract<Confirmation, { is: 'failed' }>['failure'], 'code' | 'text' | 'values'>;

/** What a read of it means. @param failure where the vendor has stopped */
export const provisioningConfirmation = (
  { progress, waitMs = 0 }: Observation<unknown>,
  seen: Readonly<Record<string, unknown>>,
  failure: Failure,
): Confirmation => {
  if (progress === 'succeeded') return { is: 'done', seen };
  if (progress === 'running') return { is: 'unsettled', arrived: true, waitMs, seen };
  return { is: 'failed', arrived: true, failure: { ...failure, rules: [] }, seen };
};

/** After a lost answer a conflict may be our own earlier try: reading tells. */
export const provisioningError = (error: VendorError, { maybeSent }: Pick<Change, 'maybeSent'>): Confirmation =>
  maybeSent && error.status === 409 ? { is: 'unsettled', arrived: false } : failedBy(error);

/** What is said while Steward checks what became of a change, with {until}, and once it no longer does. */
type CheckedTexts = readonly [until: TextKey, end: TextKey];

/** Until when Steward checks what became of a change, or that it no longer does. */
export const checkedUntil = (
  change: Pick<Change, 'finishBy'>,
  [text, end]: CheckedTexts,
  now: number,
  words: Words,
): Markdown => {
  const until = reconcileUntil(change);
  return now < until ? words.markdown(text, { until: iso(until) }) : words.markdown(end);
};

/** The vendor has it and did not finish it in the time that the policy gives: only its end is unclear. */
export const timedOutText = (
  change: Pick<Change, 'state' | 'phase' | 'finishBy'>,
  headline: TextKey,
  next: CheckedTexts,
  now: number,
  words: Words,
): Pick<Description, 'headline' | 'next'> =>
  change.state === 'unconfirmed' && change.phase === 'arrived'
    ? { headline: { text: words.markdown(headline), tone: 'warning' }, next: checkedUntil(change, next, now, words) }
    : {};
