import type { TextKey, TextName } from '#platform/lib/errors.ts';

/** `later`: nothing was done, it may succeed by itself. `final`: it cannot. `done`, `lost`: it is there, or may be, which a read tells. */
export type RefusalClass = 'later' | 'final' | 'done' | 'lost';

export interface ErrorMeaning {
  readonly is: RefusalClass;
  /** The key of the text for people. */
  readonly text: TextKey;
  /** The wait before another try, in milliseconds, if the vendor's documents say it but its answer does not. */
  readonly waitMs?: number;
  /** A refusal for now is final after so many tries. */
  readonly mostTries?: number;
}

type ErrorName = TextName<'vendor.error'>;

/** The only list of the management service's codes: those of the documents, of public issues and pages, and of the published tools. */
const codes: Readonly<Record<RefusalClass, Readonly<Partial<Record<ErrorName, string>>>>> = {
  done: {
    roleAssignmentExists: 'RoleAssignmentExists',
    roleAssignmentDoesNotExist: 'RoleAssignmentDoesNotExist',
  },
  lost: {
    unavailable:
      'ServerTimeout GatewayTimeout RequestTimeout OperationTimedOut InternalServerError InternalExecutionError',
  },
  later: {
    requestPending: 'PendingRoleAssignmentRequest RoleAssignmentScheduleRequestExists',
    activeDurationTooShort: 'ActiveDurationTooShort',
    groupBusy: 'ContainerGroupTransitioning',
    busy: `AnotherOperationInProgress OperationInProgress InProgress OperationPreempted RetryableError
      RetryableErrorDueToAnotherOperation StorageAccountOperationInProgress PendingTransactionAlreadyExists
      ConflictingConcurrentWriteNotAllowed ConcurrentUpdateError ReferencedResourceNotProvisioned ResourceNotReady`,
    throttled: `TooManyRequests SubscriptionRequestsThrottled TenantRequestsThrottled ResourceRequestsThrottled
      ResourceCollectionRequestsThrottled OperationThrottled`,
    unavailable: 'ServiceUnavailable ServerBusy',
    // What was created or granted lately has to reach every part of the vendor.
    principalNotFound: 'PrincipalNotFound SubjectNotFound',
    roleMissing: 'RoleDefinitionDoesNotExist',
    authorizationFailed: 'AuthorizationFailed',
  },
  final: {
    authenticationFailed: `AuthenticationFailed AuthenticationFailedInvalidHeader InvalidAuthenticationToken
      ExpiredAuthenticationToken InvalidAuthenticationTokenAudience`,
    otherDirectory: 'InvalidAuthenticationTokenTenant',
    apiVersion: `MissingApiVersionParameter InvalidApiVersionParameter NoRegisteredProviderFound InvalidResourceType
      UnsupportedApiVersion`,
    invalidContent: 'InvalidRequestContent',
    licenceMissing: 'AadPremiumLicenseRequired',
    insufficientPermissions: 'InsufficientPermissions',
    linkedAuthorizationFailed: 'LinkedAuthorizationFailed',
    providerNotRegistered: 'MissingSubscriptionRegistration SubscriptionNotRegistered',
    subscriptionIdInvalid: 'InvalidSubscriptionId',
    subscriptionNotFound: 'SubscriptionNotFound',
    subscriptionDisabled: 'ReadOnlyDisabledSubscription SubscriptionDisabled DisabledSubscription',
    roleNotHere: 'ScopeDoesNotMatchRoleDefinition',
    locked: 'ScopeLocked ResourceIsLocked FailedAsResourceIsLocked',
    disallowed: 'RequestDisallowedByPolicy RequestDisallowedByAzure',
    osType: 'InvalidOsType',
    resourceRequests: 'ResourceRequestsNotSpecified',
    addressPorts: 'MissingIpAddressPorts',
    groupQuota: 'ContainerGroupQuotaReached QuotaExceeded ResourceQuotaExceeded SubscriptionIsOverQuotaForSku',
    imageAccess: 'InaccessibleImage RegistryErrorResponse',
    labelTaken: 'DnsNameLabelNotAvailable',
    groupUpdate: 'InvalidContainerGroupUpdate InvalidResourceLocation',
    groupLimits: 'ResourceLimitsLessThanRequests ContainerLimitGreaterThanContainerGroupTotalRequest',
    location: 'LocationRequired LocationNotAvailableForResourceType MissingRegistrationForLocation',
  },
};

/** The public pages speak of ten minutes for role assignments and some new accounts; with the engine's pauses so many tries take that long. */
const REPLICATION_TRIES = 12;
const REPLICATED: readonly ErrorName[] = ['principalNotFound', 'roleMissing', 'authorizationFailed'];

/** What a text stands for where no code decides. */
const meaningFor = (is: RefusalClass, name: ErrorName): ErrorMeaning => ({ is, text: `vendor.error.${name}` });

/** By the code in lower case; a map, because a code may be any word. */
export const meaningByCode: ReadonlyMap<string, ErrorMeaning> = new Map(
  (Object.keys(codes) as RefusalClass[]).flatMap((is) =>
    (Object.entries(codes[is]) as [ErrorName, string][]).flatMap(([name, list]) => {
      const limited = is === 'later' && REPLICATED.includes(name) ? { mostTries: REPLICATION_TRIES } : {};
      return list.split(/\s+/).map((code) => [code.toLowerCase(), { ...meaningFor(is, name), ...limited }] as const);
    }),
  ),
);

