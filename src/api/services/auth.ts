import { z } from 'zod';
import type { Http, HttpResponse } from '../../http/http.ts';
import { HttpFailure } from '../../http/message.ts';
import { SignInRefusal } from '../../http/sign-in-refusal.ts';
import { type Clock, MINUTE, SECOND, steady } from '../../lib/clock.ts';
import { Secret } from '../../lib/secret.ts';
import { errorFromFailure, VendorError } from '../errors/errors.ts';
import { signInText } from '../errors/sign-in-error.ts';
import type { ManagementSettings } from './settings.ts';

export interface AppToken {
  /** The value of the Authorization header, valid for the next minutes; concurrent callers share one fetch. */
  get(correlation: string): Promise<Secret>;
  /** Drops a token that the vendor refused; a newer one stays. */
  drop(token: Secret): void;
}

const EARLY_MS = 5 * MINUTE;
const DEADLINE_MS = 15 * SECOND;

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

interface Held {
  readonly token: Secret;
  readonly until: number;
}

/**
 * Client credentials (vendor-facts section 2): the secret is sent only to the token address.
 * @param scope what the token is for; the vendor's management when absent
 */
export const createAppToken = (deps: {
  http: Http;
  settings: ManagementSettings;
  clock: Clock;
  scope?: string;
}): AppToken => {
  const { http, settings, scope = `${settings.baseUrl}/.default` } = deps;
  const clock = steady(deps.clock);
  let held: Held | undefined;
  let fetching: Promise<Secret> | undefined;

  const fetchToken = async (correlation: string): Promise<Secret> => {
    const startedAt = clock.now();
    const answer = await askForToken(http, settings, scope, correlation);
    const { access_token, expires_in } = readToken(answer, correlation);
    const life = expires_in * SECOND;
    const token = new Secret(`Bearer ${access_token}`);
    held = { token, until: startedAt + life - Math.min(EARLY_MS, life / 2) };
    return token;
  };

  return {
    async get(correlation) {
      if (held && clock.now() < held.until) return held.token;
      fetching ??= fetchToken(correlation).finally(() => {
        fetching = undefined;
      });
      return fetching;
    },
    drop(token) {
      if (held?.token === token) held = undefined;
    },
  };
};

const askForToken = async (
  http: Http,
  settings: ManagementSettings,
  scope: string,
  correlation: string,
): Promise<HttpResponse> => {
  const form = new URLSearchParams({
    grant_type: 'client_credentials',
    client_id: settings.clientId,
    client_secret: settings.clientSecret.reveal(),
    scope,
  });
  try {
    return await http.send({
      method: 'POST',
      url: settings.tokenUrl,
      origin: new URL(settings.tokenUrl).origin,
      headers: { accept: 'application/json', 'content-type': 'application/x-www-form-urlencoded' },
      body: form.toString(),
      retry: 'read',
      deadlineMs: DEADLINE_MS,
      credential: 'vendor-sign-in',
      correlation,
    });
  } catch (error) {
    throw error instanceof HttpFailure ? notCarriedOut(errorFromFailure(error, correlation)) : error;
  }
};

/** Whatever happened to the token request, the call itself was not sent. */
const notCarriedOut = (error: VendorError): VendorError =>
  new VendorError({
    code: error.code,
    text: error.arrived === 'maybe' ? 'vendor.error.unreachable' : error.textKey,
    target: error.target,
    arrived: 'no',
    retryable: error.retryable,
    correlationId: error.correlationId,
    retryAfterMs: error.retryAfterMs,
    cause: error.cause,
  });

const readToken = (answer: HttpResponse, correlationId: string): z.infer<typeof tokenAnswer> => {
  const token = answer.status === 200 ? tokenAnswer.safeParse(parseJson(answer.text)).data : undefined;
  if (token) return token;
  const refusal = new SignInRefusal(answer.text);
  const passing = answer.status >= 500 || answer.status === 429;
  throw new VendorError({
    code: 'Vendor.SignIn',
    text: passing ? 'vendor.error.unavailable' : signInText(refusal),
    arrived: 'no',
    retryable: passing,
    status: answer.status,
    vendorCode: refusal.code,
    vendorMessage: refusal.description,
    requestId: refusal.traceId,
    correlationId,
    cause: refusal,
  });
};

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
