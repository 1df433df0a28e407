import type { policyRules } from '#cloud/errors/refusal-codes.ts';
import type { DecisionTime } from '#engine/changes/decision/preview.ts';
import type { Services } from '#features/feature.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import type { Outcome } from '#teams/cards/form-preview.ts';
import type { VendorLimits } from '../limits.ts';
import { GRANT, type Requestable } from '../requestable.ts';
import { grantTerms, type Length } from '../terms.ts';

/** How long decisions took lately: on the same role at the same place, on any role there, or on any anywhere. */
export interface UsualTime {
  readonly on: 'same' | 'place' | 'all';
  /** The median, in milliseconds. */
  readonly waited: number;
  /** The requests that it is of. */
  readonly count: number;
}

/** A median of fewer says nothing. */
const FEWEST = 3;
const FRESH_MS = MINUTE;

/** @returns undefined where too few requests were decided */
export const usualTime = async (services: Services, wanted: Requestable): Promise<UsualTime | undefined> => {
  const read = (): Promise<readonly DecisionTime[]> => services.changes.decisionTimes(GRANT);
  const all = (await services.cache.get('decision-times', FRESH_MS, read)).map(({ terms, waited }) => {
    const { role, place } = grantTerms.parse(terms);
    return { waited, place: place.key, isSame: place.key === wanted.place.key && role.key === wanted.role.key };
  });
  const groups = [
    ['same', all.filter(({ isSame }) => isSame)],
    ['place', all.filter(({ place }) => place === wanted.place.key)],
    ['all', all],
  ] as const;
  const found = groups.find(([, times]) => times.length >= FEWEST);
  return found && { on: found[0], waited: median(found[1].map(({ waited }) => waited)), count: found[1].length };
};

/** Of an even number, the mean of the two in the middle. */
export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const [high = 0, low = high] = [sorted[middle], sorted[middle - 1]];
  return sorted.length % 2 === 1 ? high : (low + high) / 2;
};

export type VendorRule = (typeof policyRules)[number];

/** What a form holds of a request so far; undefined: not filled in yet, or not readable. */
export interface RoleDraft {
  /** Milliseconds since 1970; null: on approval. */
  readonly start: number | null;
  readonly length: Length | undefined;
  /** Empty where it was left empty. */
  readonly reason: string | undefined;
  readonly ticket: string | undefined;
}

/** How long it would last if it were approved now, in milliseconds; undefined: without an end. */
export const lasting = (length: Length, start: number | null, now: number): number | undefined => {
  if (length.kind === 'always') return undefined;
  return length.kind === 'for' ? length.ms : length.at - Math.max(start ?? now, now);
};

/**
 * What the vendor would answer to this request now, rule by rule.
 * @param limits undefined: they could not be read
 */
export const ruleOutcomes = (
  { start, length, reason, ticket }: RoleDraft,
  limits: VendorLimits | undefined,
  now: number,
): Readonly<Record<VendorRule, Outcome>> => {
  // It concerns activations: a person who is made eligible need not be eligible already.
  const EligibilityRule: Outcome = 'passes';
  if (!limits) {
    const unread = 'unread';
    return {
      ExpirationRule: unread,
      JustificationRule: unread,
      EligibilityRule,
      TicketingRule: unread,
      MfaRule: unread,
    };
  }
  return {
    ExpirationRule: expirationOutcome(length && { ms: lasting(length, start, now) }, limits),
    JustificationRule: given(reason, limits.reason),
    EligibilityRule,
    TicketingRule: given(ticket, limits.ticket),
    // Steward signs in as a program.
    MfaRule: limits.mfa ? 'fails' : 'passes',
  };
};

/** What becomes of a length under a maximum. @param length undefined: not filled in yet; its `ms` undefined: no end */
export const expirationOutcome = (
  length: { readonly ms: number | undefined } | undefined,
  { max, endRequired }: Pick<VendorLimits, 'max' | 'endRequired'>,
): Outcome => {
  if (max === undefined && !endRequired) return 'passes';
  if (!length) return 'open';
  if (length.ms === undefined) return endRequired ? 'fails' : 'passes';
  return max !== undefined && length.ms > max ? 'fails' : 'passes';
};

const given = (text: string | undefined, required: boolean): Outcome => {
  if (!required || text) return 'passes';
  return text === undefined ? 'open' : 'fails';
};