/** The rules of a role's policy that can refuse a request (docs/sources.md, Roles). */
export const policyRules = [
  'ExpirationRule',
  'JustificationRule',
  'EligibilityRule',
  'TicketingRule',
  'MfaRule',
] as const;

const byStatus: Readonly<Record<number, ErrorMeaning>> = {
  401: meaningFor('final', 'authenticationFailed'),
  403: meaningFor('final', 'authorizationFailed'),
  404: meaningFor('final', 'notFound'),
  408: meaningFor('lost', 'unavailable'),
  423: meaningFor('later', 'busy'),
  429: meaningFor('later', 'throttled'),
  500: meaningFor('lost', 'unavailable'),
  502: meaningFor('lost', 'unavailable'),
  503: meaningFor('later', 'unavailable'),
  504: meaningFor('lost', 'unavailable'),
};

/** Whether a text says the one and, behind it, the other: as one pattern it would take the square of the time of a long text. */
const saysBoth = (message: string, first: RegExp, behind: RegExp): boolean => {
  const at = message.search(first);
  return at >= 0 && behind.test(message.slice(at));
};

/** Tools that pass the message on leave the code out. */
const saysDeleteFirst = (message: string): boolean =>
  saysBoth(message, /\bupdates on container group\b/i, /\binvalid\b/i);

/** Its code, ServiceUnavailable, is that of an outage too. */
const NO_CAPACITY = /\brequested resource is not available in the location\b/i;

/** True for the answer to a request name that was used before: our earlier request arrived. */
export const saysNameReused = (status: number, message: string): boolean =>
  status === 409 && saysBoth(message, /\brole assignment request with id\b/i, /\balready exists\b/i);

const POLICY_FAILED = 'roleassignmentrequestpolicyvalidationfailed';
/** `["TicketingRule"]` as documented, or `TicketingRule - Ticket is required`. */
const RULE = /\b[a-z]{1,60}rule\b/gi;

/** The rules that a refusal names, in whatever wording, each once. */
export const failedRules = (code: string, message: string): readonly string[] => {
  if (code.toLowerCase() !== POLICY_FAILED) return [];
  const named = (message.match(RULE) ?? []).map(
    (rule) => policyRules.find((known) => known.toLowerCase() === rule.toLowerCase()) ?? rule,
  );
  return [...new Set(named)];
};

/** Under a code that says little, or none. */
const SAYS_LATER =
  /\b(?:retry|try again|try) (?:it )?(?:later|shortly|in (?:a few|some|\d+) \w+|after (?:a|some|\d+) \w+)\b|\b(?:another|previous|conflicting|pending) (?:\w+ ){0,3}(?:operation|request|update|deployment)\b.{0,80}\b(?:in progress|running|pending|exists|underway)\b/i;
const BY_MESSAGE: ReadonlySet<number> = new Set([400, 409, 412, 423]);

/** What a registry says to those who pull too much, whatever code it comes under. */
const PULL_LIMIT = /\btoomanyrequests\b|\bpull rate limit\b/i;

/** `No registered resource provider found for location 'a' and API version 'b' …`, and the versions that there are. */
const VERSION = /\bAPI version '([^']{1,40})'/i;
const VERSIONS = /\bsupported api-versions are '([^']{0,2000})/i;

/** The version is known, so the location is not. */
const saysOtherLocation = (message: string): boolean => {
  const [asked, known] = [VERSION, VERSIONS].map((pattern) => pattern.exec(message)?.[1]);
  return asked !== undefined && known?.split(/,\s*/).includes(asked) === true;
};

/** Words that look like a code: several errors come under one of their own. */
const CODE = /\b[A-Z][a-z]+[A-Z][A-Za-z]+\b/g;

/** By code before status, since the documents give codes no status. @param more codes of the errors that it holds */
export const meaningOf = (status: number, code: string, message: string, more = ''): ErrorMeaning => {
  if (saysNameReused(status, message)) return meaningFor('done', 'requestNameReused');
  const rules = failedRules(code, message);
  const only = rules.length === 1 ? policyRules.find((rule) => rule === rules[0]) : undefined;
  if (only) return { is: 'final', text: `vendor.rule.${only}` };
  if (code.toLowerCase() === POLICY_FAILED)
    return meaningFor('final', rules.length === 0 ? 'policyFailedUnnamed' : 'policyFailed');
  if (saysDeleteFirst(message)) return meaningFor('final', 'groupUpdate');
  if (status === 409 && NO_CAPACITY.test(message)) return meaningFor('final', 'groupCapacity');
  const said = `${message}\n${more}`;
  if (PULL_LIMIT.test(said)) return meaningFor('later', 'registryLimit');
  const own = meaningByCode.get(code.toLowerCase());
  const inner = own ? [] : (said.match(CODE) ?? []).flatMap((word) => meaningByCode.get(word.toLowerCase()) ?? []);
  const known = own ?? inner[0];
  const isLater = BY_MESSAGE.has(status) && SAYS_LATER.test(said);
  if (known?.text === 'vendor.error.imageAccess') return isLater ? meaningFor('later', 'registryLimit') : known;
  if (known?.text === 'vendor.error.apiVersion' && saysOtherLocation(message)) return meaningFor('final', 'location');
  return known ?? (isLater ? meaningFor('later', 'later') : (byStatus[status] ?? meaningFor('final', 'unknown')));
};
