import type { Try } from '../lib/access-service.ts';
import type { Dice } from '../lib/dice.ts';
import { policyOf } from '../lib/policy-text.ts';

/** The people of the proof by their keys; the value is the person whose second account it is. */
const people = {
  ana: undefined,
  eve: 'ana',
  di: undefined,
  dia: 'di',
  bo: undefined,
  cy: undefined,
  fi: undefined,
} as const satisfies Readonly<Record<string, string | undefined>>;
export type Person = keyof typeof people;
export const everybody = Object.keys(people) as readonly Person[];

/** The same for every account of a person. */
export const identityOf = (who: Person): string => people[who] ?? who;

const groups: Readonly<Record<string, readonly Person[]>> = {
  payments: ['ana', 'di', 'dia'],
  few: ['ana'],
  platform: ['bo'],
  security: ['cy', 'eve'],
};

const places = ['payments', 'ledger'] as const;
type Place = (typeof places)[number];
const SCOPE = '/subscriptions/0d5f6a11-7c3e-4b59-9a41-5e2f8b7c1d0';
const scopeOf = (place: Place): string => `${SCOPE}${places.indexOf(place)}`;
const ROLE = 'acdd72a7-3385-48ef-bd42-f606fba81ae7';

/** What a change of the policy may change. */
export interface World {
  /** The groups that may use break-glass; empty where the policy has no rule for it. */
  readonly named: readonly string[];
  readonly maxMinutes: number;
  /** The groups that decide ordinary requests, in one stage or two. */
  readonly decide: readonly string[];
  readonly staged: boolean;
  readonly review: readonly string[];
}

export const membersOf = (names: readonly string[]): readonly Person[] => names.flatMap((name) => groups[name] ?? []);

/** The policy's file. */
export const policyText = ({ named, maxMinutes, decide, staged, review }: World): string => {
  const deciding = staged && decide.length > 1 ? { stages: decide.map((group) => ({ decide: [group] })) } : { decide };
  const rules = [
    { name: 'grants', change: 'access.grant', ask: ['payments'], ...deciding, card: 'here' },
    { name: 'glass', change: 'access.breakGlass', ask: named, approvals: 0, card: 'here' },
  ];
  const sections = {
    groups,
    places: Object.fromEntries(places.map((place) => [place, { title: place, scope: scopeOf(place) }])),
    access: {
      roles: { owner: { id: ROLE, title: 'Owner' } },
      breakGlass: { max: `${maxMinutes} minutes`, review: { by: review, within: '1 day' } },
    },
    changes: { answerWithin: '8 hours', rules: rules.filter(({ ask }) => ask.length > 0) },
  };
  return policyOf(everybody, sections, people);
};

/** What the vendor does with the first attempt of a use; the later ones arrive. `refused`: it refuses them all. */
const answers: readonly Try[] = ['ok', 'lostAfter', 'lostBefore', 'away', 'refused'];

/** The form as somebody fills it in. */
export interface Use {
  readonly who: Person;
  readonly place: Place;
  readonly minutes: number;
  readonly reason: string;
  /** What they type as confirmation. */
  readonly confirm: string;
}

export interface Review {
  readonly who: Person;
  readonly result: 'justified' | 'notJustified';
  readonly reason: string;
}

export const ways = ['mention', 'chat', 'digest'] as const;

export type Step =
  /** `restarts`: the process ends right after the form was sent. */
  | { readonly kind: 'use'; readonly uses: readonly Use[]; readonly vendor: Try; readonly restarts: boolean }
  /** Of the use that came so many before the last one. */
  | { readonly kind: 'review'; readonly reviews: readonly Review[]; readonly back: number }
  | { readonly kind: 'policy'; readonly world: World }
  /** Somebody chooses how they are notified. */
  | { readonly kind: 'own notices'; readonly who: Person; readonly way: (typeof ways)[number]; readonly away: boolean }
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'restart' };

export interface Schedule {
  readonly world: World;
  readonly steps: readonly Step[];
}

const worldBy = (dice: Dice): World => ({
  named: dice.pick([['payments'], ['payments'], ['payments'], ['few'], []]),
  maxMinutes: dice.pick([60, 60, 30]),
  decide: dice.pick([['platform', 'security'], ['platform', 'security'], ['security'], ['platform']]),
  staged: dice.oneIn(3),
  review: dice.pick([['platform', 'security'], ['security']]),
});

const useBy = (dice: Dice): Use => {
  const place = dice.pick(places);
  return {
    place,
    who: dice.oneIn(6) ? dice.pick(everybody) : dice.pick(['ana', 'di', 'dia'] as const),
    minutes: dice.pick([5, 30, 30, 31, 60, 61]),
    reason: dice.pick([
      'The payouts are down',
      'The payouts are down',
      'exactly 10',
      'too short',
      '  \u200b        ',
      '',
    ]),
    confirm: dice.oneIn(8) ? dice.pick(['yes', '', places.find((other) => other !== place) ?? '']) : place,
  };
};

const reviewBy = (dice: Dice): Review => ({
  who: dice.oneIn(3) ? dice.pick(everybody) : dice.pick(['bo', 'cy', 'eve'] as const),
  result: dice.pick(['justified', 'notJustified'] as const),
  reason: dice.pick(['', 'no emergency', 'no emergency']),
});

const some = <T>(dice: Dice, one: (dice: Dice) => T): readonly T[] =>
  Array.from({ length: dice.oneIn(3) ? 2 : 1 }, () => one(dice));

/** The same person at once at the other place, half of the time by another account: each alone would be taken. */
const twin = (use: Use, dice: Dice): Use => {
  const place = places.find((other) => other !== use.place) ?? use.place;
  return { ...use, place, confirm: place, who: use.who === 'di' && dice.oneIn(2) ? 'dia' : use.who };
};

const usesBy = (dice: Dice): readonly Use[] => {
  const uses = some(dice, useBy);
  const [one] = uses;
  return one && dice.oneIn(4) ? [one, twin(one, dice)] : uses;
};

const stepBy = (dice: Dice): Step => {
  const kind = dice.pick([
    ...(['use', 'use', 'use', 'use', 'review', 'review', 'review'] as const),
    ...(['policy', 'own notices', 'own notices', 'wait', 'wait', 'restart'] as const),
  ]);
  switch (kind) {
    case 'use':
      return { kind, uses: usesBy(dice), vendor: dice.pick(['ok', 'ok', ...answers]), restarts: dice.oneIn(5) };
    case 'review':
      return { kind, reviews: some(dice, reviewBy), back: dice.pick([0, 0, 0, 1]) };
    case 'policy':
      return { kind, world: worldBy(dice) };
    case 'own notices':
      return { kind, who: dice.pick(['bo', 'cy', 'eve', ...everybody]), way: dice.pick(ways), away: dice.oneIn(3) };
    case 'wait':
      return { kind, minutes: dice.pick([1, 31, 61, 800, 2_000]) };
    case 'restart':
      return { kind };
  }
};

/** One schedule of uses, reviews and what happens between them. */
export const scheduleBy = (dice: Dice): Schedule => ({
  world: { ...worldBy(dice), named: ['payments'] },
  steps: Array.from({ length: 3 + dice.below(10) }, () => stepBy(dice)),
});
