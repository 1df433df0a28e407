import { Refusal } from '../refusal.ts';

/** What came in is repeated up to so many characters. */
const LONGEST = 100;

type Known = readonly [status: number, error: string, description: string];

/** How the public sign-in refuses, by the number of its AADSTS code, as recorded by others. `{what}` is what it is about. */
const known = {
  70003: [400, 'unsupported_grant_type', "The app requested an unsupported grant type '{what}'."],
  90002: [
    400,
    'invalid_request',
    "Tenant '{what}' not found. Check to make sure you have the correct tenant ID and are signing into the correct cloud. Check with your subscription administrator, this may happen if there are no active subscriptions for the tenant.",
  ],
  90033: [503, 'temporarily_unavailable', 'A transient error has occurred. Please try again.'],
  90055: [429, 'temporarily_unavailable', 'There are too many incoming requests.'],
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
  7000112: [401, 'unauthorized_client', "Application '{what}' is disabled."],
  7000215: [
    401,
    'invalid_client',
    "Invalid client secret provided. Ensure the secret being sent in the request is the client secret value, not the client secret ID, for a secret added to app '{what}'.",
  ],
  7000216: [
    401,
    'invalid_client',
    "'client_assertion', 'client_secret' or 'request' is required for the 'client_credentials' grant type.",
  ],
  7000222: [401, 'invalid_client', "The provided client secret keys for app '{what}' are expired."],
} as const satisfies Readonly<Record<number, Known>>;

export type SignInCode = keyof typeof known;

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
