import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Log } from '../../../src/platform/lib/logger.ts';
import { DROPPED, plainRefusals, throughWireFaults } from '../faults/wire.ts';
import type { Caller } from '../identities.ts';
import { type Answer, type Call, type Envelope, nested, Refusal, type World } from '../operation.ts';
import { hasOwnRight } from '../story/roles.ts';
import { drop, parseJson, readBody, sendJson } from './exchange.ts';
import { GatewayRefusal } from './gateway-refusals.ts';
import { createRoutes, type Route } from './routes.ts';
import type { VendorService } from './service.ts';

interface Deps {
  readonly world: World;
  /** The first one that serves the path handles the request. */
  readonly services: readonly VendorService[];
  readonly log: Log;
  /** Aborted when the sandbox stops. */
  readonly ended: AbortSignal;
}

/** Handles every path of the vendor: checks caller, path, version, rate limit, faults and right, then runs the operation. */
export const createGateway = ({ world, services, log, ended }: Deps) => {
  const find = createRoutes(world.namespace);

  const serve = async (
    request: IncomingMessage,
    bodyText: string,
    service: VendorService,
  ): Promise<Answer | typeof DROPPED> => {
    const caller = await service.identify(request);
    service.admit?.(request, bodyText);
    const target = request.url ?? '/';
    const [path = '', search = ''] = target.split('?', 2);
    const query = new URLSearchParams(search);
    const route = find(request.method ?? 'GET', path);
    service.check(route, query, bodyText);
    const counted = service.count(route, caller);
    const busy = service.busy?.(route, caller) ?? plainRefusals;
    const answer = await throughWireFaults(world, { operation: route.id, ended, busy }, async () => {
      if (!mayCall(world, route, caller)) throw service.forbidden(route, caller);
      const call: Call = {
        world,
        operation: route.id,
        caller,
        params: route.params,
        query,
        target,
        origin: `http://${request.headers.host ?? ''}`,
        headers: request.headers,
        bodyText,
        body: bodyText === '' ? undefined : service.readBody(request, bodyText),
      };
      return route.operation.handle(call);
    });
    return answer === DROPPED ? DROPPED : { ...answer, headers: { ...counted, ...answer.headers } };
  };

  /** The form of every refusal of an operation, also of 401, which precedes the path's check (spec/1 and 2, Errors). */
  const envelopeOf = (request: IncomingMessage, service: VendorService): Envelope => {
    try {
      const { id, operation } = find(request.method ?? 'GET', (request.url ?? '/').split('?')[0] ?? '/');
      return world.faults.take('nested-errors', id) ? nested : (operation.envelope ?? service.envelope);
    } catch {
      return service.envelope; // No operation has this path.
    }
  };

  const serviceOf = (request: IncomingMessage): VendorService => {
    const [path = ''] = (request.url ?? '/').split('?', 1);
    const service = services.find((candidate) => candidate.serves(path));
    if (service) return service;
    throw new TypeError('no service answers for this path');
  };

  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const service = serviceOf(request);
    const envelope = envelopeOf(request, service);
    const trace = service.trace(request);
    try {
      const bodyText = await readBody(request);
      world.faults.record(recordedRequest(request, bodyText));
      const answer = await serve(request, bodyText, service);
      if (answer === DROPPED) drop(response);
      else sendJson(response, answer.status, answer.body, { ...answer.headers, ...trace });
    } catch (error) {
      const ours = !(error instanceof Refusal) && request.complete; // An incomplete request is a caller who went away.
      if (ours) log.error('the vendor sandbox failed', { error });
      const refusal =
        error instanceof Refusal ? error : new Refusal(500, 'InternalServerError', 'The sandbox itself failed.');
      const isGateway = refusal instanceof GatewayRefusal && service.failureCause !== undefined;
      const form = isGateway ? (service.gatewayEnvelope ?? envelope) : envelope;
      sendJson(response, refusal.status, form(refusal), {
        ...(isGateway ? service.failureCause : {}),
        ...refusal.headers,
        ...trace,
      });
    }
  };
};

/** By the caller's own rights, or by a role that the person holds at the place. */
const mayCall = (world: World, { operation: { action }, params }: Route, caller: Caller): boolean =>
  caller.may(action) || hasOwnRight(world, caller.principalId, action, params['scope'] ?? '');

const recordedRequest = (request: IncomingMessage, bodyText: string) => {
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
