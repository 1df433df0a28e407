import type { IncomingMessage } from 'node:http';
import { accountOf, findToken, missingRights } from '../apps/tokens.ts';
import { type Envelope, nested, Refusal, type World } from '../operation.ts';
import { parseJson } from './exchange.ts';
import type { VendorService } from './service.ts';

const WITH_BODY: ReadonlySet<string | undefined> = new Set(['POST', 'PUT', 'PATCH']);

/** This service's codes for refusals that all services share (docs/sources.md, App management). */
const codes: Readonly<Record<string, string>> = {
  InvalidResourceType: 'NotFound',
  InvalidRequestUri: 'BadRequest',
  InvalidRequestContent: 'BadRequest',
};

const GATEWAY = 'NoSuchService';

/** The gateway that replaces a retired service has another error form. */
const envelope: Envelope = (refusal) =>
  refusal.code === GATEWAY
    ? { message: refusal.message }
    : nested(new Refusal(refusal.status, codes[refusal.code] ?? refusal.code, refusal.message));

/** The app-management service: everything under /v0.1, behind an API token (spec/3, Authentication). */
export const createAppService = (world: World): VendorService => ({
  serves: (path) => /^\/+v0\.1(\/|$)/i.test(path),
  envelope,

  async identify({ headers }) {
    const value = headers['x-api-token'];
    const token = typeof value === 'string' ? await findToken(world, value) : undefined;
    if (!token) throw new Refusal(401, 'Unauthorized', 'The API token is missing, unknown or revoked.');
    return {
      key: token.id,
      principalId: accountOf(token).id,
      may: (action) => action.startsWith('apps/') && (token.access === 'full' || action.endsWith('/read')),
    };
  },

  admit(request, bodyText) {
    if (WITH_BODY.has(request.method) && bodyText === '')
      throw new Refusal(411, 'LengthRequired', 'A body must be sent; an empty one as an empty JSON object.');
    if (!acceptsJson(request)) throw new Refusal(406, 'NotAcceptable', 'The service answers in application/json only.');
  },

  check({ id }) {
    const retired = world.faults.take('retired', id);
    if (retired?.status === 404) throw new Refusal(404, GATEWAY, 'no route matches this address');
    if (retired) throw new Refusal(410, 'Gone', 'This service was retired on 2025-03-31.');
  },

  readBody: (_request, bodyText) => parseJson(bodyText),
  count: () => ({}),
  forbidden: ({ id }) => missingRights(world, id),
  trace: () => ({ 'x-request-id': world.ids.guid() }),
});

const acceptsJson = ({ headers: { accept = '*/*' } }: IncomingMessage): boolean =>
  /\*\/\*|application\/(\*|json)/i.test(accept);
