import type { Dice } from '../lib/dice.ts';
import { policyOf } from '../lib/policy-text.ts';

const askers = ['ana', 'gus'] as const;
export const deciders = ['bo', 'cy', 'di', 'ed'] as const;
/** Freezes and revokes; neither asks nor decides. */
export const ADMINISTRATOR = 'fi';
type Key = (typeof askers)[number] | (typeof deciders)[number];
type Role = 'reader' | 'owner';

const SUBSCRIPTION = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';

/** The scope of each place; the ledger is below payments. */
export const places: Readonly<Record<string, string>> = {
  payments: SUBSCRIPTION,
  ledger: `${SUBSCRIPTION}/resourceGroups/rg-ledger`,
  staging: '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d02',
};

/** By docs/policy.md: a freeze of a place stops what is at the place and below it. */
export const covers = (frozen: string | undefined, place: string): boolean =>
  frozen === undefined || frozen === place || (frozen === 'payments' && place === 'ledger');

/** The approvals that a role needs. */
const needs: Readonly<Record<Role, number>> = { reader: 1, owner: 2 };

export const roleIds: Readonly<Record<Role, string>> = {
  reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  owner: '8e3af657-a8ff-443c-a75c-2fe8c4bcb635',
};

export const policyText = policyOf([...askers, ...deciders, ADMINISTRATOR], {
  groups: { leads: deciders },
  places: Object.fromEntries(Object.entries(places).map(([key, scope]) => [key, { scope }])),
  access: {
    roles: Object.fromEntries(Object.entries(roleIds).map(([key, id]) => [key, { id, title: key, max: '30 days' }])),
  },
  changes: {
    rules: Object.entries(needs).map(([role, approvals]) => ({
      ...{
        name: role,
        change: 'access.grant',
        when: { role },
        ask: 'everyone',
        decide: 'leads',
        approvals,
        card: 'here',
      },
    })),
  },
});

export interface Wish {
  readonly asker: Key;
  readonly role: Role;
  readonly place: string;
}

/** Everything that happens at the same moment; `on`: which of the two engines hears it. */
export type Act = { readonly on: number } & (
  | { readonly kind: 'approve' | 'deny'; readonly as: Key; readonly wish: number }
  | { readonly kind: 'ask'; readonly wish: Wish }
  /** Of everything where no place is named. */
  | { readonly kind: 'freeze'; readonly place: string | undefined }
  /** Of whatever lasts when its turn comes. */
  | { readonly kind: 'unfreeze' }
  | { readonly kind: 'revoke'; readonly person: Key }
);

/** Requests that wait, some with a vote, and then everybody at once. */
export interface Plan {
  readonly wishes: readonly Wish[];
  /** Approvals before the storm. */
  readonly before: readonly { readonly as: Key; readonly wish: number }[];
  readonly acts: readonly Act[];
  /** How many turns of the event loop the service takes for a call. */
  readonly slow: number;
}

const wishOf = (dice: Dice): Wish => ({
  asker: dice.pick(askers),
  role: dice.pick(['reader', 'reader', 'owner'] as const),
  place: dice.pick(Object.keys(places)),
});

const actOf = (dice: Dice, wishes: number): Act => {
  const on = dice.below(2);
  const kind = dice.pick(['approve', 'approve', 'approve', 'approve', 'deny', 'ask', 'unfreeze', 'revoke'] as const);
  switch (kind) {
    case 'ask':
      return { on, kind, wish: wishOf(dice) };
    case 'unfreeze':
      return { on, kind };
    case 'revoke':
      return { on, kind, person: dice.pick([...askers, ...deciders]) };
    default:
      return { on, kind, as: dice.pick(deciders), wish: dice.below(wishes) };
  }
};

/** In each run at least one freeze races with the approvals. */
export const planBy = (dice: Dice): Plan => {
  const all = Array.from({ length: 2 + dice.below(3) }, () => wishOf(dice));
  const wishes = all.filter(
    (one, at) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === at,
  );
  const acts = Array.from({ length: 4 + dice.below(7) }, () => actOf(dice, wishes.length));
  const freeze: Act = {
    on: dice.below(2),
    kind: 'freeze',
    place: dice.oneIn(2) ? undefined : dice.pick(Object.keys(places)),
  };
  acts.splice(dice.below(acts.length + 1), 0, freeze);
  const before = wishes.flatMap((_, wish) => (dice.oneIn(2) ? [] : [{ as: dice.pick(deciders), wish }]));
  return { wishes, before, acts, slow: dice.below(6) };
};
