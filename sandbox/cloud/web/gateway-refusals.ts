import { SECOND } from '../../../src/platform/lib/clock.ts';
import { Refusal, type World } from '../operation.ts';

/** A refusal of the gateway before any provider, with a header that says so. */
export class GatewayRefusal extends Refusal {}

const invalidToken = (tokenUrl: string): Readonly<Record<string, string>> => ({
  'www-authenticate': `Bearer authorization_uri="${tokenUrl}", error="invalid_token"`,
});

/** 401 with the public service's code for each reason. @param expiredAt of a token that has ended, milliseconds since 1970 */
export const unauthenticated = (
  authorization: string | undefined,
  {
    tokenUrl,
    expiredAt,
    now,
  }: { readonly tokenUrl: string; readonly expiredAt: number | undefined; readonly now: number },
): Refusal => {
  const refuse = (code: string, message: string): Refusal =>
    new GatewayRefusal(401, code, message, invalidToken(tokenUrl));
  if (!authorization)
    return refuse('AuthenticationFailed', "Authentication failed. The 'Authorization' header is missing.");
  if (!/^Bearer +\S+$/i.test(authorization)) {
    const message = "Authentication failed. The 'Authorization' header is provided in an invalid format.";
    return refuse('AuthenticationFailedInvalidHeader', message);
  }
  if (expiredAt === undefined) return refuse('InvalidAuthenticationToken', 'The access token is invalid.');
  const [ended, current] = [expiredAt, now].map((at) => new Date(at).toUTCString());
  const message = `The access token expiry UTC time '${ended}' is earlier than current UTC time '${current}'.`;
  return refuse('ExpiredAuthenticationToken', message);
};

/**
 * 401 with a claims challenge, for a person's token that the directory took back before its end (learn.microsoft.com: continuous
 * access evaluation). @param now from when on a new token counts, in milliseconds since 1970
 */
export const revoked = (tokenUrl: string, now: number): Refusal => {
  const message =
    'Continuous access evaluation resulted in challenge with result: InteractionRequired and code: TokenIssuedBeforeRevocationTimestamp';
  const wanted = { access_token: { nbf: { essential: true, value: String(Math.floor(now / SECOND)) } } };
  const claims = Buffer.from(JSON.stringify(wanted)).toString('base64');
  const challenge = `Bearer realm="", authorization_uri="${tokenUrl}", error_description="${message}", error="insufficient_claims", claims="${claims}"`;
  return new GatewayRefusal(401, 'InvalidAuthenticationToken', message, { 'www-authenticate': challenge });
};

interface Throttled {
  readonly kind: 'read' | 'write';
  readonly subscription: string | undefined;
  readonly principalId: string;
  readonly waitSeconds: number;
}

/** @param headers with Retry-After */
export const throttled = (
  { kind, subscription, principalId, waitSeconds }: Throttled,
  headers: Readonly<Record<string, string>> = { 'retry-after': String(waitSeconds) },
): Refusal => {
  const whose = subscription === undefined ? 'tenant' : `subscription '${subscription}'`;
  const message = `Number of '${kind}' requests for ${whose} actor '${principalId}' exceeded. Please try again after '${waitSeconds}' seconds after additional tokens are available. Refer to https://aka.ms/arm-throttling for additional information.`;
  const code = subscription === undefined ? 'TenantRequestsThrottled' : 'SubscriptionRequestsThrottled';
  return new GatewayRefusal(429, code, message, headers);
};

/**
 * 400 for a version that the type's provider does not know, as the public service words it.
 * @param path the operation's, with names in braces
 */
export const noRegisteredProvider = (path: string, asked: string, known: readonly string[]): Refusal => {
  const type = (path.split('/providers/').at(-1) ?? '')
    .split('/')
    .slice(1)
    .filter((word) => !word.startsWith('{'));
  const message =
    `No registered resource provider found for location '${LOCATIONS[0]}' and API version '${asked}' for type ` +
    `'${type.join('/')}'. The supported api-versions are '${known.join(', ')}'. The supported locations are ` +
    `'${LOCATIONS.join(', ')}'.`;
  return new GatewayRefusal(400, 'NoRegisteredProviderFound', message);
};

const LOCATIONS = ['westeurope', 'northeurope', 'eastus'] as const;

/** @param scope what the path names */
export const forbidden = (world: World, action: string, principalId: string, scope: string): Refusal => {
  const message =
    `The client with object id '${principalId}' does not have authorization to perform action ` +
    `'${action.replace('{ns}', world.namespace)}' over scope '${scope}' or the scope is invalid. ` +
    'If access was recently granted, please refresh your credentials.';
  return new Refusal(403, 'AuthorizationFailed', message);
};
