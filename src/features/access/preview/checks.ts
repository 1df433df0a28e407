import { policyRules } from '#cloud/errors/refusal-codes.ts';
import type { DecisionPreview } from '#engine/changes/decision/preview.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import type { TextKey, TextName } from '#platform/lib/errors.ts';
import { oneLine } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import type { Check, Outcome } from '#teams/cards/form-preview.ts';
import { fitsTicket, ticketValues, type VendorLimits } from '../limits.ts';
import type { AccessRole } from '../policy.ts';
import { expirationOutcome, lasting, type RoleDraft, ruleOutcomes, type VendorRule } from './rule-outcomes.ts';

interface PolicyRules {
  readonly role: AccessRole;
  /** Characters. */
  readonly shortestReason: number;
  readonly decision: DecisionPreview | undefined;
  /** The vendor's limits say whether a ticket is asked for; undefined: they could not be read. */
  readonly vendor: VendorLimits | undefined;
  readonly now: number;
}

/** What Steward's own policy says, a line for each rule that it has. */
export const policyChecks = (
  draft: RoleDraft,
  { role, shortestReason: least, decision, vendor, now }: PolicyRules,
  words: Words,
): readonly Check[] => {
  const { start, reason, ticket } = draft;
  const asksTicket = !vendor || vendor.ticket || Boolean(ticket);
  const within = formatDuration(role.startWithin, words.formatLocale);
  const startOutcome: Outcome = start !== null && start - now > role.startWithin ? 'fails' : 'passes';
  return [
    ...(role.max === undefined ? [] : [policyTime(draft, role.max, now, words)]),
    ...(start === null ? [] : [{ outcome: startOutcome, text: words.markdown('access.preview.start', { within }) }]),
    ...(least === 1
      ? []
      : [{ outcome: reasonOutcome(reason, least), text: words.markdown('access.preview.reason', { least }) }]),
    ...(asksTicket && role.tickets.length > 0 ? [ticketCheck(draft, role, words)] : []),
    ...(decision ? [approvalsCheck(decision, words)] : []),
  ];
};

const ticketCheck = ({ ticket }: RoleDraft, { tickets }: AccessRole, words: Words): Check => {
  const text = words.markdown('access.preview.ticket', ticketValues(tickets));
  if (!ticket) return { outcome: 'open', text };
  return { outcome: fitsTicket(tickets, ticket) ? 'passes' : 'fails', text };
};

const reasonOutcome = (reason: string | undefined, least: number): Outcome => {
  if (!reason) return 'open';
  return oneLine(reason).length >= least ? 'passes' : 'fails';
};

const approvalsCheck = ({ needs, possible }: DecisionPreview, words: Words): Check =>
  possible
    ? { outcome: 'passes', text: words.markdown('access.preview.approvals', { needs }) }
    : { outcome: 'fails', text: words.markdown('access.preview.approvalsFails', { needs }) };

/** A rule of the vendor's with its outcome; its text is written for each reader. */
interface RuleCheck {
  readonly rule: VendorRule;
  readonly outcome: Outcome;
  readonly text: TextName<'access.preview'>;
  readonly values: Readonly<Record<string, string>>;
}

/** The rules that the role has, each with what would become of it. */
const vendorRules = (draft: RoleDraft, limits: VendorLimits, now: number, words: Words): readonly RuleCheck[] => {
  const outcomes = ruleOutcomes(draft, limits, now);
  const required: Readonly<Record<VendorRule, boolean>> = {
    ExpirationRule: limits.max !== undefined || limits.endRequired,
    JustificationRule: limits.reason,
    EligibilityRule: false,
    TicketingRule: limits.ticket,
    MfaRule: limits.mfa,
  };
  const { JustificationRule: reason, TicketingRule: ticket, MfaRule: mfa } = outcomes;
  const lines: readonly RuleCheck[] = [
    { rule: 'ExpirationRule', ...vendorTime(draft, limits, now, words) },
    {
      ...{ rule: 'JustificationRule', outcome: reason, values: {} },
      text: reason === 'fails' ? 'JustificationRuleFails' : 'JustificationRule',
    },
    {
      ...{ rule: 'TicketingRule', outcome: ticket, values: {} },
      text: ticket === 'fails' ? 'TicketingRuleFails' : 'TicketingRule',
    },
    { rule: 'MfaRule', outcome: mfa, text: 'MfaRule', values: {} },
  ];
  return lines.filter(({ rule }) => required[rule]);
};

/** What the vendor would answer: a line for each rule that the role has. */
export const vendorRuleChecks = (
  draft: RoleDraft,
  limits: VendorLimits | undefined,
  now: number,
  words: Words,
): readonly Check[] =>
  limits
    ? vendorRules(draft, limits, now, words).map(({ outcome, text, values }) => ({
        ...{ outcome, text: words.markdown(`access.preview.${text}`, values) },
      }))
    : [{ outcome: 'unread', text: words.markdown('access.limit.unknown') }];

/** The same, and one line for all other rules. */
export const vendorChecks = (
  draft: RoleDraft,
  limits: VendorLimits | undefined,
  now: number,
  words: Words,
): readonly Check[] => {
  const checks = vendorRuleChecks(draft, limits, now, words);
  if (!limits) return checks;
  const rules = vendorRules(draft, limits, now, words);
  const others = policyRules.filter((rule) => !rules.some((one) => one.rule === rule));
  return [
    ...checks,
    { outcome: 'passes', text: words.markdown('access.preview.notAsked', { rules: listed(others, words) }) },
  ];
};

/** For which rule the vendor would refuse it, as a text that is written later; undefined: for none. */
export const vendorRefusal = (
  draft: RoleDraft,
  limits: VendorLimits | undefined,
  now: number,
  words: Words,
): { readonly text: TextKey; readonly values: RuleCheck['values'] } | undefined => {
  const failed = limits && vendorRules(draft, limits, now, words).find(({ outcome }) => outcome === 'fails');
  return failed && { text: `access.preview.${failed.text}`, values: failed.values };
};

/** How long it lasts beside a maximum, in words; `ms` is undefined without an end. */
const measured = ({ length, start }: RoleDraft, max: number | undefined, now: number, { formatLocale }: Words) => {
  const ms = length && lasting(length, start, now);
  return {
    length: length && { ms },
    values: {
      max: max === undefined ? 'none' : formatDuration(max, formatLocale),
      asked: ms === undefined ? '' : formatDuration(ms, formatLocale),
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

const vendorTime = (
  draft: RoleDraft,
  limits: VendorLimits,
  now: number,
  words: Words,
): Pick<RuleCheck, 'outcome' | 'text' | 'values'> => {
  const { length, values } = measured(draft, limits.max, now, words);
  const outcome = expirationOutcome(length, limits);
  if (outcome !== 'fails') return { outcome, text: 'ExpirationRule', values };
  return { outcome, text: values.asked === '' ? 'ExpirationRuleEndless' : 'ExpirationRuleFails', values };
};
