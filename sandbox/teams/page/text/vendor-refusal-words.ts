/** The refusals of the public service that need a person, by their codes: the name of the fault, and why the vendor refuses. */
export const vendorRefusals: Readonly<Record<string, readonly [name: string, why: string]>> = {
  AuthorizationFailed: ['No right (403)', 'with 403 AuthorizationFailed'],
  InsufficientPermissions: ['May not manage eligible roles (400)', 'with 400 InsufficientPermissions'],
  LinkedAuthorizationFailed: ['No right on a linked resource (403)', 'with 403 LinkedAuthorizationFailed'],
  AadPremiumLicenseRequired: ['The tenant has no licence', 'since the tenant lacks the licence for eligible roles'],
  MissingSubscriptionRegistration: [
    'The subscription is not registered',
    'since the subscription is not registered for the service',
  ],
  InvalidSubscriptionId: ['The subscription id is malformed', 'since the subscription’s id is malformed'],
  SubscriptionNotFound: ['The subscription is unknown', 'since there is no such subscription'],
  ScopeDoesNotMatchRoleDefinition: ['The role does not fit the place', 'since the role cannot be assigned there'],
  SubjectNotFound: ['The account is not known yet', 'since the directory does not know the account yet'],
  InvalidContainerGroupUpdate: [
    'The container group must be deleted first',
    'since the container group must be deleted first',
  ],
};
