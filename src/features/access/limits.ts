import { VendorError } from '#cloud/errors/errors.ts';
import { getRoleManagementPolicy, listRoleManagementPolicyAssignments } from '#cloud/operations/role-eligibility.ts';
import { roleGuid } from '#cloud/operations/role-eligibility-request.ts';
import { policyLimits } from '#cloud/operations/role-eligibility-schemas.ts';
import type { Forbidden } from '#engine/changes/change-kind.ts';
import type { Services } from '#features/feature.ts';
import { DAY, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { oneLine } from '#platform/lib/text.ts';
import type { PolicyPlace } from '#policy/policy.ts';
import type { AccessRole } from './policy.ts';
import type { VendorRule } from './preview/rule-outcomes.ts';

/** No digit follows a +, so the text can be read in one way only. */
const regexOf = (text: string): RegExp =>
  new RegExp(`^${text.replaceAll('.', '\\.').replaceAll('#+', '\\d+').replaceAll('#', '\\d')}$`, 'i');

/**
 * Whether a ticket is written as one of the patterns, in capitals or not. Any is without patterns, and none always is: whether
 * one is required is the vendor's rule.
 */
export const fitsTicket = (patterns: readonly string[], ticket: string): boolean =>
  ticket === '' || patterns.length === 0 || patterns.some((one) => regexOf(one).test(ticket));

/** How one ticket for several roles is written: as that of any role that asks for one. */
export const sharedTickets = (all: readonly Pick<Limits, 'ticket' | 'tickets' | 'vendor'>[]): readonly string[] => {
  const asking = all.filter(({ ticket, vendor }) => ticket || !vendor).map(({ tickets }) => tickets);
  return asking.some((patterns) => patterns.length === 0) ? [] : [...new Set(asking.flat())];
};

/** What a text about the patterns shows of them. */
export const ticketValues = (patterns: readonly string[]) => ({
  count: patterns.length,
  patterns: patterns.join(', '),
  hasMore: patterns.some((one) => one.includes('+')),
});

/** A ticket that the first pattern could mean. */
export const exampleTicket = ([first = '']: readonly string[]): string => {
  const digits = '1042';
  let count = 0;
  return first.replaceAll('+', '').replaceAll('#', () => digits.charAt(count++ % digits.length));
};

/** A ticket as it is stored and sent. */
export const ticketOf = ({ ticket = '' }: { readonly ticket?: string | undefined }): string => oneLine(ticket, 60);

/** What the policy forbids in a ticket. @param patterns those of the role */
export const forbiddenTicket = (patterns: readonly string[], ticket: string): Forbidden | undefined =>
  fitsTicket(patterns, ticket) ? undefined : { text: 'access.failure.ticket', values: ticketValues(patterns) };

/** The limits of one role at one place: the stricter of the vendor's policy and ours. */
export interface Limits {
  /** Milliseconds; undefined: no maximum. */
  readonly max: number | undefined;
  readonly endRequired: boolean;
  /** How far ahead it may start, in milliseconds. */
  readonly startWithin: number;
  readonly reason: boolean;
  readonly ticket: boolean;
  /** How a ticket is written, by our policy. */
  readonly tickets: readonly string[];
  readonly mfa: boolean;
  /** The vendor's own; undefined when it could not be read: it then checks its limits when it grants the role. */
  readonly vendor: VendorLimits | undefined;
}

/** The limits in the vendor's policy for a role. */
export type VendorLimits = Omit<Limits, 'vendor' | 'startWithin' | 'tickets'>;

/** After this time a form continues without what it could not read. */
export const PATIENCE_MS = 2 * SECOND;
const FRESH_MS = 10 * MINUTE;
/** An unavailable vendor is not read again on each page of a form. */
export const RETRY_MS = 20 * SECOND;

/**
 * Reads the limits from the vendor, at most every ten minutes for one role and place.
 * @param refused the rules by which the vendor refused such a request: they hold, whatever was read of its policy before
 */
export const limitsOf = async (
  services: Pick<Services, 'vendor' | 'clock' | 'cache'>,
  place: PolicyPlace,
  role: AccessRole,
  answerBy: number,
  refused: readonly string[] = [],
): Promise<Limits> => {
  const key = `limits ${place.key}/${role.id}`;
  const limits = await services.cache.get(`try ${key}`, RETRY_MS, () =>
    services.cache
      .get(key, refused.length > 0 ? RETRY_MS : FRESH_MS, () =>
        readLimits(services, place, role, Math.min(answerBy, services.clock.now() + PATIENCE_MS)),
      )
      .catch(nothingKnown),
  );
  const wanted = (rule: VendorRule): boolean => refused.includes(rule);
  const withRefused = <L extends VendorLimits>(known: L): L => ({
    ...known,
    reason: known.reason || wanted('JustificationRule'),
    ticket: known.ticket || wanted('TicketingRule'),
  });
  return { ...withRefused(strict(limits ?? NOTHING, role)), vendor: limits && withRefused(limits) };
};

const NOTHING = { max: undefined, endRequired: false, reason: false, ticket: false, mfa: false };

/** For a read without which a form continues. @throws what is not the vendor's fault */
export const nothingKnown = (error: unknown): undefined => {
  if (!(error instanceof VendorError)) throw error;
  return undefined;
};

/** The stricter of the vendor's limits and ours. */
export const strict = (limits: VendorLimits, role: AccessRole): Omit<Limits, 'vendor'> => {
  const max = Math.min(limits.max ?? Number.POSITIVE_INFINITY, role.max ?? Number.POSITIVE_INFINITY);
  return {
    ...limits,
    max: Number.isFinite(max) ? max : undefined,
    endRequired: limits.endRequired || role.max !== undefined,
    startWithin: role.startWithin,
    tickets: role.tickets,
  };
};

/** Reads the limits from the vendor now. @throws VendorError where they cannot be read by then */
export const readLimits = async (
  { vendor }: Pick<Services, 'vendor'>,
  place: PolicyPlace,
  role: AccessRole,
  endBy: number,
): Promise<VendorLimits> => {
  const options = { endBy };
  const { scope } = place;
  const asked = { scope, role: role.id };
  for await (const assignment of vendor.list(listRoleManagementPolicyAssignments, asked, options)) {
    // A service that ignores the filter lists the policies of other roles too.
    if (roleGuid(assignment.roleDefinitionId) !== role.id) continue;
    const { effectiveRules: rules = [], policyId } = assignment;
    const name = policyId.split('/').at(-1) ?? '';
    const limits = policyLimits(
      rules.length > 0 ? { rules } : await vendor.call(getRoleManagementPolicy, { scope, name }, options),
    );
    return {
      max: limits.maximumDays === undefined ? undefined : limits.maximumDays * DAY,
      endRequired: limits.expirationRequired,
      reason: limits.justification,
      ticket: limits.ticket,
      mfa: limits.mfa,
    };
  }
  return { max: undefined, endRequired: false, reason: false, ticket: false, mfa: false };
};
