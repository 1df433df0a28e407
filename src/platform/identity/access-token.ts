import { type Clock, MINUTE, steady } from '#platform/lib/clock.ts';
import { Secret } from '#platform/lib/secret.ts';
import type { AppSignIn, AppToken } from './app-sign-in.ts';
import { askWithSecret } from './client-secret.ts';

/** An access token for one service, as the value of the Authorization header. */
export interface AccessToken {
  /**
   * The cached token while it is valid, otherwise a new one; concurrent callers share one request.
   * @throws SignInError, or HttpFailure when there is no answer
   */
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
