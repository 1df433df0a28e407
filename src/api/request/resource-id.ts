import { inProfile, type Profile } from '../services/profile.ts';
import { isGuid, isSegment } from './path-segment.ts';

/** subscriptions/…/resourceGroups/…/providers/{provider}/{type}/{name}, and one nesting level below (document 2, Endpoints 4). */
const LENGTHS: ReadonlySet<number> = new Set([8, 10]);

/**
 * A resource's id as the vendor writes it: the fixed words as documented, the provider in the profile's words, with a
 * leading slash, not percent-encoded.
 * @param text with or without the leading slash, fixed words in any case
 * @returns undefined for anything but a resource nested once at most
 */
export const resourcePath = (text: string, profile: Profile): string | undefined => {
  const words = text.replace(/^\//, '').split('/');
  const [subscriptions, subscriptionId = '', groups, group, providers, provider = '', ...rest] = words;
  const fixed = [subscriptions, groups, providers].map((word) => word?.toLowerCase()).join('/');
  if (fixed !== 'subscriptions/resourcegroups/providers' || !LENGTHS.has(words.length)) return undefined;
  if (!isGuid(subscriptionId) || !words.every(isSegment)) return undefined;
  const place = `/subscriptions/${subscriptionId}/resourceGroups/${group}`;
  return `${place}/providers/${inProfile(provider, profile)}/${rest.join('/')}`;
};
