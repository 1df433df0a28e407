import { type AppToken, createAppToken } from '../api/services/auth.ts';
import type { VendorSettings } from '../api/services/settings.ts';
import type { Http } from '../http/http.ts';
import { createLru } from '../lib/cache.ts';
import type { Clock } from '../lib/clock.ts';
import type { DirectoryAccess } from './graph.ts';

interface AccessDeps {
  readonly http: Http;
  readonly vendor: Pick<VendorSettings, 'management'>;
  /** Address of Microsoft Graph. */
  readonly graphUrl?: string | undefined;
  readonly clock: Clock;
}

/** Scopes whose tokens are kept: Graph has one. */
const MOST = 4;

/** The directory by the identity that Steward has in the cloud; undefined where its address or that identity is not set up. */
export const directoryAccess = ({ http, vendor, graphUrl, clock }: AccessDeps): DirectoryAccess | undefined => {
  const { management } = vendor;
  if (!management || graphUrl === undefined) return undefined;
  const tokens = createLru<AppToken>(MOST);
  const tokenOf = (scope: string): AppToken =>
    tokens(scope, () => createAppToken({ http, settings: management, clock }, scope));
  return {
    baseUrl: graphUrl,
    tokenFor: (scope, correlation) => tokenOf(scope).get(correlation),
    dropToken: (scope, token) => tokenOf(scope).drop(token),
  };
};
