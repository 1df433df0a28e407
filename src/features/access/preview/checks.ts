import { policyRules } from '../../../api/errors/error-texts.ts';
import type { Check, Outcome } from '../../../cards/form.ts';
import type { DecisionPreview } from '../../../changes/decision/preview.ts';
import { formatDuration } from '../../../lib/duration.ts';
import { oneLine } from '../../../lib/text.ts';
import { listed } from '../../../texts/name-list.ts';
import type { Words } from '../../../texts/texts.ts';
import type { VendorLimits } from '../limits.ts';
import type { AccessRole } from '../policy.ts';
import { expirationOutcome, lasting, type RoleDraft, ruleOutcomes, type VendorRule } from './rule-outcomes.ts';

interface PolicyRules {
  readonly role: AccessRole;
  /** Characters. */
  readonly shortestReason: number;
  readonly decision: DecisionPreview | undefined;
  readonly now: number;
}

/** What Steward's own policy says, a line for each rule that it has. */
export const policyChecks = (
  draft: RoleDraft,
  { role, shortestReason: least, decision, now }: PolicyRules,
  words: Words,
): readonly Check[] => {
  const { start, reason } = draft;
  const within = formatDuration(role.startWithin, words.spoken);
  const startOutcome: Outcome = start !== null && start - now > role.startWithin ? 'fails' : 'passes';
  return [
    ...(role.max === undefined ? [] : [policyTime(draft, role.max, now, words)]),
    ...(start === null ? [] : [{ outcome: startOutcome, text: words.markdown('access.preview.start', { within }) }]),
    ...(least === 1
      ? []
      : [{ outcome: reasonOutcome(reason, least), text: words.markdown('access.preview.reason', { least }) }]),
    ...(decision ? [approvalsCheck(decision, words)] : []),
  ];
};

const reasonOutcome = (reason: string | undefined, least: number): Outcome => {
  if (!reason) return 'open';
  return oneLine(reason).length >= least ? 'passes' : 'fails';
};

const approvalsCheck = ({ needs, possible }: DecisionPreview, words: Words): Check =>
  possible
    ? { outcome: 'passes', text: words.markdown('access.preview.approvals', { needs }) }
    : { outcome: 'fails', text: words.markdown('access.preview.approvalsFails', { needs }) };

/** What the vendor would answer: a line for each rule that the role has, and one for all others. */
export const vendorChecks = (
  draft: RoleDraft,
  limits: VendorLimits | undefined,
  now: number,
  words: Words,
): readonly Check[] => {
  if (!limits) return [{ outcome: 'unread', text: words.markdown('access.limit.unknown') }];
  const outcomes = ruleOutcomes(draft, limits, now);
  const required: Readonly<Record<VendorRule, boolean>> = {
    ExpirationRule: limits.max !== undefined || limits.endRequired,
    JustificationRule: limits.reason,
    EligibilityRule: false,
    TicketingRule: limits.ticket,
    MfaRule: limits.mfa,
  };
  const { JustificationRule: reason, TicketingRule: ticket, MfaRule: mfa } = outcomes;
  const reasonText = words.markdown(
    reason === 'fails' ? 'access.preview.JustificationRuleFails' : 'access.preview.JustificationRule',
  );
  const ticketText = words.markdown(
    ticket === 'fails' ? 'access.preview.TicketingRuleFails' : 'access.preview.TicketingRule',
  );
  const lines: readonly (Check & { readonly rule: VendorRule })[] = [
    { rule: 'ExpirationRule', ...vendorTime(draft, limits, now, words) },
    { rule: 'JustificationRule', outcome: reason, text: reasonText },
    { rule: 'TicketingRule', outcome: ticket, text: ticketText },
    { rule: 'MfaRule', outcome: mfa, text: words.markdown('access.preview.MfaRule') },
  ];
  const others = policyRules.filter((rule) => !required[rule]);
  return [
    ...lines.filter(({ rule }) => required[rule]),
    { outcome: 'passes', text: words.markdown('access.preview.notAsked', { rules: listed(others, words) }) },
  ];
};

/** How long it lasts beside a maximum, in words; `ms` is undefined without an end. */
const measured = ({ length, start }: RoleDraft, max: number | undefined, now: number, { spoken }: Words) => {
  const ms = length && lasting(length, start, now);
  return {
    length: length && { ms },
    values: {
      max: max === undefined ? 'none' : formatDuration(max, spoken),
      asked: ms === undefined ? '' : formatDuration(ms, spoken),
    },
  };
};

const policyTime = (draft: RoleDraft, max: number, now: number, words: Words): Check => {
  const {
    length,
    values: { max: most, asked },
  } = measured(draft, max, now, words);
  const outcome = expirationOutcome(length, { max, endRequired: true });
  if (outcome !== 'fails') return { outcome, text: words.markdown('access.preview.time', { max: most }) };
  return asked === ''
    ? { outcome, text: words.markdown('access.preview.timeEndless', { max: most }) }
    : { outcome, text: words.markdown('access.preview.timeFails', { max: most, asked }) };
};

const vendorTime = (draft: RoleDraft, limits: VendorLimits, now: number, words: Words): Check => {
  const {
    length,
    values: { max, asked },
  } = measured(draft, limits.max, now, words);
  const outcome = expirationOutcome(length, limits);
  if (outcome !== 'fails') return { outcome, text: words.markdown('access.preview.ExpirationRule', { max }) };
  return asked === ''
    ? { outcome, text: words.markdown('access.preview.ExpirationRuleEndless', { max }) }
    : { outcome, text: words.markdown('access.preview.ExpirationRuleFails', { max, asked }) };
};
