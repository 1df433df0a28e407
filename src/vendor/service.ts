import type { Http } from '../http/http.ts';
import type { Clock } from '../lib/clock.ts';
import type { Secret } from '../lib/secret.ts';
import { createAppToken } from './auth.ts';
import type { CredentialKind } from './operation.ts';
import type { VendorSettings } from './settings.ts';

/** One of the vendor's services: where it is and how a request shows who asks. */
export interface Service {
  readonly base: string;
  /** Name of the credential, for parking; never its value. */
  readonly credential: string;
  /** The headers that carry the credential. */
  authorize(correlation: string): Promise<Readonly<Record<string, Secret>>>;
  /** The vendor did not take these headers: the next `authorize` gets fresh ones. */
  refused(headers: Readonly<Record<string, Secret>>): void;
}

/** The services that are set up; a kind that is absent here is "not set up". */
export type Services = Readonly<Partial<Record<CredentialKind, Service>>>;

export const createServices = (deps: { http: Http; settings: VendorSettings; clock: Clock }): Services => {
  const token = createAppToken(deps);
  return {
    app: {
      base: deps.settings.baseUrl,
      credential: 'vendor-app',
      authorize: async (correlation) => ({ authorization: await token.get(correlation) }),
      refused: ({ authorization }) => authorization && token.drop(authorization),
    },
  };
};
