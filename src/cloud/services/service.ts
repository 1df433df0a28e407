import type { CredentialKind } from '#cloud/operation.ts';
import { isGuid } from '#cloud/request/path.ts';
import type { AppManagementSettings, ManagementSettings, VendorSettings } from '#platform/config/vendor-settings.ts';
import { readSecret, type SecretFile, TRANSLATOR_KEY_FILE } from '#platform/identity/credential.ts';
import { SignInError } from '#platform/identity/sign-in-error.ts';
import type { Base } from '#platform/jobs/jobs.ts';
import type { Secret } from '#platform/lib/secret.ts';
import { type AppToken, createAppToken, ofSignIn } from './auth.ts';
import type { Profile } from './profile.ts';

type CredentialHeaders = Readonly<Record<string, Secret>>;

/** One of the vendor's services: its address, its credential and its headers for tracing. */
export interface Service {
  readonly base: string;
  /** Name of the credential, for pauses; never its value. */
  readonly credential: string;
  /** The headers with the credential, masked. */
  readonly masked: Readonly<Record<string, string>>;
  /** The headers with the credential. */
  authorize(correlation: string): Promise<CredentialHeaders>;
  /** The vendor refused these headers: the next `authorize` gets new ones. False if there are no others. */
  refused(headers: CredentialHeaders): boolean;
  /** The headers that let the vendor find our request. */
  trace(correlation: string): Readonly<Record<string, string>>;
  /** The answer's headers that the vendor's support asks for, in lower case. */
  readonly answered: { readonly requestId: string; readonly correlationId?: string };
  /** It refuses POST, PUT and PATCH without a body (docs/sources.md, App management). */
  readonly wantsBody: boolean;
}

/** The configured services; a missing kind is "not set up". */
export type Services = Readonly<Partial<Record<CredentialKind, Service>>>;

interface Deps extends Pick<Base, 'http' | 'clock'> {
  readonly settings: VendorSettings;
  readonly profile: Profile;
}

export const createServices = (deps: Deps): Services => {
  const { management, appManagement } = deps.settings;
  const translator = translatorService(deps);
  return {
    ...(management ? { app: managementService({ ...deps, management }) } : {}),
    ...(translator ? { translator } : {}),
    ...(appManagement ? { appManagement: appManagementService(appManagement) } : {}),
  };
};

/** With a token that is fetched anew after the service refused it. */
const byToken = (token: AppToken): Pick<Service, 'masked' | 'authorize' | 'refused'> => ({
  masked: { authorization: 'Bearer ***' },
  authorize: async (correlation) => ({ authorization: await token.get(correlation) }),
  refused({ authorization }) {
    if (authorization) token.drop(authorization);
    return true;
  },
});

const managementService = ({ management, profile, ...deps }: Deps & { management: ManagementSettings }): Service => {
  const correlationId = `${profile.headerPrefix}correlation-request-id`;
  return {
    ...byToken(createAppToken({ ...deps, settings: management })),
    base: management.baseUrl,
    credential: 'vendor-app',
    trace: (correlation) => ({ [correlationId]: correlation }),
    answered: { requestId: `${profile.headerPrefix}request-id`, correlationId },
    wantsBody: false,
  };
};

const translatorService = ({ settings: { translator, management }, ...deps }: Deps): Service | undefined => {
  if (!translator) return undefined;
  const { baseUrl, region } = translator;
  const traced = (correlation: string) => ({
    // The document requires a GUID (docs/sources.md, Translator).
    ...(isGuid(correlation) ? { 'x-clienttraceid': correlation } : {}),
    ...(region === undefined ? {} : { 'ocp-apim-subscription-region': region }),
  });
  const common = { base: baseUrl, answered: { requestId: 'x-requestid' }, wantsBody: false };
  if ('key' in translator) {
    const { key } = translator;
    return {
      ...common,
      credential: 'translator-key',
      masked: { 'ocp-apim-subscription-key': '***' },
      authorize: async (correlation) => ({ 'ocp-apim-subscription-key': await keyFrom(key, correlation) }),
      refused: () => false,
      trace: traced,
    };
  }
  if (!management) return undefined;
  const { resourceId, scope } = translator.identity;
  // The public service has no name of the resource in its address; a custom domain has.
  const resource = new URL(baseUrl).pathname === '/' ? { 'ocp-apim-resourceid': resourceId } : {};
  return {
    ...common,
    ...byToken(createAppToken({ ...deps, settings: management }, scope)),
    credential: 'translator-identity',
    trace: (correlation) => ({ ...traced(correlation), ...resource }),
  };
};

const keyFrom = (key: Secret | SecretFile, correlation: string): Promise<Secret> =>
  readSecret(key, TRANSLATOR_KEY_FILE).catch((error: unknown) => {
    throw error instanceof SignInError ? ofSignIn(error, correlation) : error;
  });

const appManagementService = ({ baseUrl, token }: AppManagementSettings): Service => ({
  base: baseUrl,
  credential: 'app-management-token',
  masked: { 'x-api-token': '***' },
  authorize: async () => ({ 'x-api-token': token }),
  refused: () => false,
  trace: () => ({}),
  answered: { requestId: 'x-request-id' },
  wantsBody: true,
});
