import type { OperationId } from '../../../cloud/operation-ids.ts';
import { capitalised, type FaultChoice, type FaultValues, upcoming } from './fault-choice.ts';
import { vendorRefusals } from './vendor-refusal-words.ts';

/** Of Microsoft Graph. */
type DirectoryRead = 'listGroupMembers' | 'getDirectoryGroup' | 'listDirectoryUsers';

/** Of the directory's sign-in service. */
type SignInAddress = 'authorize' | 'token' | 'keys';

/** One call and several calls of each operation, for sentences; `''` is any call but the sign-in. */
const calls: Readonly<Record<OperationId | DirectoryRead | SignInAddress | '', readonly [string, string]>> = {
  '': ['call to the vendor', 'calls to the vendor'],
  createEligibilityRequest: ['grant or removal', 'grants or removals'],
  getEligibilityRequest: ['reading of a grant or removal', 'readings of grants and removals'],
  cancelEligibilityRequest: [
    'cancellation of a grant that has not begun',
    'cancellations of grants that have not begun',
  ],
  listEligibilitySchedules: ['list of who is eligible', 'lists of who is eligible'],
  listEligibilityScheduleInstances: ['list of who is eligible right now', 'lists of who is eligible right now'],
  listRoleDefinitions: ['list of roles', 'lists of roles'],
  listRoleManagementPolicyAssignments: ['look-up of a role’s policy', 'look-ups of roles’ policies'],
  getRoleManagementPolicy: ['reading of a policy’s rules', 'readings of policies’ rules'],
  listShareSynchronizations: ['list of a share’s synchronizations', 'lists of a share’s synchronizations'],
  listSourceShareSynchronizationSettings: [
    'list of a received share’s schedules',
    'lists of received shares’ schedules',
  ],
  listResourceHealthEvents: ['list of a resource’s health events', 'lists of a resource’s health events'],
  listSubscriptionHealthEvents: ['list of a subscription’s health events', 'lists of a subscription’s health events'],
  getHealthEvent: ['reading of a health event', 'readings of health events'],
  fetchHealthEventDetails: ['reading of a sensitive event’s details', 'readings of sensitive events’ details'],
  createSubscriptionAlias: ['request of a subscription', 'requests of subscriptions'],
  getSubscriptionAlias: ['reading of a subscription’s alias', 'readings of subscriptions’ aliases'],
  acceptSubscriptionOwnership: ['acceptance of an ownership', 'acceptances of ownerships'],
  getAcceptOwnershipStatus: ['reading of an ownership’s state', 'readings of ownerships’ states'],
  createOrUpdateContainerGroup: ['creation or change of a container group', 'creations or changes of container groups'],
  getContainerGroup: ['reading of a container group', 'readings of container groups'],
  getUserProfile: ['reading of the API token’s account', 'readings of the API token’s account'],
  removeAppUser: ['removal of an app’s user', 'removals of apps’ users'],
  listInvoiceTransactions: ['list of an invoice’s transactions', 'lists of an invoice’s transactions'],
  translateText: ['translation', 'translations'],
  listGroupMembers: ['reading of a directory group’s members', 'readings of directory groups’ members'],
  getDirectoryGroup: ['reading of a directory group’s name', 'readings of directory groups’ names'],
  listDirectoryUsers: ['search for a person in the directory', 'searches for people in the directory'],
  token: ['sign-in', 'sign-ins'],
  authorize: ['page of a person’s sign-in', 'pages of people’s sign-ins'],
  keys: ['reading of the sign-in service’s keys', 'readings of the sign-in service’s keys'],
};

export const vendorTargets: readonly { value: string; label: string }[] = Object.entries(calls).map(
  ([value, [, many]]) => ({ value, label: value === '' ? 'any call but the sign-in' : many }),
);

const isTarget = (name: string): name is keyof typeof calls => Object.hasOwn(calls, name);

const grants = 'createEligibilityRequest';
const millisecond = 1_000;

interface Trouble {
  readonly name: string;
  readonly seconds?: FaultChoice['seconds'];
  /** The fault's own fields beside its kind. */
  readonly fields?: (seconds: number) => object;
  readonly says: (calls: string, are: 'is' | 'are', seconds: number) => string;
}

