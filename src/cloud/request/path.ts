import { inProfile, type Profile, profileOf } from '#cloud/services/profile.ts';
import { createLru, memoByObject } from '#platform/lib/cache.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are refused.
const UNSAFE = /[\u0000-\u001f\u007f-\u009f/\\?#%]/;
export const GUID_PATTERN = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const LONGEST = 260;

export const isGuid = (text: string): boolean => GUID_PATTERN.test(text);

/** True for a text that is safe as one segment of a path, even if it is decoded several times. */
export const isSegment = (text: string): boolean =>
  text !== '' && text.length <= LONGEST && text !== '.' && text !== '..' && !UNSAFE.test(text) && text.isWellFormed();

/** The only way to put text into a path. @throws RangeError without the text */
export const encodeSegment = (text: string): string => {
  if (!isSegment(text)) throw new RangeError('a text that cannot be one segment of a path');
  return encodeURIComponent(text);
};

/** A slash-separated id, encoded segment by segment; keeps its leading slash. */
export const encodeId = (id: string): string =>
  id
    .split('/')
    .map((segment, index) => (index === 0 && segment === '' ? '' : encodeSegment(segment)))
    .join('/');

/** The scope of a role (docs/sources.md, Roles). `provider` always has the neutral namespace, as in `Vendor.KeyVault`. */
export type Scope =
  | { readonly kind: 'managementGroup'; readonly name: string }
  | { readonly kind: 'subscription'; readonly subscriptionId: string }
  | { readonly kind: 'resourceGroup'; readonly subscriptionId: string; readonly resourceGroup: string }
  | {
      readonly kind: 'resource';
      readonly subscriptionId: string;
      readonly resourceGroup: string;
      readonly provider: string;
      readonly type: string;
      readonly name: string;
    };

const is = (word: string | undefined, fixed: string): boolean => word?.toLowerCase() === fixed;

/** A scope as in a policy or as the vendor's id, in either namespace; everything else, also a longer id, is undefined. */
export const parseScope = (text: string): Scope | undefined => scopes(text, () => ({ scope: readScope(text) })).scope;

/** A list names the same few scopes again and again. */
const scopes = createLru<{ readonly scope: Scope | undefined }>(5_000);

const readScope = (text: string): Scope | undefined => {
  const words = text.replace(/^\//, '').split('/');
  if (!words.every(isSegment)) return undefined;
  return is(words[0], 'providers') ? parseManagementGroup(words) : parseBelowSubscription(words);
};

const parseManagementGroup = (words: readonly string[]): Scope | undefined => {
  const [, provider = '', groups, name] = words;
  const known = /^(vendor|microsoft)\.management$/i.test(provider) && is(groups, 'managementgroups');
  return known && name !== undefined && words.length === 4 ? { kind: 'managementGroup', name } : undefined;
};

const parseBelowSubscription = (words: readonly string[]): Scope | undefined => {
  const [first, subscriptionId = '', groups, resourceGroup, providers, provider, type, name] = words;
  if (!is(first, 'subscriptions') || !isGuid(subscriptionId)) return undefined;
  if (words.length === 2) return { kind: 'subscription', subscriptionId };
  if (!is(groups, 'resourcegroups') || resourceGroup === undefined) return undefined;
  if (words.length === 4) return { kind: 'resourceGroup', subscriptionId, resourceGroup };
  if (!is(providers, 'providers') || provider === undefined || type === undefined || name === undefined)
    return undefined;
  if (words.length !== 8) return undefined;
  const neutral = inProfile(provider, profileOf('Vendor'));
  return { kind: 'resource', subscriptionId, resourceGroup, provider: neutral, type, name };
};

/** The scope as an id of the profile, not percent-encoded. @throws RangeError for a name that cannot be one segment */
export const scopePath = (scope: Scope, profile: Profile): string => {
  const names = 'resourceGroup' in scope ? [scope.resourceGroup] : [];
  if (scope.kind === 'managementGroup' || scope.kind === 'resource') names.push(scope.name);
  if (scope.kind === 'resource') names.push(scope.provider, scope.type);
  if (!names.every(isSegment)) throw new RangeError('a scope with a name that cannot be one segment of a path');
  if (scope.kind === 'managementGroup') {
    return `/providers/${profile.namespace}.Management/managementGroups/${scope.name}`;
  }
  const subscription = `/subscriptions/${scope.subscriptionId}`;
  if (scope.kind === 'subscription') return subscription;
  const group = `${subscription}/resourceGroups/${scope.resourceGroup}`;
  if (scope.kind === 'resourceGroup') return group;
  return `${group}/providers/${inProfile(scope.provider, profile)}/${scope.type}/${scope.name}`;
};

/** The same text for a scope in any case: for maps, unique columns and comparison. */
export const scopeKey = memoByObject((scope: Scope): string => scopePath(scope, profileOf('Vendor')).toLowerCase());

/** Ids are compared without case, as the vendor does. */
export const sameScope = (a: Scope, b: Scope): boolean => scopeKey(a) === scopeKey(b);

/** True when `inner` is `outer` or below it. Ids do not show what a management group contains, so only itself counts. */
export const scopeContains = (outer: Scope, inner: Scope): boolean =>
  sameScope(outer, inner) || scopeKey(inner).startsWith(`${scopeKey(outer)}/`);

/** subscriptions/…/resourceGroups/…/providers/{provider}/{type}/{name}, and one nesting level below (docs/sources.md, Health events). */
const LENGTHS: ReadonlySet<number> = new Set([8, 10]);

/** A resource's id in the vendor's form and the profile's namespace. @returns undefined for anything but a resource nested at most once */
export const resourcePath = (text: string, profile: Profile): string | undefined => {
  const words = text.replace(/^\//, '').split('/');
  const [subscriptions, subscriptionId = '', groups, group, providers, provider = '', ...rest] = words;
  const fixed = [subscriptions, groups, providers].map((word) => word?.toLowerCase()).join('/');
  if (fixed !== 'subscriptions/resourcegroups/providers' || !LENGTHS.has(words.length)) return undefined;
  if (!isGuid(subscriptionId) || !words.every(isSegment)) return undefined;
  const place = `/subscriptions/${subscriptionId}/resourceGroups/${group}`;
  return `${place}/providers/${inProfile(provider, profile)}/${rest.join('/')}`;
};
