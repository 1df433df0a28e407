import { z } from 'zod';
import { Secret } from '../lib/secret.ts';
import type { Namespace } from './profile.ts';

export interface VendorSettings {
  readonly namespace: Namespace;
  /** Of the management service; no slash at its end. */
  readonly baseUrl: string;
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: Secret;
}

const LOOPBACK: ReadonlySet<string> = new Set(['127.0.0.1', 'localhost', '[::1]']);

const isSafeAddress = (text: string): boolean => {
  const url = URL.parse(text);
  if (!url || url.username + url.password + url.hash + url.search !== '') return false;
  return url.protocol === 'https:' || (url.protocol === 'http:' && LOOPBACK.has(url.hostname));
};

const address = z.string().refine(isSafeAddress, 'must be an https address, or http to this machine');
const present = z.string().min(1, 'must not be empty');

/** The management service's settings by the names of the environment (design, section 1). */
export const vendorEnvironment = z.object({
  VENDOR_NAMESPACE: z.enum(['Vendor', 'Microsoft'], 'must be Vendor or Microsoft'),
  VENDOR_BASE_URL: address,
  VENDOR_TOKEN_URL: address,
  VENDOR_CLIENT_ID: present,
  VENDOR_CLIENT_SECRET: present,
});

export const vendorSettings = (environment: z.infer<typeof vendorEnvironment>): VendorSettings => ({
  namespace: environment.VENDOR_NAMESPACE,
  baseUrl: environment.VENDOR_BASE_URL.replace(/\/+$/, ''),
  tokenUrl: environment.VENDOR_TOKEN_URL,
  clientId: environment.VENDOR_CLIENT_ID,
  clientSecret: new Secret(environment.VENDOR_CLIENT_SECRET),
});
