import type { Try } from '../lib/access-service.ts';
import type { Dice } from '../lib/dice.ts';
import { idOf, policyOf } from '../lib/policy-text.ts';

/** People of the world: two of the accounts are one person's. */
const people = ['ana', 'bo', 'cy', 'di', 'cy-admin'] as const;
type PersonKey = (typeof people)[number];

/** Somebody's access when the review begins. */
export interface Access {
  readonly who: PersonKey;
  readonly role: 'reader' | 'writer';
  /** Below the reviewed place, at it, or above it. */
  readonly at: 'below' | 'here' | 'above';
  /** Granted by Steward, or by somebody else. */
  readonly ours: boolean;
  readonly days: number;
}

export interface Answer {
  readonly by: PersonKey;
  /** Which row: from 0, of all of them. */
  readonly row: number;
  readonly says: 'keep' | 'remove';
}

/** Which rules hold: as at the beginning; removals want an approval; the leads may not remove; other reviewers. */
export const rules = ['usual', 'approved', 'closed', 'named'] as const;
export type Rules = (typeof rules)[number];

export type Step =
  | { readonly kind: 'answer'; readonly answers: readonly Answer[] }
  | { readonly kind: 'answer and restart'; readonly answers: readonly Answer[] }
  | { readonly kind: 'vanish' | 'replace'; readonly row: number }
  | { readonly kind: 'policy'; readonly rules: Rules }
  | { readonly kind: 'wait'; readonly hours: number }
  | { readonly kind: 'restart' | 'approve' };

export interface Plan {
  readonly unanswered: 'keep' | 'remove';
  readonly rules: Rules;
  readonly lagMinutes: number;
  readonly access: readonly Access[];
  readonly steps: readonly Step[];
  readonly tries: readonly Try[];
  /** After so many removals that were asked for, the process ends before it notes that: 0 is never. */
  readonly killAfter: number;
}

const answerBy = (dice: Dice): Answer => ({
  by: dice.pick(people),
  row: dice.below(6),
  says: dice.pick(['keep', 'remove', 'remove']),
});

const answersBy = (dice: Dice): Answer[] => Array.from({ length: 1 + dice.below(4) }, () => answerBy(dice));

const stepBy = (dice: Dice): Step => {
  const kind = dice.pick([
    ...(['answer', 'answer', 'answer', 'answer', 'answer and restart'] as const),
    ...(['vanish', 'replace', 'policy', 'wait', 'wait', 'restart', 'approve'] as const),
  ]);
  if (kind === 'answer' || kind === 'answer and restart') return { kind, answers: answersBy(dice) };
  if (kind === 'vanish' || kind === 'replace') return { kind, row: dice.below(6) };
  if (kind === 'policy') return { kind, rules: dice.pick(rules) };
  if (kind === 'wait') return { kind, hours: 1 + dice.below(30) };
  return { kind };
};

const accessBy = (dice: Dice): Access => ({
  who: dice.pick(people),
  role: dice.pick(['reader', 'writer']),
  at: dice.pick(['here', 'here', 'here', 'below', 'above']),
  ours: dice.oneIn(2),
  days: dice.pick([1, 3, 30, 60]),
});

/** One review from its beginning to its end. */
export const planBy = (dice: Dice): Plan => ({
  unanswered: dice.pick(['keep', 'remove']),
  rules: dice.pick(rules),
  lagMinutes: dice.pick([0, 3]),
  access: Array.from({ length: dice.below(7) }, () => accessBy(dice)),
  steps: Array.from({ length: 1 + dice.below(8) }, () => stepBy(dice)),
  tries: dice.oneIn(2)
    ? []
    : Array.from({ length: dice.below(6) }, () => dice.pick(['ok', 'away', 'lostAfter', 'lostBefore'])),
  killAfter: dice.pick([0, 0, 1, 2]),
});

/** The person behind an account. */
export const identityOf = (objectId: string): string => (objectId === idOf('cy-admin') ? idOf('cy') : objectId);

export const ROLES = {
  reader: 'acdd72a7-3385-48ef-bd42-f606fba81ae7',
  writer: 'b24988ac-6180-42a0-ab88-20f7382dd24c',
} as const;

const SUBSCRIPTION = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d01';
export const PLACES: Readonly<
  Record<Access['at'], { readonly key: string; readonly title: string; readonly scope: string }>
> = {
  above: { key: 'all', title: 'All', scope: SUBSCRIPTION },
  here: { key: 'payments', title: 'Payments', scope: `${SUBSCRIPTION}/resourceGroups/rg-payments` },
  below: {
    key: 'vault',
    title: 'Vault',
    scope: `${SUBSCRIPTION}/resourceGroups/rg-payments/providers/Vendor.KeyVault/vaults/kv`,
  },
};

export const REVIEW_DAYS = 5;

const removals: Readonly<Record<Rules, object>> = {
  usual: { ask: ['leads', 'di'], approvals: 0 },
  named: { ask: ['leads', 'di'], approvals: 0 },
  approved: { ask: ['leads'], decide: ['leads', 'di'], approvals: 1, card: 'here' },
  closed: { ask: ['self'], approvals: 0 },
};

/** The policy under these rules. */
export const policyText = (unanswered: Plan['unanswered'], rules: Rules): string => {
  const grants = { ask: ['everyone'], decide: ['leads', 'di'], approvals: 1, card: 'here' };
  const reviewers = rules === 'named' ? ['others'] : undefined;
  const sections = {
    groups: { leads: ['bo', 'cy', 'cy-admin'], others: ['di', 'cy-admin'] },
    places: Object.fromEntries(Object.values(PLACES).map(({ key, ...place }) => [key, place])),
    access: {
      roles: {
        reader: { id: ROLES.reader, title: 'Reader', max: 'no end' },
        writer: { id: ROLES.writer, title: 'Writer' },
      },
      reviews: [{ place: 'payments', within: `${REVIEW_DAYS} days`, unanswered, reviewers }],
    },
    changes: {
      answerWithin: '1 day',
      rules: [
        { name: 'grants', change: 'access.grant', ...grants },
        { name: 'removals', change: 'access.remove', ...removals[rules] },
      ],
    },
  };
  return policyOf(['ana', 'bo', 'cy', 'di', 'cy-admin'], sections, { 'cy-admin': 'cy' });
};
