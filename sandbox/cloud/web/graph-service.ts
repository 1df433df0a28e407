import { iso } from '../../../src/platform/lib/clock.ts';
import type { BusyRefusals } from '../faults/wire.ts';
import { Refusal, type World } from '../operation.ts';
import type { Tokens } from '../sign-in/tokens.ts';
import { parseJson } from './exchange.ts';
import type { VendorService } from './service.ts';

const busy: BusyRefusals = {
  throttled: (headers) =>
    new Refusal(429, 'TooManyRequests', 'Too many requests from Identifier. Please try again later.', headers),
  unavailable: (headers) => new Refusal(503, 'serviceNotAvailable', 'The service is not available.', headers),
};

/** Microsoft Graph: everything under /v1.0, with a bearer token and errors of its own form (learn.microsoft.com/graph/errors). */
export const createGraphService = (world: World, tokens: Tokens): VendorService => ({
  serves: (path) => /^\/+v1\.0(\/|$)/i.test(path),
  envelope: ({ code, message }) => ({
    error: { code, message, innerError: { date: iso(world.clock.now()).slice(0, 19), 'request-id': world.ids.guid() } },
  }),

  async identify({ headers }) {
    const caller = await tokens.identify(headers.authorization);
    if (caller) return caller;
    throw new Refusal(401, 'InvalidAuthenticationToken', 'Access token is empty, expired or invalid.');
  },

  check() {},
  readBody: (_request, bodyText) => parseJson(bodyText),
  count: () => ({}),
  busy: () => busy,
  forbidden: () =>
    new Refusal(403, 'Authorization_RequestDenied', 'Insufficient privileges to complete the operation.'),
  trace: ({ headers }) => ({
    'request-id': world.ids.guid(),
    ...(typeof headers['client-request-id'] === 'string' ? { 'client-request-id': headers['client-request-id'] } : {}),
  }),
});
