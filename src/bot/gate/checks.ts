import { isCanonicalJwt } from '#platform/identity/published-keys.ts';
import { HOUR, MINUTE, SECOND } from '#platform/lib/clock.ts';
import { type ChannelTrust, isSameAddress } from '#teams/connector/trust.ts';
import { isHandled, type VerifiedActivity } from './activity.ts';
import { type ChannelKey, serviceUrlClaim } from './channel-keys.ts';
import type { Token, Tokens } from './tokens.ts';

/** The inputs and limits of the checks. */
export interface Rules {
  readonly trust: Pick<ChannelTrust, 'issuer' | 'allowsServiceUrl'>;
  readonly appId: string;
  readonly tenantId: string;
  readonly tokens: Pick<Tokens, 'isSigned'>;
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** One check, with its name for the log. A test leaves out each check to show that it is needed. */
export interface Check<Subject> {
  readonly name: string;
  readonly status: 400 | 403;
  readonly holds: (subject: Subject, rules: Rules) => boolean | Promise<boolean>;
}

/** A token with the published keys that match its header. */
interface KeyedToken {
  readonly token: Token;
  readonly keys: readonly ChannelKey[];
}

/** An activity with its token. */
interface Delivery {
  readonly token: Token;
  readonly activity: VerifiedActivity;
}

/** In the order in which they run: cheap checks first, and the body only after the token has passed. */
export interface GateChecks {
  readonly header: readonly Check<string>[];
  readonly token: readonly Check<KeyedToken>[];
  readonly activity: readonly Check<Delivery>[];
}

const MAX_HEADER = 8 * 1024;
const SKEW_MS = 5 * MINUTE;
const OLDEST_MS = HOUR;
const GUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Teams itself sends the others, sometimes without a sender. */
const typesOfPeople: ReadonlySet<string> = new Set(['message', 'invoke']);

const isShort = (authorization: string): boolean => authorization.length <= MAX_HEADER;
const isBearer = (authorization: string): boolean =>
  /^Bearer [^ ]+$/i.test(authorization) && isCanonicalJwt(authorization.slice('Bearer '.length));

const isRs256 = ({ token: { header } }: KeyedToken): boolean => header['alg'] === 'RS256';
const namesKnownKey = ({ token: { header }, keys }: KeyedToken): boolean =>
  typeof header['kid'] === 'string' && keys.length > 0;
const isSigned = ({ token, keys }: KeyedToken, { tokens }: Rules): boolean | Promise<boolean> =>
  tokens.isSigned(token, keys);
const isFromIssuer = ({ token: { claims } }: KeyedToken, { trust }: Rules): boolean => claims['iss'] === trust.issuer;
const isForThisBot = ({ token: { claims } }: KeyedToken, { appId }: Rules): boolean => claims['aud'] === appId;
const isNotExpired = ({ token: { claims } }: KeyedToken, { now }: Rules): boolean =>
  typeof claims['exp'] === 'number' && claims['exp'] * SECOND + SKEW_MS > now;
const hasBegun = ({ token: { claims } }: KeyedToken, { now }: Rules): boolean =>
  claims['nbf'] === undefined || (typeof claims['nbf'] === 'number' && claims['nbf'] * SECOND - SKEW_MS <= now);
const isEndorsedForTeams = ({ keys }: KeyedToken): boolean =>
  keys.every(({ endorsements }) => endorsements.includes('msteams'));

const isFromTeams = ({ activity }: Delivery): boolean => activity.channelId === 'msteams';
const isSignedServiceUrl = ({ token, activity }: Delivery): boolean => {
  const signed = serviceUrlClaim(token);
  return typeof signed === 'string' && isSameAddress(signed, activity.serviceUrl);
};
const isTrustedServiceUrl = ({ activity }: Delivery, { trust }: Rules): boolean =>
  trust.allowsServiceUrl(activity.serviceUrl);
const isConversationOurs = ({ activity }: Delivery, { tenantId }: Rules): boolean =>
  activity.conversation.tenantId === tenantId;
const isChannelOurs = ({ activity }: Delivery, { tenantId }: Rules): boolean =>
  (activity.channelData.tenant.id || tenantId) === tenantId;
const isFromPerson = ({ activity: { from, type } }: Delivery): boolean =>
  from.aadObjectId === undefined ? !typesOfPeople.has(type) : GUID.test(from.aadObjectId);
const isToThisBot = ({ activity }: Delivery, { appId }: Rules): boolean => activity.recipient.id === `28:${appId}`;
const hasId = ({ activity }: Delivery): boolean => activity.id.trim() !== '' || !isHandled(activity);
const isOfNow = ({ activity }: Delivery, { now }: Rules): boolean => {
  if (!isHandled(activity)) return true;
  const sentAt = Date.parse(activity.timestamp);
  return sentAt >= now - OLDEST_MS && sentAt <= now + SKEW_MS;
};

const check = <Subject>(name: string, holds: Check<Subject>['holds'], status: 400 | 403 = 403): Check<Subject> => ({
  name,
  holds,
  status,
});

/** The checks of a request from Teams (docs/sources.md, Teams; docs/security.md, Attacks). */
export const gateChecks: GateChecks = {
  header: [check('authorization-size', isShort), check('bearer', isBearer)],
  token: [
    check('algorithm', isRs256),
    check('key-id', namesKnownKey),
    check('signature', isSigned),
    check('issuer', isFromIssuer),
    check('audience', isForThisBot),
    check('expiry', isNotExpired),
    check('not-before', hasBegun),
    check('endorsement', isEndorsedForTeams),
  ],
  activity: [
    check('channel', isFromTeams),
    check('service-url-claim', isSignedServiceUrl),
    check('service-url-trust', isTrustedServiceUrl),
    check('conversation-tenant', isConversationOurs),
    check('channel-tenant', isChannelOurs),
    check('person', isFromPerson),
    check('recipient', isToThisBot),
    check('activity-id', hasId, 400),
    check('timestamp', isOfNow),
  ],
};
