import { policyOf } from '../lib/policy-text.ts';

/** One state of the policy as plain data: what the text for Steward is written from, and what the model reads. */
export interface World {
  /** By key; the value names the key of the person's first account, where this is another one. */
  readonly people: Readonly<Record<string, string | undefined>>;
  readonly groups: Readonly<Record<string, readonly string[]>>;
  /** The first that fits counts. */
  readonly rules: readonly WorldRule[];
  readonly roles: Readonly<Record<string, { readonly days: number; readonly approvals: number }>>;
}

export interface WorldRule {
  readonly name: string;
  /** All of them when empty. */
  readonly roles: readonly string[];
  readonly ask: readonly string[];
  /** The groups of `approvals` when absent. */
  readonly decide: readonly string[] | undefined;
  readonly approvals: number | Readonly<Record<string, number>>;
  /** Who may ask in another person's place, and whether that person is asked first; nobody when absent. */
  readonly onBehalf?: { readonly by: readonly string[]; readonly person: 'ask' | 'tell' } | undefined;
}

export const keys = ['ana', 'bo', 'cy', 'di', 'ed', 'fi', 'gus'] as const;
export type Key = (typeof keys)[number];

export const PLACE = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
export const roleIds: Readonly<Record<string, string>> = {
  reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  owner: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
};

export const calm: World = {
  people: Object.fromEntries(keys.map((key) => [key, undefined])),
  groups: {
    askers: ['ana', 'bo'],
    leads: ['bo', 'cy', 'di', 'ed'],
    security: ['ed', 'fi'],
    platform: ['cy', 'di', 'ed'],
  },
  rules: [
    { name: 'owners', roles: ['owner'], ask: ['askers'], decide: undefined, approvals: { security: 1, platform: 1 } },
    { name: 'plain', roles: [], ask: ['askers'], decide: ['leads'], approvals: 1 },
  ],
  roles: { reader: { days: 30, approvals: 0 }, owner: { days: 30, approvals: 0 } },
};

const ruleOf = ({ roles, ...rule }: WorldRule) => ({
  ...{ ...rule, change: 'access.grant', card: 'here' },
  when: roles.length > 0 ? { role: roles } : undefined,
});

/** The policy as Steward reads it. */
export const policyText = ({ people, groups, rules, roles }: World): string => {
  const role = (key: string, { days, approvals }: World['roles'][string]) => ({
    ...{ id: roleIds[key], title: key, max: `${days} days` },
    approvals: approvals > 0 ? approvals : undefined,
  });
  const sections = {
    ...{ groups, places: { payments: { scope: PLACE } }, changes: { rules: rules.map(ruleOf) } },
    access: { roles: Object.fromEntries(Object.entries(roles).map(([key, of]) => [key, role(key, of)])) },
  };
  return policyOf(Object.keys(people), sections, people);
};
