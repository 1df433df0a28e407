import { z } from 'zod';
import { cut } from '../../lib/text.ts';
import type { Policy } from '../policy.ts';
import { defineSection } from '../section.ts';

const host = z
  .string()
  .toLowerCase()
  .refine((text) => URL.parse(`https://${text}`)?.host === text, 'is no host → write for example portal.example.com');

/** Hosts of the vendor's portal, each with its port where that is not the usual one: no button opens an address elsewhere. */
export const portalsSection = defineSection('portals', z.array(host).default([]));

const LONGEST_ADDRESS = 2_000;

/**
 * An address from outside as one that a person may press: https, without a name and password in it, at one of the policy's
 * portals. Anything else may lead anywhere: it is text.
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

/** Those of a vendor's links that a button may open, each with its host in the title: the vendor's words may name another. */
export const portalLinks = (policy: Policy, links: readonly Link[]): Link[] =>
  links.flatMap(({ title, url }) => {
    const address = portalAddress(policy, url);
    if (address === undefined) return [];
    const { host: shown } = new URL(address);
    return [{ title: title.startsWith(shown) ? title : `${cut(title, LONGEST_TITLE)} (${shown})`, url: address }];
  });
