import type { IncomingMessage } from 'node:http';
import type { World } from '../operation.ts';
import { createRateLimit } from '../rate-limit.ts';
import { nested, Refusal } from '../refusal.ts';
import { contentType, parseJson } from './exchange.ts';
import type { Route } from './routes.ts';
import type { VendorService } from './service.ts';
import type { Tokens } from './tokens.ts';

/** The management service: every path of no other service (vendor-facts section 3, Common). */
export const createManagementService = (world: World, tokens: Tokens, tokenUrl: () => string): VendorService => {
  const prefix = world.namespace === 'Vendor' ? 'x-vendor-' : 'x-ms-';
  const limit = createRateLimit(world.clock);
  return {
    serves: () => true,
    envelope: nested,

    async identify(request) {
      const caller = await tokens.identify(request.headers.authorization);
      if (caller) return caller;
      throw new Refusal(401, 'AuthenticationFailed', 'The access token is missing, unknown or has ended.', {
        'www-authenticate': `Bearer authorization_uri="${tokenUrl()}", error="invalid_token"`,
      });
    },

    check({ operation }, query) {
      const version = [...query].find(([name]) => name.toLowerCase() === 'api-version')?.[1];
      if (!version) {
        const message = 'The api-version query parameter (?api-version=) is required for all requests.';
        throw new Refusal(400, 'MissingApiVersionParameter', message);
      }
      if (operation.versions.includes(version)) return;
      const supported = operation.versions.map((known) => `'${known}'`).join(', ');
      const message = `The api-version '${version}' is invalid. The supported versions are ${supported}.`;
      throw new Refusal(400, 'InvalidApiVersionParameter', message);
    },

    readBody(request, bodyText) {
      if (contentType(request) === 'application/json') return parseJson(bodyText);
      throw new Refusal(415, 'UnsupportedMediaType', 'The request content must be application/json.');
    },

    count(route, caller) {
      const { access } = route.operation;
      if (world.faults.take('no-rate-limit', route.id)) return {};
      const subscription = subscriptionOf(route);
      const usage = limit.take(access, `${caller.key} ${subscription ?? ''}`);
      if ('left' in usage) {
        const name = `${prefix}ratelimit-remaining-${subscription ? 'subscription' : 'tenant'}-${access}s`;
        return { [name]: String(usage.left) };
      }
      const headers = { 'retry-after': String(usage.waitSeconds) };
      throw new Refusal(429, 'TooManyRequests', 'The rate limit of this subscription is used up.', headers);
    },

    forbidden({ operation, params }, { principalId }) {
      const action = operation.action.replace('{ns}', world.namespace);
      const message =
        `The client with object id '${principalId}' does not have authorization to perform action '${action}' ` +
        `over scope '${params['scope'] ?? '/'}'.`;
      return new Refusal(403, 'AuthorizationFailed', message);
    },

    trace: (request) => ({
      [`${prefix}request-id`]: world.ids.guid(),
      [`${prefix}correlation-request-id`]: correlationOf(request, `${prefix}correlation-request-id`, world),
    }),
  };
};

/** The subscription in a path, alone or in a scope. */
const subscriptionOf = ({ params }: Route): string | undefined => {
  const named = params['subscriptionId'] ?? /^\/subscriptions\/([^/]+)/i.exec(params['scope'] ?? '')?.[1];
  return named?.toLowerCase();
};

const correlationOf = (request: IncomingMessage, header: string, world: World): string => {
  const given = request.headers[header];
  return typeof given === 'string' && /^[\w.-]{1,128}$/.test(given) ? given : world.ids.guid();
};
