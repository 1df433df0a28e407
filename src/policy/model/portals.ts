import { z } from 'zod';
import { cut } from '#platform/lib/text.ts';
import type { Policy } from '#policy/policy.ts';
import { defineSection } from '#policy/section.ts';

const host = z
  .string()
  .toLowerCase()
  .refine(
    (text) => URL.parse(`https://${text}`)?.host === text,
    'is not a host name → write for example portal.example.com',
  );

/** Hosts of the vendor's portal, with the port unless it is 443: buttons open no address on another host. */
export const portalsSection = defineSection('portals', z.array(host).default([]));

const LONGEST_ADDRESS = 2_000;

/**
 * An external address that a button may open: https, without credentials, on one of the policy's portals.
 * @returns undefined for any other address, which is shown as text
 */
export const portalAddress = (policy: Policy, text: string): string | undefined => {
  const url = URL.parse(text);
  const plain = url?.protocol === 'https:' && url.username === '' && url.password === '';
  if (!plain || url.href.length > LONGEST_ADDRESS) return undefined;
  return policy.section(portalsSection).includes(url.host) ? url.href : undefined;
};

interface Link {
  readonly title: string;
  readonly url: string;
}

const LONGEST_TITLE = 24;

/** The vendor's links that a button may open. Each title shows the host, because the vendor's title may be misleading. */
export const portalLinks = (policy: Policy, links: readonly Link[]): Link[] =>
  links.flatMap(({ title, url }) => {
    const address = portalAddress(policy, url);
    if (address === undefined) return [];
    const { host: shown } = new URL(address);
    return [{ title: title.startsWith(shown) ? title : `${cut(title, LONGEST_TITLE)} (${shown})`, url: address }];
  });
