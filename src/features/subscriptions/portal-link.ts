import type { Policy } from '../../policy/policy.ts';
import { isPortal } from './section.ts';

const LONGEST = 2_000;

/**
 * The vendor's address as one that a person may press: https, without a name and password in it, at a host of the vendor's
 * portal that the policy names. Anything else came from outside and may lead anywhere: it is text.
 */
export const portalAddress = (policy: Policy, text: string): string | undefined => {
  const url = URL.parse(text);
  if (url?.protocol !== 'https:' || url.username !== '' || url.password !== '' || url.href.length > LONGEST) {
    return undefined;
  }
  return isPortal(policy, url.host) ? url.href : undefined;
};
