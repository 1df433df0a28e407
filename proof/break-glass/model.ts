import { MINUTE } from '../../src/platform/lib/clock.ts';
import type { Try } from '../lib/access-service.ts';
import { identityOf, membersOf, type Person, type Review, type Use, type World, type ways } from './plan.ts';

type Way = (typeof ways)[number];

/** Why the form or the policy refuses a use: not named, wrongly filled in, a use not reviewed yet, the role is held. */
export type Refusal = 'named' | 'form' | 'second' | 'held';

/** A use that was taken. */
export interface Taken {
  /** The change's id. */
  readonly id: string;
  readonly use: Use;
  readonly vendor: Try;
  /** When it was sent, in milliseconds since 1970. */
  readonly at: number;
  readonly mostMs: number;
  /** Each skipped approver with how they are told, as `bo mention`, in order. */
  readonly skipped: readonly string[];
  readonly reviewers: readonly Person[];
  state: 'due' | 'void' | Review['result'];
  reviewer: Person | undefined;
}

/** What docs/policy.md says of break-glass, written from it alone. */
export interface Model {
  world: World;
  readonly ways: Map<Person, Way>;
  readonly taken: Taken[];
}

const SHORTEST = 10;
/** What stands there when nothing invisible is counted. */
const visible = (text: string): string => text.replaceAll('\u200b', '').trim();

/** Every reason to refuse it; none: it is taken. */
export const refusalsOf = ({ world, taken }: Model, use: Use, now: number): ReadonlySet<Refusal> => {
  const { who, place, minutes, reason, confirm } = use;
  const own = taken.filter((one) => identityOf(one.use.who) === identityOf(who));
  const found = new Set<Refusal>();
  if (!membersOf(world.named).includes(who)) found.add('named');
  if (visible(reason).length < SHORTEST || minutes > world.maxMinutes || confirm !== place) found.add('form');
  if (own.some(({ state }) => state === 'due')) found.add('second');
  const isHeld = own.some(
    (one) => one.state !== 'void' && one.use.who === who && one.use.place === place && endOf(one) > now,
  );
  if (isHeld) found.add('held');
  return found;
};

const endOf = ({ at, use }: Taken): number => at + use.minutes * MINUTE;

/** Those who would decide an ordinary request, each person once, with how they are told. */
export const skippedBy = ({ world, ways }: Model, who: Person): readonly string[] =>
  membersOf(world.decide)
    .filter((person) => identityOf(person) !== identityOf(who))
    .map((person) => `${person} ${(ways.get(person) ?? 'mention') === 'mention' ? 'mention' : 'chat'}`)
    .sort();

export const reviewersFor = ({ world }: Model, who: Person): readonly Person[] =>
  membersOf(world.review).filter((person) => identityOf(person) !== identityOf(who));

/** Whether a review is in order, apart from others at the same moment. */
export const isInOrder = (model: Model, one: Taken, { who, result, reason }: Review): boolean => {
  if (!reviewersFor(model, one.use.who).includes(who) || (result === 'notJustified' && reason === '')) return false;
  return one.state === 'due' || (one.state === result && one.reviewer === who);
};
