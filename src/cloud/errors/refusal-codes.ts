import type { TextKey, TextName } from '#platform/lib/text-key.ts';

/**
 * What a refusal means for the same call. `later`: nothing was done, and it may succeed by itself. `final`: it cannot
 * succeed. `done`: what it asks for is there already, by us or somebody else, which a read tells. `lost`: it may have been
 * carried out, which a read tells.
 */
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

/**
 * The only list of the management service's codes: the documents' own, and those that others recorded in public issues, in
 * the public pages on common errors, and in what the published tools repeat. They stand behind the text for people.
 */
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

/**
 * The public pages say up to ten minutes of role assignments, and some of new accounts: with the engine's pauses, which grow to
 * a minute, so many tries take that long.
 */
const REPLICATION_TRIES = 12;
const REPLICATED: readonly ErrorName[] = ['principalNotFound', 'roleMissing', 'authorizationFailed'];

/** What a text stands for where no code decides. */
export const meaningFor = (is: RefusalClass, name: ErrorName): ErrorMeaning => ({ is, text: `vendor.error.${name}` });

/** By the code in lower case; a map, because a code may be any word. */
export const meaningByCode: ReadonlyMap<string, ErrorMeaning> = new Map(
  (Object.keys(codes) as RefusalClass[]).flatMap((is) =>
    (Object.entries(codes[is]) as [ErrorName, string][]).flatMap(([name, list]) => {
      const limited = is === 'later' && REPLICATED.includes(name) ? { mostTries: REPLICATION_TRIES } : {};
      return list.split(/\s+/).map((code) => [code.toLowerCase(), { ...meaningFor(is, name), ...limited }] as const);
    }),
  ),
);
