import type { TextKey, TextName } from '../../lib/text-key.ts';
/** The key of the text for people, and whether the same call may succeed later by itself. */
export interface ErrorMeaning {
  readonly text: TextKey;
  readonly retryable: boolean;
  /** The wait before that, in milliseconds, if the vendor's documents say it but its answer does not. */
  readonly waitMs?: number;
}

type ErrorName = TextName<'vendor.error'>;

const final = (name: ErrorName): ErrorMeaning => ({ text: `vendor.error.${name}`, retryable: false });
const passing = (name: ErrorName): ErrorMeaning => ({ text: `vendor.error.${name}`, retryable: true });

/** The rules of a role's policy that can refuse a request (document 1, Errors). */
export const policyRules = [
  'ExpirationRule',
  'JustificationRule',
  'EligibilityRule',
  'TicketingRule',
  'MfaRule',
] as const;

/** By the code in lower case; a map, because a code may be any word. */
const byCode: ReadonlyMap<string, ErrorMeaning> = new Map(
  Object.entries({
    roleassignmentexists: final('roleAssignmentExists'),
    roleassignmentdoesnotexist: final('roleAssignmentDoesNotExist'),
    authenticationfailed: final('authenticationFailed'),
    authorizationfailed: final('authorizationFailed'),
    principalnotfound: final('principalNotFound'),
    subjectnotfound: final('principalNotFound'),
    activedurationtooshort: final('activeDurationTooShort'),
    missingapiversionparameter: final('apiVersion'),
    invalidapiversionparameter: final('apiVersion'),
    invalidrequestcontent: final('invalidContent'),
    invalidostype: final('osType'),
    resourcerequestsnotspecified: final('resourceRequests'),
    missingipaddressports: final('addressPorts'),
    // Codes of the public service: what somebody has to set up.
    aadpremiumlicenserequired: final('licenceMissing'),
    insufficientpermissions: final('insufficientPermissions'),
    missingsubscriptionregistration: final('providerNotRegistered'),
    invalidsubscriptionid: final('subscriptionIdInvalid'),
    subscriptionnotfound: final('subscriptionNotFound'),
    scopedoesnotmatchroledefinition: final('roleNotHere'),
    linkedauthorizationfailed: final('linkedAuthorizationFailed'),
    // Codes of the public service for container groups.
    containergrouptransitioning: final('groupBusy'),
    containergroupquotareached: final('groupQuota'),
    quotaexceeded: final('groupQuota'),
    inaccessibleimage: final('imageAccess'),
    registryerrorresponse: final('imageAccess'),
    dnsnamelabelnotavailable: final('labelTaken'),
    invalidcontainergroupupdate: final('groupUpdate'),
    invalidresourcelocation: final('groupUpdate'),
    resourcelimitslessthanrequests: final('groupLimits'),
    containerlimitgreaterthancontainergrouptotalrequest: final('groupLimits'),
    locationrequired: final('location'),
    locationnotavailableforresourcetype: final('location'),
  }),
);

const byStatus: Readonly<Record<number, ErrorMeaning>> = {
  401: final('authenticationFailed'),
  403: final('authorizationFailed'),
  404: final('notFound'),
  408: passing('unavailable'),
  429: passing('throttled'),
  500: passing('unavailable'),
  502: passing('unavailable'),
  503: passing('unavailable'),
  504: passing('unavailable'),
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

/** By code before status: the documents do not say which status an error code has. */
export const meaningOf = (status: number, code: string, message: string): ErrorMeaning => {
  if (saysNameReused(status, message)) return final('requestNameReused');
  const rules = failedRules(code, message);
  const only = rules.length === 1 ? policyRules.find((rule) => rule === rules[0]) : undefined;
  if (only) return { text: `vendor.rule.${only}`, retryable: false };
  if (code.toLowerCase() === POLICY_FAILED) return final(rules.length === 0 ? 'policyFailedUnnamed' : 'policyFailed');
  if (saysDeleteFirst(message)) return final('groupUpdate');
  if (status === 409 && NO_CAPACITY.test(message)) return final('groupCapacity');
  return byCode.get(code.toLowerCase()) ?? byStatus[status] ?? final('unknown');
};
