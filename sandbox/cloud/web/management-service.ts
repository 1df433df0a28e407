import type { IncomingMessage } from 'node:http';
import { plainRefusals } from '../faults/wire.ts';
import { accessOf, nested, Refusal, type World } from '../operation.ts';
import type { Tokens } from '../sign-in/tokens.ts';
import { contentType, parseJson } from './exchange.ts';
import {
  forbidden,
  GatewayRefusal,
  noRegisteredProvider,
  revoked,
  throttled,
  unauthenticated,
} from './gateway-refusals.ts';
import type { Route } from './routes.ts';
import { createRateLimit, type VendorService } from './service.ts';

/** The management service: every path of no other service (docs/sources.md, Errors and limits). */
export const createManagementService = (world: World, tokens: Tokens, tokenUrl: () => string): VendorService => {
  const prefix = world.namespace === 'Vendor' ? 'x-vendor-' : 'x-ms-';
  const limit = createRateLimit(world.clock);
  const leftOf = (route: Route, left: number): Readonly<Record<string, string>> => {
    const of = subscriptionOf(route) ? 'subscription' : 'tenant';
    return { [`${prefix}ratelimit-remaining-${of}-${accessOf(route.operation)}s`]: String(left) };
  };
  return {
    serves: () => true,
    envelope: nested,
    // The documents have every refusal in the operation's form; the public service has those of its gateway nested.
    ...(world.namespace === 'Microsoft' ? { gatewayEnvelope: nested } : {}),
    failureCause: { [`${prefix}failure-cause`]: 'gateway' },

    async identify(request) {
      const caller = await tokens.identify(request.headers.authorization);
      if (caller) return caller;
      const { authorization } = request.headers;
      const expiredAt = await tokens.expiry(authorization);
      throw unauthenticated(authorization, { tokenUrl: tokenUrl(), expiredAt, now: world.clock.now() });
    },

    check({ operation }, query) {
      const version = [...query].find(([name]) => name.toLowerCase() === 'api-version')?.[1];
      if (!version) {
        const message = 'The api-version query parameter (?api-version=) is required for all requests.';
        throw new GatewayRefusal(400, 'MissingApiVersionParameter', message);
      }
      if (operation.versions.includes(version)) return;
      if (world.namespace === 'Microsoft') throw noRegisteredProvider(operation.path, version, operation.versions);
      const supported = operation.versions.map((known) => `'${known}'`).join(', ');
      const message = `The api-version '${version}' is invalid. The supported versions are ${supported}.`;
      throw new GatewayRefusal(400, 'InvalidApiVersionParameter', message);
    },

    readBody(request, bodyText) {
      if (contentType(request) === 'application/json') return parseJson(bodyText);
      throw new Refusal(415, 'UnsupportedMediaType', 'The request content must be application/json.');
    },

    count(route, caller) {
      const access = accessOf(route.operation);
      if (caller.person && world.faults.take('token-revoked', route.id))
        throw revoked(tokenUrl(), world.clock.callers.now());
      if (world.faults.take('no-rate-limit', route.id)) return {};
      const subscription = subscriptionOf(route);
      const usage = limit.take(access, `${caller.key} ${subscription ?? ''}`);
      if ('left' in usage) return leftOf(route, usage.left);
      const headers = { ...leftOf(route, 0), 'retry-after': String(usage.waitSeconds) };
      throw throttled({ kind: access, subscription, principalId: caller.principalId, ...usage }, headers);
    },

    busy: (route, { principalId }) => ({
      ...plainRefusals,
      throttled(headers, waitSeconds, width) {
        const kind = accessOf(route.operation);
        const provider = providerOf(route).replace('{ns}', world.namespace).toLowerCase();
        const own =
          width === 'provider' ? { [`${prefix}ratelimit-${provider}-tenant-retry-after`]: String(waitSeconds) } : {};
        const told = { ...leftOf(route, width === 'gateway' ? 0 : 11_998), ...own, ...headers };
        if (width !== 'gateway' || world.namespace === 'Vendor')
          return plainRefusals.throttled(told, waitSeconds, width);
        return throttled({ kind, subscription: subscriptionOf(route), principalId, waitSeconds }, told);
      },
    }),

    forbidden({ operation: { action }, params, path }, { principalId }) {
      const resource = action.endsWith('/action') ? path.slice(0, path.lastIndexOf('/')) : path;
      return forbidden(world, action, principalId, params['scope'] ?? resource);
    },

    trace: (request) => ({
      ...plain,
      [`${prefix}request-id`]: world.ids.guid(),
      [`${prefix}routing-request-id`]: `WESTEUROPE:${world.ids.guid()}`,
      ...clientRequestId(request, prefix),
      [`${prefix}correlation-request-id`]: correlationOf(request, `${prefix}correlation-request-id`, world),
    }),
  };
};

/** On every answer of the public service. */
const plain = {
  'cache-control': 'no-cache',
  pragma: 'no-cache',
  expires: '-1',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'x-content-type-options': 'nosniff',
} as const;

/** The caller's own id, where it asks for it. */
const clientRequestId = (request: IncomingMessage, prefix: string): Readonly<Record<string, string>> => {
  const name = `${prefix}client-request-id`;
  const given = request.headers[name];
  const isAsked = String(request.headers[`${prefix}return-client-request-id`]).toLowerCase() === 'true';
  return isAsked && typeof given === 'string' ? { [name]: given } : {};
};

/** The provider that an operation's path names last. */
const providerOf = ({ operation }: Route): string => operation.path.split('/providers/').at(-1)?.split('/')[0] ?? '';

/** The subscription in a path, alone or in a scope. */
const subscriptionOf = ({ params }: Route): string | undefined => {
  const named = params['subscriptionId'] ?? /^\/subscriptions\/([^/]+)/i.exec(params['scope'] ?? '')?.[1];
  return named?.toLowerCase();
};

const correlationOf = (request: IncomingMessage, header: string, world: World): string => {
  const given = request.headers[header];
  return typeof given === 'string' && /^[\w.-]{1,128}$/.test(given) ? given : world.ids.guid();
};
