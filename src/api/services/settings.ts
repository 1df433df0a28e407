import { z } from 'zod';
import { Secret } from '../../lib/secret.ts';
import { withoutTail } from '../../lib/text.ts';
import type { Namespace } from './profile.ts';

/** Base addresses have no trailing slash. */
export interface ManagementSettings {
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
}

export interface TranslatorSettings {
  /** A custom domain's address includes the path up to `/v3.0`. */
  readonly baseUrl: string;
  readonly key: Secret;
  readonly region?: string;
}

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

/** Each service's settings by their environment variables (design, section 1). */
export const managementEnvironment = z.object({
  VENDOR_NAMESPACE: z.enum(['Vendor', 'Microsoft'], 'must be Vendor or Microsoft'),
  VENDOR_BASE_URL: addressSchema,
  VENDOR_TOKEN_URL: address,
  VENDOR_CLIENT_ID: present,
  VENDOR_CLIENT_SECRET: secret,
});

export const translatorEnvironment = z.object({
  TRANSLATOR_BASE_URL: addressSchema,
  TRANSLATOR_KEY: secret,
  TRANSLATOR_REGION: present.optional(),
});

export const appManagementEnvironment = z.object({
  APP_MANAGEMENT_BASE_URL: addressSchema,
  APP_MANAGEMENT_TOKEN: secret,
});

export const managementSettings = (environment: z.output<typeof managementEnvironment>): ManagementSettings => ({
  baseUrl: environment.VENDOR_BASE_URL,
  tokenUrl: environment.VENDOR_TOKEN_URL,
  clientId: environment.VENDOR_CLIENT_ID,
  clientSecret: environment.VENDOR_CLIENT_SECRET,
});

export const translatorSettings = (environment: z.output<typeof translatorEnvironment>): TranslatorSettings => ({
  baseUrl: environment.TRANSLATOR_BASE_URL,
  key: environment.TRANSLATOR_KEY,
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
  management: { baseUrl, tokenUrl, clientId: client.id, clientSecret: new Secret(client.secret) },
  translator: { baseUrl, key: new Secret(keys.translator) },
  appManagement: { baseUrl, token: new Secret(keys.appManagement) },
});
