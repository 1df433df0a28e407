import type { IncomingMessage, ServerResponse } from 'node:http';
import { HOUR, SECOND } from '../../../src/platform/lib/clock.ts';
import type { Ids } from '../../../src/platform/lib/ids.ts';
import type { Db } from '../../../src/platform/storage/database.ts';
import { tenantId } from '../../world.ts';
import { isGuid } from '../access/scope.ts';
import { DROPPED, throughWireFaults } from '../faults/wire.ts';
import { type Caller, callers, identities } from '../identities.ts';
import { Refusal, type World } from '../operation.ts';
import type { MovableClock } from '../state.ts';
import type { VendorTables } from '../tables.ts';
import { contentType, drop, readBody, sendJson } from '../web/exchange.ts';
import { findRegistration, type Registration } from './authorization-request.ts';
import { SignInRefusal, signInBusy, signInError, signInRefusalOf } from './refusals.ts';

/** Lifetime of a token, by the sandbox's clock. */
const LIFE = HOUR;

export interface Tokens {
  /** @param token what it reads, where somebody else made it */
  issue(caller: Caller, token?: string): Promise<{ readonly token: string; readonly seconds: number }>;
  /** The caller of an Authorization header; undefined for a missing, unknown or expired token. */
  identify(authorization: string | undefined): Promise<Caller | undefined>;
  /** When the token of an Authorization header ends, in milliseconds since 1970; undefined for an unknown one. */
  expiry(authorization: string | undefined): Promise<number | undefined>;
}

const tokenIn = (authorization: string | undefined): string | undefined =>
  /^Bearer +(\S+)$/i.exec(authorization ?? '')?.[1];

export const createTokens = (db: Db<VendorTables>, clock: MovableClock, ids: Ids): Tokens => ({
  issue: async ({ key }, token = `sandbox.${key}.${ids.opaque()}`) => {
    const row = { token, identity: key, expires_at: clock.now() + LIFE };
    await db.replaceInto('tokens').values(row).execute();
    return { token, seconds: LIFE / SECOND };
  },
  identify: async (authorization) => {
    const token = tokenIn(authorization);
    if (token === undefined) return undefined;
    const fixed = identities.find((identity) => identity.fixedToken === token);
    if (fixed) return fixed;
    const row = await db
      .selectFrom('tokens')
      .select('identity')
      .where('token', '=', token)
      .where('expires_at', '>', clock.now())
      .executeTakeFirst();
    return callers.find(({ key }) => key === row?.identity);
  },
  expiry: async (authorization) => {
    const token = tokenIn(authorization) ?? '';
    const row = await db.selectFrom('tokens').select('expires_at').where('token', '=', token).executeTakeFirst();
    return row?.expires_at;
  },
});

type SignInWorld = Pick<World, 'faults' | 'namespace' | 'clock' | 'ids'>;

/** Of any tenant: which one is part of the address. */
export const TOKEN_ADDRESS = /^\/([^/]+)\/oauth2\/v2\.0\/token$/i;

/** The token address: a form POST with client_credentials or authorization_code, errors as the public sign-in has them (docs/sources.md, Sign-in). */
export const createTokenEndpoint =
  (tokens: Tokens, codeGrant: Grant, world: SignInWorld, ended: AbortSignal) =>
  async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    try {
      const form = new URLSearchParams(await readBody(request));
      const answer = await throughWireFaults(world, { operation: 'token', ended, busy: signInBusy }, () =>
        grantToken(tokens, codeGrant, request, form),
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

const bodyOf = (refusal: Refusal, request: IncomingMessage, world: SignInWorld): unknown =>
  refusal instanceof SignInRefusal
    ? signInError(refusal, request, world)
    : { error: refusal.code, error_description: refusal.message };

/** Gives the token of a grant type to a program that proved itself. */
type Grant = (registration: Registration, form: URLSearchParams) => Promise<unknown>;

const grantToken = async (tokens: Tokens, codeGrant: Grant, request: IncomingMessage, form: URLSearchParams) => {
  if (request.method !== 'POST') throw new SignInRefusal('900561', request.method, { allow: 'POST' });
  checkTenant(request);
  if (contentType(request) !== 'application/x-www-form-urlencoded') throw new SignInRefusal('900144', 'grant_type');
  checkForm(form);
  const registration = authenticate(form);
  const grant = form.get('grant_type') === 'authorization_code' ? codeGrant : clientCredentials(tokens);
  return grant(registration, form);
};

/** The program, by its secret. */
const authenticate = (form: URLSearchParams): Registration => {
  const id = form.get('client_id') ?? '';
  const registration = findRegistration(id);
  if (!registration) throw new SignInRefusal('700016', id);
  if (registration.secret !== form.get('client_secret')) throw new SignInRefusal('7000215', id);
  return registration;
};

const clientCredentials =
  (tokens: Tokens): Grant =>
  async ({ clientId }, form) => {
    const identity = identities.find((known) => known.clientId === clientId);
    if (!identity) throw new SignInRefusal('700016', clientId);
    const scope = form.get('scope') ?? '';
    if (!/^https?:\/\/[^/\s]+\/?\/\.default$/.test(scope)) throw new SignInRefusal('1002012', scope);
    const { token, seconds } = await tokens.issue(identity);
    return { token_type: 'Bearer', expires_in: seconds, ext_expires_in: seconds, access_token: token };
  };

const checkTenant = ({ url = '' }: IncomingMessage): void => {
  const [, tenant = ''] = TOKEN_ADDRESS.exec(url.split('?')[0] ?? '') ?? [];
  if (tenant.toLowerCase() === tenantId) return;
  throw new SignInRefusal(isGuid(tenant) || tenant.includes('.') ? '90002' : '900023', tenant);
};

const checkForm = (form: URLSearchParams): void => {
  const grantType = form.get('grant_type') ?? '';
  const needed = grantType === 'authorization_code' ? ['client_id'] : ['grant_type', 'client_id', 'scope'];
  const missing = needed.find((name) => !form.get(name));
  if (missing !== undefined) throw new SignInRefusal('900144', missing);
  if (!['client_credentials', 'authorization_code'].includes(grantType)) throw new SignInRefusal('70003', grantType);
  if (!form.get('client_secret')) throw new SignInRefusal('7000216', grantType);
};
