import type { Parts } from '#cloud/operation.ts';
import { isGuid, type Scope, scopePath } from '#cloud/request/path.ts';
import type { Profile } from '#cloud/services/profile.ts';
import { iso } from '#platform/lib/clock.ts';
import type { EligibilityRequestAnswer } from './role-eligibility-schemas.ts';

const DAYS: Readonly<Record<string, number>> = { Y: 365, M: 30, W: 7, D: 1, TH: 1 / 24, TM: 1 / 1_440, TS: 1 / 86_400 };
const PATTERN =
  /^P(?=.)(?:(\d+(?:\.\d+)?)Y)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?=.)(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/i;

/** Days (with fractions) of an ISO 8601 duration, a month as 30 days and a year as 365; undefined for other text. */
export const durationDays = (text: string): number | undefined => {
  const match = PATTERN.exec(text);
  if (!match) return undefined;
  return Object.values(DAYS).reduce((sum, days, index) => sum + Number(match[index + 1] ?? 0) * days, 0);
};

/** A duration in days (docs/sources.md, Roles). @throws RangeError for anything but a whole number of days, at least 1 */
export const daysDuration = (days: number): string => {
  if (!Number.isSafeInteger(days) || days < 1) throw new RangeError('a duration is a whole number of days, at least 1');
  return `P${days}D`;
};

/** The document's three expiry rules. */
export type Expiration =
  | { readonly type: 'AfterDuration'; readonly days: number }
  | { readonly type: 'AfterDateTime' /** Milliseconds since 1970. */; readonly end: number }
  | { readonly type: 'NoExpiration' };

interface CommonRequest {
  readonly scope: Scope;
  /** A GUID of ours; the request's identity at the vendor. */
  readonly name: string;
  readonly principalId: string;
  /** A GUID or any id that ends in one. */
  readonly roleDefinitionId: string;
  readonly justification?: string;
  readonly ticket?: { readonly number: string; readonly system?: string };
}

interface GrantRequest extends CommonRequest {
  readonly type: 'AdminAssign';
  /** Limits what the role allows, in the vendor's own language; absent: no limit. */
  readonly condition?: { readonly text: string; readonly version: string };
  /** Milliseconds since 1970. */
  readonly start: number;
  readonly expiration: Expiration;
}

interface RemoveRequest extends CommonRequest {
  readonly type: 'AdminRemove';
}

type EligibilityRequest = GrantRequest | RemoveRequest;

/** The request with the document's names, capitalised as there (docs/sources.md, Roles). */
export const writeEligibilityRequest = (request: EligibilityRequest, profile: Profile): Parts => {
  if (!isGuid(request.principalId)) throw new RangeError('a principal needs its object id');
  return {
    path: { scope: scopePath(request.scope, profile), roleEligibilityScheduleRequestName: request.name },
    body: {
      Properties: {
        RoleDefinitionId: roleDefinitionId(request.roleDefinitionId, request.scope, profile),
        PrincipalId: request.principalId,
        RequestType: request.type,
        ...(request.type === 'AdminAssign' ? writeGrant(request) : {}),
        ...(request.justification === undefined ? {} : { Justification: request.justification }),
        ...(request.ticket === undefined ? {} : { TicketInfo: writeTicket(request.ticket) }),
      },
    },
  };
};

const writeGrant = (request: GrantRequest): object => ({
  ScheduleInfo: writeSchedule(request),
  ...(request.condition && { Condition: request.condition.text, ConditionVersion: request.condition.version }),
});

const writeSchedule = ({ start, expiration }: GrantRequest): unknown => ({
  StartDateTime: iso(start),
  Expiration: writeExpiration(expiration),
});

const writeExpiration = (expiration: Expiration): unknown => {
  if (expiration.type === 'AfterDuration') return { Type: expiration.type, Duration: daysDuration(expiration.days) };
  if (expiration.type === 'AfterDateTime') return { Type: expiration.type, EndDateTime: iso(expiration.end) };
  return { Type: expiration.type };
};

/** The inner names are the public service's (docs/sources.md, Roles), capitalised like the rest. */
const writeTicket = (ticket: NonNullable<CommonRequest['ticket']>): unknown => ({
  TicketNumber: ticket.number,
  ...(ticket.system === undefined ? {} : { TicketSystem: ticket.system }),
});

const DONE: readonly string[] = ['Provisioned', 'Revoked'];
const REFUSED: readonly string[] = [
  'AdminDenied',
  'Canceled',
  'Denied',
  'Failed',
  'FailedAsResourceIsLocked',
  'Invalid',
  'TimedOut',
];

/** A request that is granted for a later start has these until then. */
const SCHEDULED: readonly string[] = ['Granted', 'ScheduleCreated'];

/** The meaning of the vendor's answer to a request: only `done` confirms it; for `open`, a later read decides. */
export const requestState = (
  answer: Pick<EligibilityRequestAnswer, 'status' | 'scheduleInfo' | 'createdOn'>,
): 'done' | 'refused' | 'open' => {
  const { status } = answer;
  if (status === undefined) return 'open';
  if (DONE.includes(status) || (SCHEDULED.includes(status) && startsLater(answer))) return 'done';
  return REFUSED.includes(status) ? 'refused' : 'open';
};

const startsLater = ({ scheduleInfo, createdOn }: Pick<EligibilityRequestAnswer, 'scheduleInfo' | 'createdOn'>) =>
  Date.parse(scheduleInfo?.startDateTime ?? '') > Date.parse(createdOn ?? '');

/** An assignment with one of these has not begun: its request can be cancelled, and AdminRemove does not find it. */
const PENDING: readonly string[] = [
  'Granted',
  'PendingAdminDecision',
  'PendingApproval',
  'PendingApprovalProvisioning',
  'PendingEvaluation',
  'PendingProvisioning',
];

export const hasNotBegun = ({ status }: { readonly status?: string | undefined }): boolean =>
  status !== undefined && PENDING.includes(status);

/** The role's GUID, lower case, from a GUID or from a full id however long; undefined for other text. */
export const roleGuid = (idOrGuid: string): string | undefined => {
  const guid = idOrGuid.split('/').at(-1) ?? '';
  return isGuid(guid) ? guid.toLowerCase() : undefined;
};

/** The full id of a role (docs/sources.md, Roles). @param role a GUID or any id that ends in one @throws RangeError for other text */
export const roleDefinitionId = (role: string, scope: Scope, profile: Profile): string => {
  const guid = roleGuid(role);
  if (guid === undefined) throw new RangeError('a role needs its GUID');
  const root =
    scope.kind === 'managementGroup'
      ? ''
      : scopePath({ kind: 'subscription', subscriptionId: scope.subscriptionId }, profile);
  return `${root}/providers/${profile.namespace}.Authorization/roleDefinitions/${guid}`;
};
