import { z } from 'zod';
import { lenient, word } from '#cloud/response/response.ts';
import { durationDays } from './role-eligibility-request.ts';

/** Vendor-facts section 3. Each schema reads `{id, name, properties}` and returns one flat object. */
const record = <Shape extends z.ZodRawShape>(properties: Shape) =>
  lenient({ id: z.string().min(1), name: z.string().min(1), properties: lenient(properties) }).transform(
    ({ id, name, properties: fields }) => ({ id, name, ...fields }),
  );

const text = z.string().optional();
const moment = z.iso.datetime({ offset: true });

const named = lenient({ id: text, displayName: text, type: text, email: text });

const status = word(
  'Accepted',
  'PendingEvaluation',
  'Granted',
  'Denied',
  'PendingProvisioning',
  'Provisioned',
  'PendingRevocation',
  'Revoked',
  'Canceled',
  'Failed',
  'PendingApprovalProvisioning',
  'PendingApproval',
  'FailedAsResourceIsLocked',
  'PendingAdminDecision',
  'AdminApproved',
  'AdminDenied',
  'TimedOut',
  'ProvisioningStarted',
  'Invalid',
  'PendingScheduleCreation',
  'ScheduleCreated',
  'PendingExternalProvisioning',
);

const common = {
  scope: z.string().min(1),
  roleDefinitionId: z.string().min(1),
  principalId: z.string().min(1),
  principalType: word('User', 'Group', 'ServicePrincipal', 'ForeignGroup', 'Device').optional(),
  status: status.optional(),
  condition: text,
  conditionVersion: text,
  createdOn: text,
  expandedProperties: lenient({
    scope: named.optional(),
    roleDefinition: named.optional(),
    principal: named.optional(),
  }).optional(),
};

const assignment = {
  ...common,
  startDateTime: moment.optional(),
  endDateTime: moment.optional(),
  memberType: word('Inherited', 'Direct', 'Group').optional(),
};

export const eligibilitySchedule = record({
  ...assignment,
  updatedOn: text,
  roleEligibilityScheduleRequestId: text,
});

export const eligibilityScheduleInstance = record({ ...assignment, roleEligibilityScheduleId: text });

export const eligibilityRequestAnswer = record({
  ...common,
  requestType: word('AdminAssign', 'AdminRemove').optional(),
  justification: text,
  requestorId: text,
  approvalId: text,
  targetRoleEligibilityScheduleId: text,
  targetRoleEligibilityScheduleInstanceId: text,
  scheduleInfo: lenient({
    startDateTime: moment.optional(),
    expiration: lenient({
      type: word('AfterDuration', 'AfterDateTime', 'NoExpiration').optional(),
      endDateTime: moment.optional(),
      duration: text,
    }).optional(),
  }).optional(),
  ticketInfo: lenient({ ticketNumber: text, ticketSystem: text }).optional(),
});

export const roleDefinition = record({
  roleName: z.string().min(1),
  type: text,
  description: text,
});

const rule = lenient({
  id: z.string(),
  isExpirationRequired: z.boolean().optional(),
  maximumDuration: text,
  enabledRules: z.array(word('MultiFactorAuthentication', 'Justification', 'Ticketing')).optional(),
});

export const roleManagementPolicy = record({ scope: text, rules: z.array(rule) });

export const roleManagementPolicyAssignment = record({
  scope: text,
  roleDefinitionId: z.string().min(1),
  policyId: z.string().min(1),
  /** The rules of the policy that hold at this scope. */
  effectiveRules: z.array(rule).optional(),
});

/** An eligible assignment, current or future. Times are ISO 8601; no `endDateTime` means no end. */
export type EligibilitySchedule = z.infer<typeof eligibilitySchedule>;
/** An eligible assignment that is in force now. */
export type EligibilityScheduleInstance = z.infer<typeof eligibilityScheduleInstance>;
export type EligibilityRequestAnswer = z.infer<typeof eligibilityRequestAnswer>;
type RoleManagementPolicy = z.infer<typeof roleManagementPolicy>;

/** The limits in a role's policy for grants by an administrator. */
interface PolicyLimits {
  /** In days, fractions allowed; absent when the policy has no limit. */
  readonly maximumDays?: number;
  readonly expirationRequired: boolean;
  readonly justification: boolean;
  readonly ticket: boolean;
  readonly mfa: boolean;
}

/** The two rules about grants of eligibility by administrators (docs/sources.md, Roles). */
export const policyLimits = ({ rules }: Pick<RoleManagementPolicy, 'rules'>): PolicyLimits => {
  const rule = (id: string) => rules.find((candidate) => candidate.id.toLowerCase() === id);
  const expiration = rule('expiration_admin_eligibility');
  const enabled = rule('enablement_admin_eligibility')?.enabledRules ?? [];
  // Templates and exports say "no maximum" as a duration of nothing: PT0S, P0D.
  const maximumDays = durationDays(expiration?.maximumDuration?.trim() ?? '') || undefined;
  return {
    ...(maximumDays === undefined ? {} : { maximumDays }),
    expirationRequired: expiration?.isExpirationRequired ?? false,
    justification: enabled.includes('Justification'),
    ticket: enabled.includes('Ticketing'),
    mfa: enabled.includes('MultiFactorAuthentication'),
  };
};
