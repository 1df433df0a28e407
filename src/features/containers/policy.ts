import { z } from 'zod';
import { SECRET_NAME } from '#cloud/services/secrets.ts';
import { memoByObject } from '#platform/lib/cache.ts';
import { normalise } from '#platform/lib/text.ts';
import { nameSchema } from '#policy/model/entries.ts';
import type { Policy, PolicyBase } from '#policy/policy.ts';
import { quote } from '#policy/problems/problem.ts';
import { defineSection, type SectionProblem, unknownGroups, unknownPlace } from '#policy/section.ts';
import { GROUP_NAME } from './document/schema.ts';
import { NONE, OTHER, SEVERAL } from './terms.ts';

/** Dangerous settings that a policy can deny; by default all of them are denied. */
export const deniedActions = ['privileged', 'capabilities', 'publicAddress', 'unsecureLabel'] as const;
export type DeniedAction = (typeof deniedActions)[number];

const restartWords = ['Always', 'OnFailure', 'Never'] as const;

const images = z.record(
  nameSchema,
  z
    .string()
    .regex(
      /^[A-Za-z0-9][A-Za-z0-9-]*(?:\.[A-Za-z0-9-]+)+(?::\d{1,5})?(?:\/[a-z0-9._-]+)*\/?$/,
      'is not an image source → write the registry’s host, and optionally a path: registry.example.com/team',
    ),
);

const amount = z.number().min(0).optional();
const most = z.strictObject({ containers: z.int().min(1).optional(), cpu: amount, memoryInGB: amount, gpu: amount });
const deny = z.array(z.enum(deniedActions));

const place = z.strictObject({
  /** The location of groups there, unless a document names one. */
  location: z.string().min(1).max(60).optional(),
  /** Instead of the default for all places. */
  deny: deny.optional(),
  images: z.array(z.string()).optional(),
  most: most.optional(),
  /** Names of files in SECRETS_DIR that groups there may use. */
  secrets: z
    .array(z.string().regex(SECRET_NAME, 'is not a secret’s name → write the name of its file in SECRETS_DIR'))
    .default([]),
  /** Known groups there, for people to choose from. */
  groups: z
    .array(z.string().regex(GROUP_NAME, 'is not a group’s name → use at most 63 lowercase letters, digits and hyphens'))
    .default([]),
});

const section = z
  .strictObject({
    /** Who may see groups: their state, events and addresses. */
    see: z.array(z.string()).default([]),
    deny: deny.default([...deniedActions]),
    /** Allowed image sources, by the names that rules use; any source when omitted. */
    images: images.default({}),
    /** Limits for one group, all its containers together. */
    most: most.default({}),
    restart: z
      .array(z.enum(restartWords))
      .min(1)
      .default([...restartWords]),
    /** Places that are resource groups; groups run nowhere else. */
    places: z.record(nameSchema, place).default({}),
  })
  .prefault({});

/** Limits for container groups; the change rules say who may request and who decides. */
export const containersSection = defineSection('containers', section, (value, policy) => [
  ...unknownGroups(policy, value.see, ['see']),
  ...Object.keys(value.images)
    .filter((key) => [NONE, OTHER, SEVERAL].includes(key))
    .map((key) => ({
      path: ['images', key],
      message: `${quote(key)} is a reserved word of rules`,
      remedy: 'choose another name',
    })),
  ...Object.entries(value.places).flatMap(([key, { images: named = [] }]) => [
    ...placeProblems(key, policy),
    ...named.flatMap((name, index) =>
      Object.hasOwn(value.images, name)
        ? []
        : [
            {
              path: ['places', key, 'images', index],
              message: `${quote(name)} is not a name under images`,
              remedy: 'add it there first',
            },
          ],
    ),
  ]),
]);

const placeProblems = (key: string, policy: PolicyBase): readonly SectionProblem[] => {
  const path = ['places', key];
  const found = policy.place(key);
  if (!found) return unknownPlace(policy, key, path);
  if (found.scope.kind === 'resourceGroup') return [];
  const remedy = 'name a place that is a resource group';
  return [{ path, message: `${quote(key)} is not a resource group`, remedy }];
};

/** A place where groups may run, with its limits. */
export interface ContainerPlace {
  readonly key: string;
  readonly title: string;
  readonly subscriptionId: string;
  readonly resourceGroup: string;
  readonly location: string | undefined;
  readonly deny: readonly DeniedAction[];
  /** Undefined: any source. */
  readonly images: readonly { readonly key: string; readonly from: string }[] | undefined;
  readonly most: z.infer<typeof most>;
  readonly restart: readonly (typeof restartWords)[number][];
  readonly secrets: readonly string[];
  readonly groups: readonly string[];
}

export const containerPlaces = memoByObject((policy: Policy): readonly ContainerPlace[] => {
  const all = policy.section(containersSection);
  const from = Object.entries(all.images).map(([key, beginning]) => ({ key, from: beginning }));
  return Object.entries(all.places).flatMap(([key, own]) => {
    const named = policy.place(key);
    if (named?.scope.kind !== 'resourceGroup') return [];
    const { subscriptionId, resourceGroup } = named.scope;
    return [
      {
        key,
        title: named.title,
        subscriptionId: subscriptionId.toLowerCase(),
        resourceGroup,
        location: own.location,
        deny: own.deny ?? all.deny,
        images: own.images ? from.filter(({ key: name }) => own.images?.includes(name)) : anywhere(from),
        most: { ...all.most, ...own.most },
        restart: all.restart,
        secrets: own.secrets,
        groups: own.groups,
      },
    ];
  });
});

const anywhere = <T>(from: readonly T[]): readonly T[] | undefined => (from.length === 0 ? undefined : from);

/** By typed key or title. */
export const findContainerPlace = (policy: Policy, words: string): ContainerPlace | undefined =>
  containerPlaces(policy).find(({ key, title }) => [key, title].some((name) => normalise(name) === normalise(words)));

export const imageNames = (policy: Policy): readonly string[] => Object.keys(policy.section(containersSection).images);

export const maySee = (policy: Policy, objectId: string): boolean =>
  policy.isIn(objectId, policy.section(containersSection).see);

/** The secrets that groups of any place may use. */
export const namedSecrets = (policy: Policy): readonly string[] => [
  ...new Set(containerPlaces(policy).flatMap(({ secrets }) => secrets)),
];