const retryAfter = { label: 'Retry-After, seconds', offered: 5 };

/** Faults of calls; which calls can be chosen. */
const callTroubles: Readonly<Record<string, Trouble>> = {
  throttle: {
    name: 'Too many requests (429)',
    seconds: retryAfter,
    fields: (seconds) => ({ retryAfter: seconds }),
    says: (which, are, seconds) => `${which} ${are} refused with 429 and Retry-After ${seconds} s`,
  },
  unavailable: {
    name: 'Unavailable (503)',
    seconds: retryAfter,
    fields: (seconds) => ({ retryAfter: seconds }),
    says: (which, are, seconds) => `${which} ${are} refused with 503 and Retry-After ${seconds} s`,
  },
  ...Object.fromEntries(
    Object.entries(vendorRefusals).map(([code, [name, why]]) => [
      `refuse ${code}`,
      { name, fields: () => ({ code }), says: (which: string, are: string) => `${which} ${are} refused ${why}` },
    ]),
  ),
  'reset-before': {
    name: 'Connection breaks, nothing happened',
    says: (which, are) => `${which} ${are} cut off before anything happens`,
  },
  'reset-after': {
    name: 'Connection breaks after the effect',
    says: (which, are) => `${which} ${are} done, but the answer is lost`,
  },
  slow: {
    name: 'Slow',
    seconds: { label: 'Seconds to wait', offered: 5 },
    fields: (seconds) => ({ ms: seconds * millisecond }),
    says: (which, are, seconds) => `${which} ${are} answered only after ${seconds} s`,
  },
};

/** Faults of one kind of call, so that no calls can be chosen. */
const narrowTroubles: Readonly<Record<string, Trouble>> = {
  rule: {
    name: 'A policy rule fails',
    fields: () => ({ rules: ['MfaRule'], operation: grants }),
    says: (which, are) => `${which} ${are} refused, since the role’s policy asks for multi-factor sign-in (MfaRule)`,
  },
  pending: {
    name: 'Grants take their time',
    seconds: { label: 'Seconds until the effect', offered: 10 },
    fields: (seconds) => ({ ms: seconds * millisecond, operation: grants }),
    says: (which, are, seconds) =>
      `${which} ${are} answered as pending and ${are === 'is' ? 'comes' : 'come'} true after ${seconds} s`,
  },
  'minimum-duration': {
    name: 'Removals refused at first',
    seconds: { label: 'Seconds after the grant', offered: 300 },
    fields: (seconds) => ({ ms: seconds * millisecond }),
    says: (_which, _are, seconds) =>
      `a role can be removed only ${seconds} s after it began; before that the removal is refused (ActiveDurationTooShort)`,
  },
  'list-lag': {
    name: 'Lists lag behind',
    seconds: { label: 'Seconds behind', offered: 20 },
    fields: (seconds) => ({ ms: seconds * millisecond }),
    says: (_which, _are, seconds) => `the lists of who is eligible show what happened ${seconds} s later`,
  },
  'reused-guid': {
    name: 'A request sent again counts as done',
    fields: () => ({ answer: 'success' }),
    says: () => 'a grant that is sent again under its id is answered with the stored one, not with a conflict',
  },
  'assignment-exists': {
    name: 'Similar assignment answers 409',
    fields: () => ({ status: 409 }),
    says: () => 'RoleAssignmentExists comes with status 409 instead of 400',
  },
  'adjacent-assignments': {
    name: 'Assignments may follow each other',
    says: () => 'a second assignment of a role is taken where it begins when the first one ends, or later',
  },
  'at-scope-inherited': {
    name: 'Lists show what is inherited',
    says: () => 'atScope() also gives what comes from above',
  },
  'free-removal': {
    name: 'Removals need no reason',
    says: () => 'a removal is not held to the role’s policy',
  },
  'nested-errors': {
    name: 'Every error in the nested form',
    says: () => 'errors come as {"error": {…}}, where the documents show another form too',
  },
  'health-date-zone': {
    name: 'Dates of health events in another zone',
    fields: () => ({ hours: -8 }),
    says: () => 'queryStartTime is a midnight 8 hours behind UTC',
  },
  'health-fields-everywhere': {
    name: 'Health events with all fields',
    says: () => 'events of a subscription have the fields that the documents show for a resource only',
  },
  provisioning: {
    name: 'What is created fails',
    fields: () => ({ state: 'Failed' }),
    says: () => 'subscriptions and container groups that are asked for end as Failed',
  },
  retired: {
    name: 'The app service is retired',
    fields: () => ({ status: 410 }),
    says: () => 'the app-management service is gone and answers as retired',
  },
  'app-rights': {
    name: 'API tokens without the right get 401',
    fields: () => ({ status: 401 }),
    says: () => 'an API token with too few rights is refused with 401 Unauthorized instead of 403',
  },
  'app-token-profile': {
    name: 'App tokens have no profile',
    says: () => 'the profile of the calling user is refused to app tokens',
  },
  'free-quota-used-up': {
    name: 'Free translations are used up',
    says: () => 'translations are refused with 403001, since the free ones are used up',
  },
  'system-being-prepared': {
    name: 'Translation system is being prepared',
    says: () => 'translations are refused with 408001, since the system is being prepared',
  },
  undetected: {
    name: 'Languages are not detected',
    says: () => 'the translator does not find out which language a text is in',
  },
  'skip-token-expired': {
    name: 'Links to later pages run out',
    says: () => 'links to later pages of a list are refused with 400 InvalidSkipToken, as if they had run out',
  },
  'no-capacity-limit': {
    name: 'Container groups of any size',
    says: () => 'a container group may be larger than 4 CPUs and 16 GB',
  },
  'acrs-missing': {
    name: 'Sign-ins without the context',
    says: () => 'tokens of people’s sign-ins do not name the authentication context (acrs)',
  },
  'auth-time-old': {
    name: 'Sign-ins of long ago',
    seconds: { label: 'Seconds ago', offered: 3_600 },
    fields: (seconds) => ({ ms: seconds * millisecond }),
    says: (_which, _are, seconds) => `tokens of people’s sign-ins say that these were ${seconds} s earlier (auth_time)`,
  },
  'token-revoked': {
    name: 'People’s tokens are revoked',
    says: () => 'a call in a person’s name is refused with 401 and a claims challenge',
  },
  'no-rate-limit': {
    name: 'No rate limit',
    says: () => 'calls are not counted',
  },
};

