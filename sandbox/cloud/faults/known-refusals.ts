/** How the public service refuses: status and message by code, as recorded by others. `{ns}` is the namespace. */
export const knownRefusals: Readonly<Record<string, readonly [status: number, message: string]>> = {
  AuthorizationFailed: [403, 'The client does not have authorization to perform this action or the scope is invalid.'],
  AadPremiumLicenseRequired: [400, 'The tenant needs to have {ns} Entra ID P2 or {ns} Entra ID Governance license.'],
  InsufficientPermissions: [
    400,
    "The requestor does not have permissions for this request. Please use $filter=asTarget() to filter on the requestor's assignments.",
  ],
  MissingSubscriptionRegistration: [
    409,
    "The subscription is not registered to use namespace '{ns}.ContainerInstance'. See https://aka.ms/rps-not-found for how to register subscriptions.",
  ],
  InvalidSubscriptionId: [400, 'The provided subscription identifier is malformed or invalid.'],
  SubscriptionNotFound: [404, 'The subscription could not be found.'],
  ScopeDoesNotMatchRoleDefinition: [400, 'The scope does not match the assignable scopes of the role definition.'],
  LinkedAuthorizationFailed: [
    403,
    "The client has permission to perform action '{ns}.ContainerInstance/containerGroups/write'; however, it does not have permission to perform action '{ns}.Network/virtualNetworks/subnets/join/action' on the linked scope(s) or the linked scope(s) are invalid.",
  ],
  InvalidContainerGroupUpdate: [
    400,
    'The updates on container group are invalid. If you are going to update the os type, restart policy, network profile, CPU, memory or GPU resources for a container group, you must delete it first and then create a new one.',
  ],
  PendingRoleAssignmentRequest: [400, 'There is already an existing pending Role assignment request.'],
  RoleDefinitionDoesNotExist: [404, 'The specified role definition does not exist.'],
  PrincipalNotFound: [
    400,
    'The principal does not exist in the directory. If you are creating this principal and then immediately assigning a role, this error might be related to a replication delay.',
  ],
  RegistryErrorResponse: [
    409,
    "An error response is received from the docker registry 'index.docker.io'. Please retry later.",
  ],
  ContainerGroupTransitioning: [409, 'The container group is still transitioning, please retry later.'],
  MissingParameter: [400, 'Required parameter DisplayName not provided.'],
  InvalidAuthenticationTokenTenant: [
    401,
    'The access token is from the wrong issuer. It must match the tenant associated with this subscription. Note, if the subscription is transferred to another tenant, information about the new tenant could take time to propagate (up to an hour).',
  ],
  NoRegisteredProviderFound: [
    400,
    "No registered resource provider found for location 'chinaeast2' and API version '2025-09-01' for type 'containerGroups'. The supported api-versions are '2023-05-01, 2021-10-01'. The supported locations are 'chinaeast2, chinanorth2'.",
  ],
  Authorization_RequestDenied: [403, 'Insufficient privileges to complete the operation.'],
  SubjectNotFound: [400, 'The subject is not found.'],
};
