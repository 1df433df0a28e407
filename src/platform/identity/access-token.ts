import { z } from 'zod';
import type { HttpRequest, HttpResponse } from '#platform/http/message.ts';
import type { Base } from '#platform/jobs/jobs.ts';
import { type Clock, MINUTE, SECOND, steady } from '#platform/lib/clock.ts';
import { Secret } from '#platform/lib/secret.ts';
import { type Credential, credentialNames, type Owner, readSecret } from './credential.ts';
import { refusedSignIn } from './sign-in-error.ts';

/** Who signs in, with what, where, and for which service. */
export interface AppSignIn extends Pick<Base, 'http' | 'clock'> {
  readonly owner: Owner;
  readonly credential: Credential;
  /** The token endpoint of the directory; a managed identity does not ask it. */
  readonly tokenUrl: string;
  /** The service, with `/.default`. */
  readonly scope: string;
}

/** What the sign-in service gives. */
export interface AppToken {
  readonly accessToken: string;
  readonly lifeMs: number;
}

/** An access token for one service, as the value of the Authorization header. */
export interface AccessToken {
  /** The cached token while it is valid, else a new one, shared by callers. @throws SignInError, or HttpFailure without an answer */
  get(correlation?: string): Promise<Secret>;
  /** Drops a token that the service refused; a newer one stays. */
  drop(token: Secret): void;
}

/** A token is used until so long before its end, or for half of a short life. */
const EARLY_MS = 5 * MINUTE;

interface Cached {
  readonly token: Secret;
  readonly until: number;
}

export const createAccessToken = (signIn: AppSignIn): AccessToken => {
  const clock: Clock = steady(signIn.clock);
  let cached: Cached | undefined;
  let underWay: Promise<Secret> | undefined;

  const fetchToken = async (correlation?: string): Promise<Secret> => {
    const startedAt = clock.now();
    const { accessToken, lifeMs } = await ask(signIn, correlation);
    const token = new Secret(`Bearer ${accessToken}`);
    cached = { token, until: startedAt + lifeMs - Math.min(EARLY_MS, lifeMs / 2) };
    return token;
  };

  return {
    async get(correlation) {
      if (cached && clock.now() < cached.until) return cached.token;
      underWay ??= fetchToken(correlation).finally(() => {
        underWay = undefined;
      });
      return underWay;
    },
    drop(token) {
      if (cached?.token === token) cached = undefined;
    },
  };
};

/** Whoever signs in with a secret does not load the library. */
const ask = async (signIn: AppSignIn, correlation: string | undefined): Promise<AppToken> => {
  const { credential } = signIn;
  if (credential.kind === 'secret') return askWithSecret(signIn, credential, correlation);
  const { askThroughLibrary } = await import('./library.ts');
  return askThroughLibrary(signIn, credential, correlation);
};

const tokenAnswer = z.object({ access_token: z.string().min(1), expires_in: z.coerce.number().positive() });

/** Client credentials grant (RFC 6749, 4.4): the secret is sent only to the token endpoint. */
const askWithSecret = async (
  signIn: AppSignIn,
  credential: Credential & { readonly kind: 'secret' },
  correlation: string | undefined,
): Promise<AppToken> => {
  const { owner, clock, scope } = signIn;
  const secret = await readSecret(credential.secret, credentialNames[owner].secretFile);
  const form = {
    grant_type: 'client_credentials',
    client_id: credential.clientId,
    client_secret: secret.reveal(),
    scope,
  };
  const answer = await requestToken(signIn, form, { retry: 'read', correlation });
  const token = answer.status === 200 ? tokenAnswer.safeParse(bodyOf(answer)).data : undefined;
  if (!token) throw refusedSignIn(answer, credential, owner, clock.now());
  return { accessToken: token.access_token, lifeMs: token.expires_in * SECOND };
};

export const SIGN_IN_DEADLINE_MS = 15 * SECOND;
export const SIGN_IN_MAX_BYTES = 64 * 1024;

/** Posts a form to the token endpoint, and nowhere else. @throws HttpFailure when there is no answer */
export const requestToken = (
  { http, owner, tokenUrl }: Pick<AppSignIn, 'http' | 'owner' | 'tokenUrl'>,
  form: Readonly<Record<string, string>>,
  { retry, correlation }: Pick<HttpRequest, 'retry'> & { readonly correlation?: string | undefined },
): Promise<HttpResponse> =>
  http.send({
    method: 'POST',
    url: tokenUrl,
    origin: new URL(tokenUrl).origin,
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(form).toString(),
    retry,
    deadlineMs: SIGN_IN_DEADLINE_MS,
    maxBytes: SIGN_IN_MAX_BYTES,
    credential: `${owner}-sign-in`,
    ...(correlation === undefined ? {} : { correlation }),
  });

/** The body of an answer; undefined for one that is no JSON. */
export const bodyOf = ({ text }: Pick<HttpResponse, 'text'>): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};
