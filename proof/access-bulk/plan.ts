import type { Try } from '../lib/access-service.ts';
import type { Dice } from '../run-on-stores.ts';

export const roles = ['reader', 'writer', 'owner', 'free', 'closed'] as const;
export const places = ['payments', 'vault'] as const;
const receivers = ['ana', 'di', 'eve'] as const;
export const people = [...receivers, 'bo', 'cy', 'fi'] as const;
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
export const rules = ['usual', 'swapped', 'fewer'] as const;
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
export interface Kill {
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
