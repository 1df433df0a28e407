import type { Dice } from '../lib/dice.ts';
import { askers, type Decider, deciders, needs, type Request, type Role, type Session, worlds } from './model.ts';

export interface Wish {
  readonly asker: (typeof askers)[number];
  readonly role: Role;
}

/** What a press brings: nothing, the code of a session by its number, a token for one, or a code that was made up. */
export type Brings =
  | { readonly is: 'nothing' | 'guess' }
  | { readonly is: 'code'; readonly session: number }
  | { readonly is: 'token'; readonly session: number; readonly token: number };

export interface PressAct {
  readonly kind: 'press';
  readonly on: number;
  readonly as: Decider;
  readonly request: number;
  readonly brings: Brings;
  /** Which of these are those of the sign-in that it brings, whatever stands above. */
  readonly aimed: 'both' | 'person' | 'request' | 'neither';
  /** The terms from before the last change. */
  readonly stale: boolean;
  readonly days: number | undefined;
}

export type Act =
  | PressAct
  /** The same presses at the same moment. */
  | { readonly kind: 'storm'; readonly presses: readonly PressAct[] }
  | {
      readonly kind: 'visit';
      readonly session: number;
      /** As the session's own person where undefined. */
      readonly as: Decider | undefined;
      readonly how: 'completes' | 'cancels' | 'is away' | 'in another browser';
      /** Minutes ago. */
      readonly age: number;
      readonly contexts: readonly string[];
    }
  /** Of the person who was asked last where `as` is undefined. */
  | {
      readonly kind: 'token';
      readonly as: Decider | undefined;
      readonly age: number;
      readonly contexts: readonly string[];
    }
  | { readonly kind: 'deny'; readonly as: Decider; readonly request: number }
  | { readonly kind: 'policy'; readonly world: number }
  | { readonly kind: 'wait'; readonly minutes: number }
  | { readonly kind: 'restart' };

export interface Plan {
  readonly wishes: readonly Wish[];
  readonly acts: readonly Act[];
}

const contextsOf = (dice: Dice): readonly string[] => dice.pick([[], ['c1'], ['c1'], ['c2'], ['c1', 'c2']]);
const ageOf = (dice: Dice): number => dice.pick([0, 0, 0, 1, 4, 30]);
/** Mostly the latest: that is what people do. */
const recent = (dice: Dice): number => (dice.oneIn(3) ? dice.below(4) : 0);

const bringsOf = (dice: Dice): Brings => {
  const is = dice.pick(['nothing', 'nothing', 'code', 'code', 'code', 'token', 'token', 'guess'] as const);
  if (is === 'code') return { is, session: recent(dice) };
  return is === 'token' ? { is, session: recent(dice), token: recent(dice) } : { is };
};

const pressOf = (dice: Dice, wishes: number): PressAct => ({
  kind: 'press',
  on: dice.below(2),
  as: dice.pick(deciders),
  request: dice.below(wishes),
  brings: bringsOf(dice),
  aimed: dice.pick(['both', 'both', 'both', 'both', 'person', 'request', 'neither'] as const),
  stale: dice.oneIn(12),
  days: dice.oneIn(4) ? 1 + dice.below(4) : undefined,
});

const actOf = (dice: Dice, wishes: number): Act => {
  const kind = dice.pick([
    ...(['press', 'press', 'press', 'press', 'visit', 'visit', 'visit', 'token', 'token'] as const),
    ...(['storm', 'storm', 'deny', 'policy', 'wait', 'wait', 'wait', 'restart'] as const),
  ]);
  switch (kind) {
    case 'press':
      return pressOf(dice, wishes);
    case 'storm': {
      const first = pressOf(dice, wishes);
      // The same press twice, perhaps beside somebody else's.
      const others = Array.from({ length: 1 + dice.below(3) }, () =>
        dice.oneIn(2) ? { ...first, on: dice.below(2) } : pressOf(dice, wishes),
      );
      return { kind, presses: [first, ...others] };
    }
    case 'visit':
      return {
        ...{ kind, session: recent(dice), as: dice.oneIn(5) ? dice.pick(deciders) : undefined },
        how: dice.pick([
          'completes',
          'completes',
          'completes',
          'completes',
          'cancels',
          'is away',
          'in another browser',
        ]),
        ...{ age: ageOf(dice), contexts: contextsOf(dice) },
      };
    case 'token':
      return {
        ...{ kind, as: dice.oneIn(2) ? dice.pick(deciders) : undefined },
        ...{ age: ageOf(dice), contexts: contextsOf(dice) },
      };
    case 'deny':
      return { kind, as: dice.pick(deciders), request: dice.below(wishes) };
    case 'policy':
      return { kind, world: dice.below(worlds.length) };
    case 'wait':
      return { kind, minutes: dice.pick([1, 2, 4, 5, 6, 10]) };
    default:
      return { kind };
  }
};

/** The press with what it takes from the sign-in that it brings. */
export const aimed = (
  act: PressAct,
  sessions: readonly Session[],
  requests: readonly Pick<Request, 'id'>[],
): PressAct => {
  const session = 'session' in act.brings ? sessions.at(-1 - act.brings.session) : undefined;
  const request = requests.findIndex(({ id }) => id === session?.request);
  if (!session || request < 0) return act;
  return {
    ...act,
    ...(act.aimed === 'both' || act.aimed === 'person' ? { as: session.person } : {}),
    ...(act.aimed === 'both' || act.aimed === 'request' ? { request } : {}),
  };
};

export const planBy = (dice: Dice): Plan => {
  const roles = Object.keys(needs) as Role[];
  const wishes = Array.from({ length: 2 + dice.below(2) }, (_, at) => ({
    asker: askers[at % 2] as Wish['asker'],
    role: at < 2 ? dice.pick(['reader', 'owner'] as const) : dice.pick(roles),
  })).filter((one, at, all) => all.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === at);
  return { wishes, acts: Array.from({ length: 14 + dice.below(16) }, () => actOf(dice, wishes.length)) };
};
