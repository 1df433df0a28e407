import type { Dice } from '../lib/dice.ts';
import { policyOf } from '../lib/policy-text.ts';

/** Accounts; the value names the account whose person it belongs to too. */
export const accounts = {
  ana: 'ana',
  'ana-admin': 'ana',
  bo: 'bo',
  'bo-admin': 'bo',
  cy: 'cy',
  'cy-admin': 'cy',
  di: 'di',
  ed: 'ed',
  fi: 'fi',
} as const;
export type Account = keyof typeof accounts;
export const everyAccount = Object.keys(accounts) as Account[];

/** The account's person, by their first account. */
export const personOf = (account: Account): string => accounts[account];

const groupNames = ['platform', 'security', 'chiefs'] as const;
export type Group = (typeof groupNames)[number];
export type Groups = Readonly<Record<Group, readonly Account[]>>;

/** So many of these groups. */
export interface Stage {
  readonly decide: readonly Group[];
  readonly approvals: number;
}

/** What does not change while a request waits. */
export interface Rule {
  readonly stages: readonly Stage[];
  readonly denials: number;
}

/** Where somebody presses: on the channel's card, on the one in their own chat, or on the channel's on a phone that shows no answer. */
export type Device = 'channel' | 'own chat' | 'phone';

export type Step =
  | {
      readonly kind: 'press';
      readonly as: Account;
      readonly on: Device;
      readonly verdict: 'approve' | 'deny';
      /** Teams delivers it once more, under another id. */
      readonly twice: boolean;
    }
  /** Somebody leaves a group, or comes back. */
  | { readonly kind: 'groups'; readonly groups: Groups };

export interface Plan {
  readonly asker: 'ana' | 'ana-admin';
  readonly rule: Rule;
  readonly groups: Groups;
  readonly steps: readonly Step[];
}

const groupsBy = (dice: Dice): Groups =>
  Object.fromEntries(
    groupNames.map((group) => {
      // Whoever asks is in a group that decides.
      const others = everyAccount.filter((account) => personOf(account) !== 'ana' && dice.below(5) < 3);
      return [
        group,
        [...(dice.oneIn(2) ? (['ana', 'ana-admin'] as const) : []), 'fi', ...others.filter((a) => a !== 'fi')],
      ];
    }),
  ) as unknown as Groups;

const stageBy = (dice: Dice): Stage => ({
  decide: dice.pick<readonly Group[]>([['platform'], ['security'], ['chiefs'], ['platform', 'security'], groupNames]),
  approvals: dice.pick([1, 1, 2, 2, 3]),
});

const MOST_STEPS = 10;

export const planBy = (dice: Dice): Plan => {
  const first = groupsBy(dice);
  let groups = first;
  const edited = (): Groups => {
    const group = dice.pick(groupNames);
    const account = dice.pick(everyAccount);
    const left = { ...groups, [group]: groups[group].filter((one) => one !== account) };
    const back = { ...groups, [group]: first[group] };
    groups = dice.pick([left, left, back, first]);
    return groups;
  };
  const step = (): Step =>
    dice.oneIn(4)
      ? { kind: 'groups', groups: edited() }
      : {
          kind: 'press',
          as: dice.pick(everyAccount),
          on: dice.pick(['channel', 'own chat', 'phone']),
          verdict: dice.oneIn(4) ? 'deny' : 'approve',
          twice: dice.oneIn(5),
        };
  return {
    asker: dice.pick(['ana', 'ana', 'ana-admin']),
    rule: {
      stages: Array.from({ length: dice.pick([1, 1, 2, 2, 3]) }, () => stageBy(dice)),
      denials: dice.pick([1, 2, 2, 3]),
    },
    groups: first,
    steps: Array.from({ length: 4 + dice.below(MOST_STEPS) }, step),
  };
};

/** The policy as Steward reads it. */
export const policyText = ({ stages, denials }: Rule, groups: Groups): string => {
  const deciding = stages.length === 1 ? stages[0] : { stages };
  const rule = {
    name: 'quorum',
    change: 'access.grant',
    ask: ['ana', 'ana-admin'],
    ...deciding,
    denials,
    card: 'here',
  };
  return policyOf(everyAccount, { groups, changes: { rules: [rule] } }, accounts);
};
