import type { IncomingMessage, ServerResponse } from 'node:http';
import { DROPPED, throughWireFaults } from '../faults/wire.ts';
import { identities } from '../identities.ts';
import type { World } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { contentType, drop, readBody, sendJson } from './exchange.ts';
import type { Tokens } from './tokens.ts';

/** The sign-in address: a form POST with client_credentials, errors in the OAuth form (vendor-facts section 2). */
export const createTokenEndpoint =
  (tokens: Tokens, world: Pick<World, 'faults' | 'namespace' | 'clock'>, ended: AbortSignal) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const body = await readBody(request);
      const answer = await throughWireFaults(world, 'token', world.clock.callers.now(), ended, () =>
        grantToken(tokens, request, body),
      );
      if (answer === DROPPED) drop(response);
      else sendJson(response, 200, answer, { 'cache-control': 'no-store' });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendJson(response, error.status, { error: error.code, error_description: error.message }, error.headers);
    }
  };

const grantToken = async (tokens: Tokens, request: IncomingMessage, body: string): Promise<unknown> => {
  if (request.method !== 'POST') throw new Refusal(405, 'invalid_request', 'Use POST.', { allow: 'POST' });
  if (contentType(request) !== 'application/x-www-form-urlencoded')
    throw new Refusal(400, 'invalid_request', 'The body must be application/x-www-form-urlencoded.');
  const form = new URLSearchParams(body);
  const missing = ['grant_type', 'client_id', 'client_secret', 'scope'].filter((name) => !form.get(name));
  if (missing.length > 0) throw new Refusal(400, 'invalid_request', `The form lacks ${missing.join(', ')}.`);
  if (form.get('grant_type') !== 'client_credentials')
    throw new Refusal(400, 'unsupported_grant_type', 'Only client_credentials is supported.');
  if (!/^https?:\/\/[^/\s]+\/?\/\.default$/.test(form.get('scope') ?? ''))
    throw new Refusal(400, 'invalid_scope', 'The scope must be the base address followed by /.default.');
  const identity = identities.find(
    ({ clientId, clientSecret }) => clientId === form.get('client_id') && clientSecret === form.get('client_secret'),
  );
  if (!identity) throw new Refusal(401, 'invalid_client', 'The client id or its secret is wrong.');
  const { token, seconds } = await tokens.issue(identity);
  return { token_type: 'Bearer', expires_in: seconds, access_token: token };
};
