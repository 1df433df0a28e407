import type { Http } from '../../http/http.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Secret } from '../../lib/secret.ts';
import type { CredentialKind } from '../operation.ts';
import { isGuid } from '../request/path.ts';
import { createAppToken } from './auth.ts';
import type { Profile } from './profile.ts';
import type { AppManagementSettings, ManagementSettings, TranslatorSettings, VendorSettings } from './settings.ts';

export type CredentialHeaders = Readonly<Record<string, Secret>>;

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
  /** It refuses POST, PUT and PATCH without a body (document 3, Endpoints 2). */
  readonly wantsBody: boolean;
}

/** The configured services; a missing kind is "not set up". */
export type Services = Readonly<Partial<Record<CredentialKind, Service>>>;

interface Deps {
  readonly http: Http;
  readonly settings: VendorSettings;
  readonly clock: Clock;
  readonly profile: Profile;
}

export const createServices = (deps: Deps): Services => {
  const { management, translator, appManagement } = deps.settings;
  return {
    ...(management ? { app: managementService({ ...deps, management }) } : {}),
    ...(translator ? { translator: translatorService(translator) } : {}),
    ...(appManagement ? { appManagement: appManagementService(appManagement) } : {}),
  };
};

const managementService = ({ management, profile, ...deps }: Deps & { management: ManagementSettings }): Service => {
  const token = createAppToken({ ...deps, settings: management });
  const correlationId = `${profile.headerPrefix}correlation-request-id`;
  return {
    base: management.baseUrl,
    credential: 'vendor-app',
    masked: { authorization: 'Bearer ***' },
    authorize: async (correlation) => ({ authorization: await token.get(correlation) }),
    refused({ authorization }) {
      if (authorization) token.drop(authorization);
      return true;
    },
    trace: (correlation) => ({ [correlationId]: correlation }),
    answered: { requestId: `${profile.headerPrefix}request-id`, correlationId },
    wantsBody: false,
  };
};

const translatorService = ({ baseUrl, key, region }: TranslatorSettings): Service => ({
  base: baseUrl,
  credential: 'translator-key',
  masked: { 'ocp-apim-subscription-key': '***' },
  authorize: async () => ({ 'ocp-apim-subscription-key': key }),
  refused: () => false,
  trace: (correlation) => ({
    // The document requires a GUID (document 3, Endpoints 1).
    ...(isGuid(correlation) ? { 'x-clienttraceid': correlation } : {}),
    ...(region === undefined ? {} : { 'ocp-apim-subscription-region': region }),
  }),
  answered: { requestId: 'x-requestid' },
  wantsBody: false,
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