const troubles = { ...callTroubles, ...narrowTroubles };
const isNarrow = (kind: string) => Object.hasOwn(narrowTroubles, kind);

const ending = (count: number | undefined) => (count === undefined ? ', until you clear it' : '');

const sentence = (kind: string, { says }: Trouble, { on, count, seconds }: FaultValues): string => {
  const [one, many] = calls[isNarrow(kind) ? grants : isTarget(on) ? on : ''];
  const are = count === undefined || count === 1 ? 'is' : 'are';
  return capitalised(`${says(upcoming(count, one, many), are, seconds)}${ending(count)}.`);
};

export const vendorChoices: readonly FaultChoice[] = Object.entries(troubles).map(([kind, trouble]) => ({
  key: kind,
  name: trouble.name,
  ...(trouble.seconds && { seconds: trouble.seconds }),
  ...(isNarrow(kind) && { narrow: true }),
  says: (values) => sentence(kind, trouble, values),
  body: ({ on, count, seconds }) => ({
    kind: kind.split(' ')[0],
    ...trouble.fields?.(seconds),
    ...(on && !isNarrow(kind) && { operation: on }),
    ...(count !== undefined && { count }),
  }),
}));

interface VendorFault {
  readonly kind?: string;
  readonly code?: string;
  readonly operation?: string;
  readonly count?: number;
  readonly retryAfter?: number;
  readonly ms?: number;
}

/** A fault of the vendor sandbox as a sentence; an unknown one as JSON. */
export const vendorFaultWords = (fault: unknown): string => {
  const { kind = '', code, operation = '', count, retryAfter: wait, ms } = fault as VendorFault;
  const key = code === undefined ? kind : `${kind} ${code}`;
  const trouble = Object.hasOwn(troubles, key) ? troubles[key] : undefined;
  if (!trouble) return JSON.stringify(fault);
  const seconds = wait ?? (ms === undefined ? 2 : ms / millisecond);
  return sentence(key, trouble, { on: operation, count, seconds });
};
