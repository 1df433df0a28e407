import { capitalised, type FaultChoice, type FaultValues, upcoming } from './fault-choice.ts';

const calls: Readonly<Record<string, readonly [string, string]>> = {
  '': ['call to the vendor', 'calls to the vendor'],
  createEligibilityRequest: ['grant or removal', 'grants or removals'],
  listEligibilitySchedules: ['list of who is eligible', 'lists of who is eligible'],
  listEligibilityScheduleInstances: ['list of who is eligible right now', 'lists of who is eligible right now'],
  listRoleDefinitions: ['list of roles', 'lists of roles'],
  listRoleManagementPolicyAssignments: ['look-up of a role’s policy', 'look-ups of roles’ policies'],
  getRoleManagementPolicy: ['reading of a policy’s rules', 'readings of policies’ rules'],
  token: ['sign-in', 'sign-ins'],
};

export const vendorTargets: readonly { value: string; label: string }[] = Object.entries(calls).map(
  ([value, [, many]]) => ({ value, label: value === '' ? 'any call but the sign-in' : many }),
);

const grants = 'createEligibilityRequest';
const millisecond = 1_000;

interface Trouble {
  readonly name: string;
  readonly seconds?: FaultChoice['seconds'];
  readonly narrow?: true;
  /** The fault's own fields. */
  readonly fields: (seconds: number) => object;
  readonly says: (calls: string, are: 'is' | 'are', seconds: number) => string;
}

const retryAfter = { label: 'Retry-After, seconds', offered: 5 };

const troubles: Readonly<Record<string, Trouble>> = {
  throttle: {
    name: 'Too many requests (429)',
    seconds: retryAfter,
    fields: (seconds) => ({ kind: 'throttle', retryAfter: seconds }),
    says: (which, are, seconds) => `${which} ${are} refused with 429 and Retry-After ${seconds} s`,
  },
  unavailable: {
    name: 'Unavailable (503)',
    seconds: retryAfter,
    fields: (seconds) => ({ kind: 'unavailable', retryAfter: seconds }),
    says: (which, are, seconds) => `${which} ${are} refused with 503 and Retry-After ${seconds} s`,
  },
  refuse: {
    name: 'No right (403)',
    fields: () => ({ kind: 'refuse', status: 403, code: 'AuthorizationFailed', message: 'Not authorized to do this.' }),
    says: (which, are) => `${which} ${are} refused with 403 AuthorizationFailed`,
  },
  'reset-before': {
    name: 'Connection breaks, nothing happened',
    fields: () => ({ kind: 'reset-before' }),
    says: (which, are) => `${which} ${are} cut off before anything happens`,
  },
  'reset-after': {
    name: 'Connection breaks after the effect',
    fields: () => ({ kind: 'reset-after' }),
    says: (which, are) => `${which} ${are} done, but the answer is lost`,
  },
  slow: {
    name: 'Slow',
    seconds: { label: 'Seconds to wait', offered: 5 },
    fields: (seconds) => ({ kind: 'slow', ms: seconds * millisecond }),
    says: (which, are, seconds) => `${which} ${are} answered only after ${seconds} s`,
  },
  rule: {
    name: 'A policy rule fails',
    narrow: true,
    fields: () => ({ kind: 'rule', rules: ['MfaRule'], operation: grants }),
    says: (which, are) => `${which} ${are} refused, since the role’s policy asks for multi-factor sign-in (MfaRule)`,
  },
  pending: {
    name: 'Grants take their time',
    narrow: true,
    seconds: { label: 'Seconds until the effect', offered: 10 },
    fields: (seconds) => ({ kind: 'pending', ms: seconds * millisecond, operation: grants }),
    says: (which, are, seconds) => `${which} ${are} answered as pending and come true after ${seconds} s`,
  },
  'list-lag': {
    name: 'Lists lag behind',
    narrow: true,
    seconds: { label: 'Seconds behind', offered: 20 },
    fields: (seconds) => ({ kind: 'list-lag', ms: seconds * millisecond }),
    says: (_which, _are, seconds) => `the lists of who is eligible show what happened ${seconds} s later`,
  },
  'reused-guid': {
    name: 'A request sent again counts as done',
    narrow: true,
    fields: () => ({ kind: 'reused-guid', answer: 'success' }),
    says: () => 'a grant that is sent again under its id is answered with the stored one, not with a conflict',
  },
  'assignment-exists': {
    name: 'Similar assignment answers 409',
    narrow: true,
    fields: () => ({ kind: 'assignment-exists', status: 409 }),
    says: () => 'RoleAssignmentExists comes with status 409 instead of 400',
  },
  'at-scope-inherited': {
    name: 'Lists show what is inherited',
    narrow: true,
    fields: () => ({ kind: 'at-scope-inherited' }),
    says: () => 'atScope() also gives what comes from above',
  },
  'free-removal': {
    name: 'Removals need no reason',
    narrow: true,
    fields: () => ({ kind: 'free-removal' }),
    says: () => 'a removal is not held to the role’s policy',
  },
  'no-rate-limit': {
    name: 'No rate limit',
    narrow: true,
    fields: () => ({ kind: 'no-rate-limit' }),
    says: () => 'calls are not counted',
  },
};

const ending = (count: number | undefined) => (count === undefined ? ', until you clear it' : '');

const sentence = ({ says, narrow }: Trouble, { on, count, seconds }: FaultValues): string => {
  const [one, many] = calls[narrow ? grants : on] ?? calls[''] ?? ['call', 'calls'];
  const are = count === undefined || count === 1 ? 'is' : 'are';
  return capitalised(`${says(upcoming(count, one, many), are, seconds)}${ending(count)}.`);
};

export const vendorChoices: readonly FaultChoice[] = Object.entries(troubles).map(([key, trouble]) => ({
  key,
  name: trouble.name,
  ...(trouble.seconds && { seconds: trouble.seconds }),
  ...(trouble.narrow && { narrow: trouble.narrow }),
  says: (values) => sentence(trouble, values),
  body: ({ on, count, seconds }) => ({
    ...trouble.fields(seconds),
    ...(on && !trouble.narrow && { operation: on }),
    ...(count !== undefined && { count }),
  }),
}));

interface VendorFault {
  readonly kind?: string;
  readonly operation?: string;
  readonly count?: number;
  readonly retryAfter?: number;
  readonly ms?: number;
}

/** One of the vendor sandbox's own faults as a sentence; one that this page does not know stands there as JSON. */
export const vendorFaultWords = (fault: unknown): string => {
  const { kind = '', operation = '', count, retryAfter: wait, ms } = fault as VendorFault;
  const trouble = Object.hasOwn(troubles, kind) ? troubles[kind] : undefined;
  if (!trouble) return JSON.stringify(fault);
  const seconds = wait ?? (ms === undefined ? 2 : ms / millisecond);
  return sentence(trouble, { on: operation, count, seconds });
};
