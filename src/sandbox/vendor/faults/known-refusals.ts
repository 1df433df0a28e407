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
  Authorization_RequestDenied: [403, 'Insufficient privileges to complete the operation.'],
  SubjectNotFound: [400, 'The subject is not found.'],
};
