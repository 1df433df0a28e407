import type { Http } from '#platform/http/http.ts';
import type { Clock } from '#platform/lib/clock.ts';
import type { Credential, Owner } from './credential.ts';

/** Who signs in, with what, where, and for which service. */
export interface AppSignIn {
  readonly http: Http;
  readonly clock: Clock;
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
