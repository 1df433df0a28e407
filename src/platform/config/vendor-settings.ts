import { z } from 'zod';
import { type Credential, clientSecret, type SecretFile } from '#platform/identity/credential.ts';
import { Secret } from '#platform/lib/secret.ts';
import { withoutTail } from '#platform/lib/text.ts';

/** The two sets of names in the API; nothing but `cloud` may depend on the configured one. */
export type Namespace = 'Vendor' | 'Microsoft';

/** Base addresses have no trailing slash. */
export interface ManagementSettings {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  /** What Steward signs in with. */
  readonly credential: Credential;
}

/** Whose identity sends what somebody approved: Steward's own, or the approver's. */
export const vendorAuths = ['app', 'user'] as const;
export type VendorAuth = (typeof vendorAuths)[number];

interface TranslatorAddress {
  /** A custom domain's address includes the path up to `/v3.0`. */
  readonly baseUrl: string;
  readonly region?: string;
}

/** A key, or the identity that Steward uses at the cloud. */
export type TranslatorAccess =
  | { readonly key: Secret | SecretFile }
  | { readonly identity: { readonly resourceId: string; readonly scope: string } };

export type TranslatorSettings = TranslatorAddress & TranslatorAccess;

export interface AppManagementSettings {
  readonly baseUrl: string;
  readonly token: Secret;
}

/** The vendor's three services; the operations of a missing one answer "not set up". */
export interface VendorSettings {
  readonly namespace: Namespace;
  readonly management?: ManagementSettings;
  readonly translator?: TranslatorSettings;
  readonly appManagement?: AppManagementSettings;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isSafeAddress = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url || url.username + url.password + url.hash + url.search !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
};

const address = z.string().refine(isSafeAddress, 'must be an https address, or http to this machine');
/** A base address, without a slash at the end. */
export const addressSchema = address.transform((url) => withoutTail(url, '/'));
const present = z.string().min(1, 'must not be empty');
const secret = present.transform((value) => new Secret(value));

/** Each service's settings by their environment variables (design, section 1); what it is called with is read apart. */
export const managementEnvironment = z.object({
  VENDOR_NAMESPACE: z.enum(['Vendor', 'Microsoft'], 'must be Vendor or Microsoft'),
  VENDOR_BASE_URL: addressSchema,
  VENDOR_TOKEN_URL: address,
});

export const translatorEnvironment = z.object({
  TRANSLATOR_BASE_URL: addressSchema,
  TRANSLATOR_REGION: present.optional(),
});

export const appManagementEnvironment = z.object({
  APP_MANAGEMENT_BASE_URL: addressSchema,
  APP_MANAGEMENT_TOKEN: secret,
});

export const managementSettings = (
  environment: z.output<typeof managementEnvironment>,
  credential: Credential,
): ManagementSettings => ({
  baseUrl: environment.VENDOR_BASE_URL,
  tokenUrl: environment.VENDOR_TOKEN_URL,
  credential,
});

export const translatorSettings = (
  environment: z.output<typeof translatorEnvironment>,
  access: TranslatorAccess,
): TranslatorSettings => ({
  baseUrl: environment.TRANSLATOR_BASE_URL,
  ...access,
  ...(environment.TRANSLATOR_REGION === undefined ? {} : { region: environment.TRANSLATOR_REGION }),
});

export const appManagementSettings = (
  environment: z.output<typeof appManagementEnvironment>,
): AppManagementSettings => ({
  baseUrl: environment.APP_MANAGEMENT_BASE_URL,
  token: environment.APP_MANAGEMENT_TOKEN,
});

interface OneAddress {
  readonly url: string;
  readonly tokenUrl: string;
  readonly client: { readonly id: string; readonly secret: string };
  readonly keys: { readonly translator: string; readonly appManagement: string };
}

/** All three services at one address, as the sandbox has them. */
export const settingsAt = ({ url: baseUrl, tokenUrl, client, keys }: OneAddress): VendorSettings => ({
  namespace: 'Vendor',
  management: { baseUrl, tokenUrl, credential: clientSecret(client.id, client.secret) },
  translator: { baseUrl, key: new Secret(keys.translator) },
  appManagement: { baseUrl, token: new Secret(keys.appManagement) },
});
