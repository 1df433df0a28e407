import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../../lib/logger.ts';
import { DROPPED, throughWireFaults } from '../faults/wire.ts';
import type { Identity } from '../identities.ts';
import type { Answer, Call, World } from '../operation.ts';
import { createRateLimit } from '../rate-limit.ts';
import { Refusal } from '../refusal.ts';
import { contentType, drop, errorBody, parseJson, readBody, sendJson } from './exchange.ts';
import { createRoutes, type Route } from './routes.ts';
import type { Tokens } from './tokens.ts';

interface Deps {
  readonly world: World;
  readonly tokens: Tokens;
  readonly tokenUrl: () => string;
  readonly log: Log;
  /** Aborted when the sandbox stops. */
  readonly ended: AbortSignal;
}

/** Every path of the vendor: token, path, version, rate limit, faults, right, and then the operation. */
export const createVendorDoor = ({ world, tokens, tokenUrl, log, ended }: Deps) => {
  const prefix = world.namespace === 'Vendor' ? 'x-vendor-' : 'x-ms-';
  const find = createRoutes(world.namespace);
  const limit = createRateLimit(world.clock);

  const authenticate = async (request: IncomingMessage): Promise<Identity> => {
    const caller = await tokens.identify(request.headers.authorization);
    if (caller) return caller;
    throw new Refusal(401, 'AuthenticationFailed', 'The access token is missing, unknown or has ended.', {
      'www-authenticate': `Bearer authorization_uri="${tokenUrl()}", error="invalid_token"`,
    });
  };

  const countAgainstLimit = (route: Route, caller: Identity): Record<string, string> => {
    const { access } = route.operation;
    if (world.faults.take('no-rate-limit', route.id)) return {};
    const subscription = /^\/subscriptions\/([^/]+)/i.exec(route.params['scope'] ?? '')?.[1]?.toLowerCase();
    const taken = limit.take(access, `${caller.key} ${subscription ?? ''}`);
    if ('left' in taken) {
      const name = `${prefix}ratelimit-remaining-${subscription ? 'subscription' : 'tenant'}-${access}s`;
      return { [name]: String(taken.left) };
    }
    const headers = { 'retry-after': String(taken.waitSeconds) };
    throw new Refusal(429, 'TooManyRequests', 'The rate limit of this subscription is used up.', headers);
  };

  const serve = async (request: IncomingMessage, bodyText: string): Promise<Answer | typeof DROPPED> => {
    const caller = await authenticate(request);
    const target = request.url ?? '/';
    const [path = '', search = ''] = target.split('?', 2);
    const query = new URLSearchParams(search);
    const route = find(request.method ?? 'GET', path);
    checkVersion(query, route);
    const limits = countAgainstLimit(route, caller);
    const answer = await throughWireFaults(world.faults, route.id, world.clock.callers.now(), ended, async () => {
      checkRight(world, caller, route);
      const call: Call = {
        world,
        operation: route.id,
        caller,
        params: route.params,
        query,
        target,
        origin: `http://${request.headers.host ?? ''}`,
        bodyText,
        body: jsonBody(request, bodyText),
      };
      return route.operation.handle(call);
    });
    return answer === DROPPED ? DROPPED : { ...answer, headers: { ...limits, ...answer.headers } };
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const trace = {
      [`${prefix}request-id`]: world.ids.guid(),
      [`${prefix}correlation-request-id`]: correlationOf(request, `${prefix}correlation-request-id`, world),
    };
    try {
      const bodyText = await readBody(request);
      world.faults.record(seenRequest(request, bodyText));
      const answer = await serve(request, bodyText);
      if (answer === DROPPED) drop(response);
      else sendJson(response, answer.status, answer.body, { ...answer.headers, ...trace });
    } catch (error) {
      const ours = !(error instanceof Refusal) && request.complete; // An incomplete request is a caller who went away.
      if (ours) log.error('the vendor sandbox failed', { error });
      const refusal =
        error instanceof Refusal ? error : new Refusal(500, 'InternalServerError', 'The sandbox itself failed.');
      sendJson(response, refusal.status, errorBody(refusal.code, refusal.message), { ...refusal.headers, ...trace });
    }
  };
};

const checkVersion = (query: URLSearchParams, { operation }: Route): void => {
  const version = query.get('api-version');
  if (!version) {
    const message = 'The api-version query parameter (?api-version=) is required for all requests.';
    throw new Refusal(400, 'MissingApiVersionParameter', message);
  }
  if (operation.versions.includes(version)) return;
  const supported = operation.versions.map((known) => `'${known}'`).join(', ');
  const message = `The api-version '${version}' is invalid. The supported versions are ${supported}.`;
  throw new Refusal(400, 'InvalidApiVersionParameter', message);
};

const checkRight = (world: World, caller: Identity, route: Route): void => {
  const { access } = route.operation;
  if (caller.access.has(access)) return;
  const action = `${world.namespace}.Authorization/roleAssignments/${access}`;
  throw new Refusal(
    403,
    'AuthorizationFailed',
    `The client with object id '${caller.principalId}' does not have authorization to perform action '${action}' ` +
      `over scope '${route.params['scope'] ?? '/'}'.`,
  );
};

const jsonBody = (request: IncomingMessage, bodyText: string): unknown => {
  if (bodyText === '') return undefined;
  if (contentType(request) !== 'application/json')
    throw new Refusal(415, 'UnsupportedMediaType', 'The request content must be application/json.');
  return parseJson(bodyText);
};

const correlationOf = (request: IncomingMessage, header: string, world: World): string => {
  const given = request.headers[header];
  return typeof given === 'string' && /^[\w.-]{1,128}$/.test(given) ? given : world.ids.guid();
};

const seenRequest = (request: IncomingMessage, bodyText: string) => {
  const [path = '', search = ''] = (request.url ?? '/').split('?', 2);
  return {
    method: request.method ?? 'GET',
    path,
    query: Object.fromEntries(new URLSearchParams(search)),
    body: bodyText === '' ? undefined : jsonOrText(bodyText),
  };
};

const jsonOrText = (text: string): unknown => {
  try {
    return parseJson(text);
  } catch {
    return text;
  }
};
