import { z } from 'zod';
import { type BillingScope, parseBillingScope, writeBillingScope } from '#cloud/operations/billing-scope.ts';
import { isGuid, isSegment, type Scope, scopeKey } from '#cloud/request/path.ts';
import { type Forbidden, forbiddenAsRenamed } from '#engine/changes/change-kind.ts';
import { memoByObject } from '#platform/lib/cache.ts';
import { normalise } from '#platform/lib/text.ts';
import { nameSchema } from '#policy/model/entries.ts';
import type { Policy, PolicyBase, PolicyPlace } from '#policy/policy.ts';
import { quote } from '#policy/problems/problem.ts';
import { defineSection, type SectionProblem, secondKeys, unknownGroups } from '#policy/section.ts';
import { CREATED, type CreateTerms, NONE, OTHER } from './terms.ts';

const title = z.string().min(1).max(60).optional();

const SCOPE =
  'is not a billing scope → write /billingAccounts/<account>/billingProfiles/<profile>/invoiceSections/<section>, /billingAccounts/<account>/customers/<customer>, or /billingAccounts/<account>/enrollmentAccounts/<account>';

const billingScope = z.strictObject({
  title,
  scope: z.string().transform((text, context) => {
    const scope = parseBillingScope(text);
    if (scope !== undefined) return scope;
    context.addIssue({ code: 'custom', message: SCOPE });
    return z.NEVER;
  }),
  /** Resellers of the billing scope: ids by the names that people choose. */
  resellers: z.record(z.string().min(1).max(60), z.string().min(1).max(100)).default({}),
});

const managementGroup = z.strictObject({
  title,
  name: z.string().refine(isSegment, 'is not a management group’s name → write the last part of its id'),
});

const subscription = z.strictObject({
  title,
  id: z.string().refine(isGuid, 'is not a subscription id → write 8-4-4-4-12 hexadecimal digits').toLowerCase(),
});

/** The setting's former place. */
const movedPortals = z
  .unknown()
  .refine(() => false, 'is a top-level setting now, for all features → move this line out of subscriptions')
  .optional();

const section = z
  .strictObject({
    /** The billing scopes of new subscriptions. */
    billingScopes: z.record(nameSchema, billingScope).default({}),
    /** Their management groups, besides places that are management groups. */
    managementGroups: z.record(nameSchema, managementGroup).default({}),
    /** Existing subscriptions, besides places that are subscriptions. */
    subscriptions: z.record(nameSchema, subscription).default({}),
    portals: movedPortals,
    /** Who may see everyone's requests for subscriptions. */
    list: z.array(z.string()).default([]),
  })
  .prefault({});

/** The names that people choose from; the change rules say who may request what. */
export const subscriptionsSection = defineSection('subscriptions', section, (value, policy) => [
  ...unknownGroups(policy, value.list, ['list']),
  ...sameNames('billingScopes', value.billingScopes, []),
  ...sameNames('managementGroups', value.managementGroups, placesOf('managementGroup', policy)),
  ...sameNames('subscriptions', value.subscriptions, placesOf('subscription', policy)),
  ...secondKeys(
    Object.entries(value.billingScopes),
    ({ scope }) => writeBillingScope(scope).toLowerCase(),
    ...([['billingScopes'], 'billing scope', 'scope'] as const),
  ),
  ...secondKeys(
    [
      ...idsOf('managementGroup', policy),
      ...Object.entries(value.managementGroups).map(([key, { name }]) => [key, name] as const),
    ],
    (name) => name.toLowerCase(),
    ...([['managementGroups'], 'management group', 'name'] as const),
  ),
  ...secondKeys(
    [
      ...idsOf('subscription', policy),
      ...Object.entries(value.subscriptions).map(([key, { id }]) => [key, id] as const),
    ],
    (id) => id,
    ...([['subscriptions'], 'subscription', 'id'] as const),
  ),
]);

type Entries = Readonly<Record<string, { readonly title?: string | undefined }>>;

/** Words of rules for values without a name in the policy. */
const RESERVED_WORDS = [NONE, CREATED, OTHER];

const placesOf = (kind: Scope['kind'], { places }: PolicyBase): readonly PolicyPlace[] =>
  places.filter(({ scope }) => scope.kind === kind);

