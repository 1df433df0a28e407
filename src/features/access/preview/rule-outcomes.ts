import type { policyRules } from '#cloud/errors/refusal-codes.ts';
import type { Outcome } from '#teams/cards/form-preview.ts';
import type { VendorLimits } from '../limits.ts';
import type { Length } from '../terms.ts';

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
