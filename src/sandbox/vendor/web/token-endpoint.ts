import type { IncomingMessage, ServerResponse } from 'node:http';
import { iso } from '../../../lib/clock.ts';
import { tenantId } from '../../world.ts';
import { isGuid } from '../access/scope.ts';
import { type BusyRefusals, DROPPED, throughWireFaults } from '../faults/wire.ts';
import { identities } from '../identities.ts';
import type { World } from '../operation.ts';
import { Refusal } from '../refusal.ts';
import { contentType, drop, readBody, sendJson } from './exchange.ts';
import { SignInRefusal, signInRefusalOf } from './sign-in-refusals.ts';
import type { Tokens } from './tokens.ts';

type SignInWorld = Pick<World, 'faults' | 'namespace' | 'clock' | 'ids'>;

/** Of any tenant: which one is part of the address. */
export const TOKEN_ADDRESS = /^\/([^/]+)\/oauth2\/v2\.0\/token$/i;

const busy: BusyRefusals = {
  throttled: (headers) => new SignInRefusal(90055, '', headers),
  unavailable: (headers) => new SignInRefusal(90033, '', headers),
};

/** The sign-in address: a form POST with client_credentials, errors as the public sign-in has them (vendor-facts section 2). */
export const createTokenEndpoint =
  (tokens: Tokens, world: SignInWorld, ended: AbortSignal) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const form = new URLSearchParams(await readBody(request));
      const answer = await throughWireFaults(world, { operation: 'token', ended, busy }, () =>
        grantToken(tokens, request, form),
      ).catch((error: unknown) => {
        throw (error instanceof Refusal && signInRefusalOf(error.code, form.get('client_id') ?? '')) || error;
      });
      if (answer === DROPPED) drop(response);
      else sendJson(response, 200, answer, NOT_KEPT);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      sendJson(response, error.status, bodyOf(error, request, world), { ...NOT_KEPT, ...error.headers });
    }
  };

const NOT_KEPT = { 'cache-control': 'no-store' } as const;

const bodyOf = (refusal: Refusal, { headers }: IncomingMessage, { clock, ids }: SignInWorld): unknown => {
  if (!(refusal instanceof SignInRefusal)) return { error: refusal.code, error_description: refusal.message };
  const asked = headers['client-request-id'];
  const [trace, correlation] = [ids.guid(), typeof asked === 'string' && isGuid(asked) ? asked : ids.guid()];
  const timestamp = iso(clock.now()).replace('T', ' ').replace(/\.\d+/, '');
  const lines = [refusal.message, `Trace ID: ${trace}`, `Correlation ID: ${correlation}`, `Timestamp: ${timestamp}`];
  return {
    error: refusal.code,
    error_description: lines.join(' '),
    error_codes: [refusal.number],
    timestamp,
    trace_id: trace,
    correlation_id: correlation,
    error_uri: `https://login.vendor.example/error?code=${refusal.number}`,
  };
};

const grantToken = async (tokens: Tokens, request: IncomingMessage, form: URLSearchParams): Promise<unknown> => {
  if (request.method !== 'POST') throw new SignInRefusal(900561, request.method, { allow: 'POST' });
  checkTenant(request);
  if (contentType(request) !== 'application/x-www-form-urlencoded') throw new SignInRefusal(900144, 'grant_type');
  checkForm(form);
  const [id, secret, scope] = ['client_id', 'client_secret', 'scope'].map((name) => form.get(name) ?? '');
  const identity = identities.find(({ clientId }) => clientId === id?.toLowerCase());
  if (!identity) throw new SignInRefusal(700016, id);
  if (identity.clientSecret !== secret) throw new SignInRefusal(7000215, id);
  if (!/^https?:\/\/[^/\s]+\/?\/\.default$/.test(scope ?? '')) throw new SignInRefusal(1002012, scope);
  const { token, seconds } = await tokens.issue(identity);
  return { token_type: 'Bearer', expires_in: seconds, ext_expires_in: seconds, access_token: token };
};

const checkTenant = ({ url = '' }: IncomingMessage): void => {
  const [, tenant = ''] = TOKEN_ADDRESS.exec(url.split('?')[0] ?? '') ?? [];
  if (tenant.toLowerCase() === tenantId) return;
  throw new SignInRefusal(isGuid(tenant) || tenant.includes('.') ? 90002 : 900023, tenant);
};

const checkForm = (form: URLSearchParams): void => {
  const missing = ['grant_type', 'client_id', 'scope'].find((name) => !form.get(name));
  if (missing !== undefined) throw new SignInRefusal(900144, missing);
  const grantType = form.get('grant_type') ?? '';
  if (grantType !== 'client_credentials') throw new SignInRefusal(70003, grantType);
  if (!form.get('client_secret')) throw new SignInRefusal(7000216);
};
