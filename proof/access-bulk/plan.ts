import type { Try } from '../lib/access-service.ts';
import type { Dice } from '../lib/dice.ts';
import { HERE, policyOf } from '../lib/policy-text.ts';

export const roles = ['reader', 'writer', 'owner', 'free', 'closed'] as const;
export const places = ['payments', 'vault'] as const;
const receivers = ['ana', 'di', 'eve'] as const;
const people = [...receivers, 'bo', 'cy', 'fi'] as const;
export type PersonKey = (typeof people)[number];

/** One line of a batch. */
export interface WantedLine {
  readonly role: (typeof roles)[number];
  readonly at: (typeof places)[number];
  readonly who: (typeof receivers)[number];
  /** Longer than the policy lets a role last. */
  readonly tooLong: boolean;
  /** Somebody else made the same assignment at the service, which refuses this one for it. */
  readonly taken: boolean;
}

/** Which rules are in force: who decides differs, or one role can be requested no more. */
const rules = ['usual', 'swapped', 'fewer'] as const;
export type Rules = (typeof rules)[number];

export type Step =
  | {
      readonly kind: 'press';
      readonly by: PersonKey;
      readonly verdict: 'approve' | 'deny' | 'cancel';
      /** One line alone, by its position; undefined: all that there are. */
      readonly line: number | undefined;
      /** The press comes twice at once. */
      readonly twice: boolean;
    }
  | { readonly kind: 'policy'; readonly rules: Rules }
  | { readonly kind: 'restart' };

/** The process ends at the so-many-th transaction of a step, before or after it is stored. */
interface Kill {
  readonly step: number;
  readonly transaction: number;
  readonly stored: boolean;
}

export interface Plan {
  readonly lines: readonly WantedLine[];
  readonly steps: readonly Step[];
  readonly tries: readonly Try[];
  /** Step 0 is the request itself. */
  readonly kills: readonly Kill[];
}

const lineBy = (dice: Dice): WantedLine => ({
  role: dice.pick(['reader', 'reader', 'writer', 'writer', 'owner', 'free', 'closed'] as const),
  at: dice.pick(places),
  who: dice.pick(['ana', 'ana', 'di', 'eve'] as const),
  tooLong: dice.oneIn(12),
  taken: dice.oneIn(8),
});

const stepBy = (dice: Dice, count: number): Step => {
  const kind = dice.pick(['press', 'press', 'press', 'press', 'press', 'policy', 'restart'] as const);
  if (kind === 'policy') return { kind, rules: dice.pick(rules) };
  if (kind === 'restart') return { kind };
  return {
    kind,
    by: dice.pick(people),
    verdict: dice.pick(['approve', 'approve', 'approve', 'deny', 'cancel'] as const),
    line: dice.oneIn(2) ? dice.below(count) : undefined,
    twice: dice.oneIn(6),
  };
};

/** A batch of one to twenty lines and what becomes of it; half of them at a service that answers each call. */
export const planBy = (dice: Dice): Plan => {
  const lines = Array.from({ length: 1 + dice.below(dice.pick([4, 8, 20])) }, () => lineBy(dice));
  const steps = Array.from({ length: 1 + dice.below(8) }, () => stepBy(dice, lines.length));
  return {
    ...{ lines, steps },
    tries: dice.oneIn(2)
      ? []
      : Array.from({ length: dice.below(5) }, () =>
          dice.pick(['ok', 'ok', 'ok', 'away', 'lostAfter', 'lostBefore'] as const),
        ),
    kills: Array.from({ length: dice.pick([0, 1, 1, 2]) }, () => ({
      step: dice.oneIn(2) ? 0 : dice.below(steps.length + 1),
      transaction: 1 + dice.below(dice.pick([1, 3, 8])),
      stored: dice.oneIn(2),
    })),
  };
};

export const roleId = (role: WantedLine['role']): string => `acdd72a7-3385-48ef-bd42-00000000000${roles.indexOf(role)}`;

const SUBSCRIPTION = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
export const placeOf = (at: WantedLine['at']) =>
  at === 'payments'
    ? { key: 'payments', title: 'Payments', scope: SUBSCRIPTION }
    : { key: 'vault', title: 'Vault', scope: `${SUBSCRIPTION}/resourceGroups/rg-vault` };

/** The longest that a role may last, in days. */
export const MOST_DAYS = 10;

interface Rule {
  /** Who decides. */
  readonly decide: readonly PersonKey[];
  readonly approvals: number;
  /** The conversation of its card. */
  readonly card: 'here' | 'there';
}

const LEADS: Rule = { decide: ['bo', 'cy'], approvals: 1, card: 'here' };
const SECURITY: Rule = { decide: ['cy', 'fi'], approvals: 2, card: 'there' };
const NOBODY: Rule = { decide: [], approvals: 0, card: 'here' };
const OWNERS: Rule = { decide: ['fi'], approvals: 1, card: 'here' };

/** The rule of each role that can be requested. */
export const ruleOf: Readonly<Record<Rules, Readonly<Partial<Record<WantedLine['role'], Rule>>>>> = {
  usual: { reader: LEADS, writer: SECURITY, owner: OWNERS, free: NOBODY },
  swapped: {
    reader: { ...LEADS, decide: ['fi', 'cy'] },
    writer: { ...SECURITY, approvals: 1 },
    owner: { ...OWNERS, decide: ['bo'] },
    free: NOBODY,
  },
  fewer: { reader: { ...LEADS, approvals: 2 }, writer: SECURITY, free: NOBODY },
};

/** The policy under these rules. */
export const policyText = (rules: Rules): string =>
  policyOf(people, {
    groups: { askers: ['ana', 'di', 'eve'] },
    places: Object.fromEntries((['payments', 'vault'] as const).map(placeOf).map(({ key, ...place }) => [key, place])),
    conversations: { here: { id: HERE }, there: { id: '19:there@thread.tacv2' } },
    access: {
      max: `${MOST_DAYS} days`,
      roles: Object.fromEntries(roles.map((role) => [role, { id: roleId(role), title: role }])),
    },
    changes: {
      answerWithin: '1 day',
      rules: Object.entries(ruleOf[rules]).map(([role, { decide, ...rule }]) => ({
        ...{ ...rule, name: role, change: 'access.grant', when: { role: [role] }, ask: ['askers'] },
        ...{ decide: decide.length > 0 ? decide : undefined, onBehalf: { by: ['ana'], person: 'tell' } },
      })),
    },
  });
