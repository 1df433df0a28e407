import { z } from 'zod';
import type { GrantTerms } from './terms.ts';

/** What an address may name in braces, by its value for one grant. */
const placeholders = {
  scope: ({ place }: GrantTerms) => place.scope,
  role: ({ role }: GrantTerms) => role.id,
} as const;

const fill = (address: string, value: (name: keyof typeof placeholders) => string): string =>
  address.replace(/\{(scope|role)\}/g, (_whole, name) => encodeURIComponent(value(name)));

/** The host stands fast: it may hold no placeholder. */
const isAddress = (text: string): boolean => {
  const [one, other] = ['x', 'y'].map((value) => fill(text, () => value));
  const url = URL.parse(one ?? '');
  if (url?.protocol !== 'https:' || url.username !== '' || /[{}]/.test(one ?? '')) return false;
  return url.host === URL.parse(other ?? '')?.host;
};

/** The address in the vendor's portal where an eligible role is activated. */
export const activationSchema = z
  .string()
  .max(1_000)
  .refine(
    isAddress,
    'is no address of a portal → write one with https://; after the host it may hold {scope} and {role}',
  );

/** Where this role is activated. @param address as the policy writes it */
export const activationAddress = (address: string, terms: GrantTerms): string =>
  fill(address, (name) => placeholders[name](terms));
