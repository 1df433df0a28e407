import { VendorError } from '#cloud/errors/errors.ts';
import { getRoleManagementPolicy, listRoleManagementPolicyAssignments } from '#cloud/operations/role-eligibility.ts';
import { roleGuid } from '#cloud/operations/role-eligibility-request.ts';
import { policyLimits } from '#cloud/operations/role-eligibility-schemas.ts';
import type { Services } from '#features/feature.ts';
import { DAY, MINUTE, SECOND } from '#platform/lib/clock.ts';
import type { PolicyPlace } from '#policy/policy.ts';
import type { AccessRole } from './policy.ts';
import type { VendorRule } from './preview/rule-outcomes.ts';

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
