import type { IncomingMessage } from 'node:http';
import { iso } from '../../../src/platform/lib/clock.ts';
import { isGuid } from '../access/scope.ts';
import type { BusyRefusals } from '../faults/wire.ts';
import { Refusal, type World } from '../operation.ts';

/** What came in is repeated up to so many characters. */
const LONGEST = 100;

type Known = readonly [status: number, error: string, description: string];

/** How the public sign-in refuses, by the number of its AADSTS code, as recorded by others. `{what}` is what it is about. */
const known = {
  50011: [
    400,
    'invalid_request',
    "The redirect URI '{what}' specified in the request does not match the redirect URIs configured for the application.",
  ],
  50058: [400, 'login_required', 'Session information is not sufficient for single-sign-on.'],
  50076: [
    400,
    'interaction_required',
    'Due to a configuration change made by your administrator, or because you moved to a new location, you must use multi-factor authentication.',
  ],
  53003: [
    403,
    'access_denied',
    'Access has been blocked by Conditional Access policies. The access policy does not allow token issuance.',
  ],
  54005: [
    400,
    'invalid_grant',
    'OAuth2 Authorization code was already redeemed, please retry with a new valid code or use an existing refresh token.',
  ],
  65004: [400, 'access_denied', 'User declined to consent to access the app.'],
  70000: [400, 'invalid_grant', 'Provided grant is invalid or malformed.'],
  70003: [400, 'unsupported_grant_type', "The app requested an unsupported grant type '{what}'."],
  70008: [
    400,
    'invalid_grant',
    'The provided authorization code or refresh token has expired due to inactivity. Send a new interactive authorization request for this user and resource.',
  ],
  70011: [
    400,
    'invalid_scope',
    "The provided request must include a 'scope' input parameter. The provided value for the input parameter 'scope' is not valid. The scope {what} is not valid.",
  ],
  90002: [
    400,
    'invalid_request',
    "Tenant '{what}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud. Check with your subscription administrator, this may happen if there are no active subscriptions for the tenant.",
  ],
  90023: [400, 'invalid_request', 'The authentication service request is not valid: {what}.'],
  90033: [503, 'temporarily_unavailable', 'A transient error has occurred. Please try again.'],
  90055: [429, 'temporarily_unavailable', 'There are too many incoming requests.'],
  500112: [
    400,
    'invalid_client',
    "The reply address '{what}' does not match the reply address provided when requesting Authorization code.",
  ],
  501471: [400, 'invalid_request', 'Invalid size of Code_Challenge parameter.'],
  501481: [
    400,
    'invalid_grant',
    'The Code_Verifier does not match the code_challenge supplied in the authorization request.',
  ],
  500011: [
    400,
    'invalid_resource',
    'The resource principal named {what} was not found in the tenant. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant.',
  ],
  700016: [
    400,
    'unauthorized_client',
    "Application with identifier '{what}' was not found in the directory. This can happen if the application has not been installed by the administrator of the tenant or consented to by any user in the tenant. You may have sent your authentication request to the wrong tenant.",
  ],
  900023: [
    400,
    'invalid_request',
    "Specified tenant identifier '{what}' is neither a valid DNS name, nor a valid external domain.",
  ],
  900144: [400, 'invalid_request', "The request body must contain the following parameter: '{what}'."],
  900561: [405, 'invalid_request', 'The endpoint only accepts POST requests. Received a {what} request.'],
  1002012: [
    400,
    'invalid_scope',
    'The provided value for scope {what} is not valid. Client credential flows must have a scope value with /.default suffixed to the resource identifier (application ID URI).',
  ],
  9000411: [400, 'invalid_request', "The request is not properly formatted. The parameter '{what}' is duplicated."],
  9002313: [400, 'invalid_grant', 'Invalid request. Request is malformed or invalid.'],
  7000112: [401, 'unauthorized_client', "Application '{what}' is disabled."],
  7000215: [
    401,
    'invalid_client',
    "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '{what}'.",
  ],
  7000216: [
    401,
    'invalid_client',
    "'client_assertion', 'client_secret' or 'request' is required for the '{what}' grant type.",
  ],
  7000222: [401, 'invalid_client', "The provided client secret keys for app '{what}' are expired."],
} as const satisfies Readonly<Record<number, Known>>;

type SignInCode = keyof typeof known;

const isKnown = (code: number): code is SignInCode => code in known;

/** A refusal of the sign-in; its code is the word of OAuth. */
export class SignInRefusal extends Refusal {
  readonly number: SignInCode;

  constructor(number: SignInCode, what = '', headers: Readonly<Record<string, string>> = {}) {
    const [status, error, description] = known[number];
    super(status, error, `AADSTS${number}: ${description.replace('{what}', () => what.slice(0, LONGEST))}`, headers);
    this.number = number;
  }
}

/** @param code as in a fault: `AADSTS7000222`; undefined for another one */
export const signInRefusalOf = (code: string, what: string): SignInRefusal | undefined => {
  const number = Number(/^AADSTS(\d+)$/i.exec(code)?.[1]);
  return isKnown(number) ? new SignInRefusal(number, what) : undefined;
};

/** A refusal as the sign-in service words it, with the ids under which it can be found. */
export interface SignInError {
  readonly error: string;
  readonly error_description: string;
  readonly error_codes: readonly number[];
  readonly timestamp: string;
  readonly trace_id: string;
  readonly correlation_id: string;
  readonly error_uri: string;
}

/** @param request whose `client-request-id` it repeats */
export const signInError = (
  { code, number, message }: SignInRefusal,
  { headers }: IncomingMessage,
  { clock, ids }: Pick<World, 'clock' | 'ids'>,
): SignInError => {
  const asked = headers['client-request-id'];
  const [trace, correlation] = [ids.guid(), typeof asked === 'string' && isGuid(asked) ? asked : ids.guid()];
  const timestamp = iso(clock.now()).replace('T', ' ').replace(/\.\d+/, '');
  const lines = [message, `Trace ID: ${trace}`, `Correlation ID: ${correlation}`, `Timestamp: ${timestamp}`];
  return {
    error: code,
    error_description: lines.join(' '),
    error_codes: [number],
    timestamp,
    trace_id: trace,
    correlation_id: correlation,
    error_uri: `https://login.vendor.example/error?code=${number}`,
  };
};

/** How the sign-in service refuses while it is busy. */
export const signInBusy: BusyRefusals = {
  throttled: (headers) => new SignInRefusal(90055, '', headers),
  unavailable: (headers) => new SignInRefusal(90033, '', headers),
};