/** People type a key or a title, and rules use keys, so each must be unique. @param places of the same kind */
const sameNames = (area: string, entries: Entries, places: readonly PolicyPlace[]): readonly SectionProblem[] => {
  const owners = new Map(places.flatMap(({ key, title: name }) => [key, name].map((words) => [normalise(words), key])));
  const ownWords = [
    ...places.map(({ key }) => ({ key, path: [] })),
    ...Object.keys(entries).map((key) => ({ key, path: [area, key] })),
  ];
  const kept = ownWords
    .filter(({ key }) => RESERVED_WORDS.includes(key))
    .map(({ key, path }) => reservedWord(key, path));
  const same = Object.entries(entries).flatMap(([key, { title: name = key }]) => {
    const taken = [key, name].map((words) => owners.get(normalise(words))).find((owner) => owner !== undefined);
    for (const words of [key, name]) owners.set(normalise(words), key);
    if (taken === undefined) return [];
    const message = `${quote(key)} or its title could also mean ${quote(taken)}`;
    return [{ path: [area, key], message, remedy: 'choose another key or title (case and punctuation do not count)' }];
  });
  return [...kept, ...same];
};

/** Scopes end with the id. */
const idsOf = (kind: Scope['kind'], policy: PolicyBase) =>
  placesOf(kind, policy).map(({ key, scope }) => [key, scopeKey(scope).split('/').at(-1)] as const);

const reservedWord = (key: string, path: readonly string[]): SectionProblem => ({
  path,
  message: `${quote(key)} is a reserved word of rules`,
  remedy: path.length === 0 ? 'choose another key for that place' : 'choose another key',
});

/** Something by its name in the policy. */
interface Named {
  readonly key: string;
  readonly title: string;
}

export interface PolicyBilling extends Named {
  readonly scope: BillingScope;
  /** As the document writes it. */
  readonly path: string;
  readonly resellers: readonly { readonly title: string; readonly id: string }[];
}

export interface PolicyGroup extends Named {
  /** At the vendor. */
  readonly name: string;
}

interface PolicySubscription extends Named {
  readonly id: string;
}

export const billingScopesOf = memoByObject((policy: Policy): readonly PolicyBilling[] =>
  Object.entries(policy.section(subscriptionsSection).billingScopes).map(
    ([key, { title = key, scope, resellers }]) => ({
      key,
      title,
      scope,
      path: writeBillingScope(scope),
      resellers: Object.entries(resellers).map(([title, id]) => ({ title, id })),
    }),
  ),
);

export const managementGroupsOf = memoByObject((policy: Policy): readonly PolicyGroup[] => [
  ...Object.entries(policy.section(subscriptionsSection).managementGroups).map(([key, { title = key, name }]) => ({
    key,
    title,
    name,
  })),
  ...policy.places.flatMap(({ key, title, scope }) =>
    scope.kind === 'managementGroup' ? [{ key, title, name: scope.name }] : [],
  ),
]);

/** The place among the names by which a request knows its subscription and its management group. */
export const placeOf = (policy: Policy, ...names: readonly (string | undefined)[]): string | undefined =>
  names.find((name) => name !== undefined && policy.place(name) !== undefined);

/** The vendor's ids of an existing subscription and of a management group, as far as a request has them. */
export const scopesOf = (
  subscription: string | undefined,
  managementGroup: Pick<PolicyGroup, 'name'> | null,
): readonly string[] => [
  ...(subscription === undefined ? [] : [`/subscriptions/${subscription}`]),
  ...(managementGroup ? [`/providers/Vendor.Management/managementGroups/${managementGroup.name}`] : []),
];

/** Those that are no places yet. */
export const offeredSubscriptions = (policy: Policy): readonly PolicySubscription[] =>
  Object.entries(policy.section(subscriptionsSection).subscriptions).map(([key, { title = key, id }]) => ({
    key,
    title,
    id,
  }));

export const subscriptionsOf = memoByObject((policy: Policy): readonly PolicySubscription[] => [
  ...offeredSubscriptions(policy),
  ...policy.places.flatMap(({ key, title, scope }) =>
    scope.kind === 'subscription' ? [{ key, title, id: scope.subscriptionId.toLowerCase() }] : [],
  ),
]);

/** By typed key or title. */
export const findNamed = <T extends Named>(all: readonly T[], words: string): T | undefined =>
  all.find(({ key, title }) => [key, title].some((name) => normalise(name) === normalise(words)));

export const maySeeAll = (policy: Policy, objectId: string): boolean =>
  policy.isIn(objectId, policy.section(subscriptionsSection).list);

/** A management group whose name in the policy is gone or means something else now. */
export const changedGroup = (group: CreateTerms['managementGroup'], policy: Policy): Forbidden | undefined =>
  group === null || managementGroupsOf(policy).some(({ key, name }) => key === group.key && name === group.name)
    ? undefined
    : forbiddenAsRenamed(group.title);

/** A subscription whose name in the policy is gone or means something else now. */
export const changedSubscription = (target: CreateTerms['existing'], policy: Policy): Forbidden | undefined =>
  target === null ||
  [CREATED, OTHER].includes(target.known) ||
  subscriptionsOf(policy).some(({ key, id }) => key === target.known && id === target.id)
    ? undefined
    : forbiddenAsRenamed(target.title);
