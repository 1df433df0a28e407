import { type AppToken, createAppToken } from '#cloud/services/auth.ts';
import type { VendorSettings } from '#platform/config/vendor-settings.ts';
import type { Http } from '#platform/http/http.ts';
import { createLru } from '#platform/lib/cache.ts';
import { type Clock, steady } from '#platform/lib/clock.ts';
import { createGraph, type DirectoryAccess, type Graph } from './graph.ts';

interface AccessDeps {
  readonly http: Http;
  readonly vendor: Pick<VendorSettings, 'management'>;
  /** Address of Microsoft Graph. */
  readonly graphUrl?: string | undefined;
  readonly clock: Clock;
}

/** Scopes whose tokens are kept: Graph has one. */
const MOST = 4;

/** Microsoft Graph by the identity that Steward has in the cloud; undefined where its address or that identity is not set up. */
export const openGraph = (deps: AccessDeps): Graph | undefined => {
  const access = accessOf(deps);
  return access && createGraph({ http: deps.http, access, now: steady(deps.clock).now });
};

const accessOf = ({ http, vendor, graphUrl, clock }: AccessDeps): DirectoryAccess | undefined => {
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
