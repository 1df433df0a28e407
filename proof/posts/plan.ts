import type { Fault } from '../../sandbox/teams/connector/faults.ts';
import { channels, personalChat } from '../../test/support/steward.ts';
import { call, claimed, type Moment, POST, SHOWN, sql, type Trap } from '../cluster/trap.ts';
import { type Dice, diceOf, shuffled } from '../lib/dice.ts';

/** A request of a batch: it is asked, and then denied. */
export interface Asking {
  readonly asker: 'ana' | 'di';
  readonly role: 'reader' | 'contributor';
  readonly place: string;
  /** Conversation in which it is asked. */
  readonly where: string;
  /** What names it among all. */
  readonly reason: string;
}

/** How the bot goes while posts are on their way: killed at a moment, or drained when so many calls were made. */
export type Ending =
  | { readonly kind: 'killed'; readonly where: string; readonly trap: Trap }
  | { readonly kind: 'drained'; readonly where: string; readonly after: number };

export interface PostPlan {
  readonly askings: readonly Asking[];
  /** While people ask, and while one decides. */
  readonly endings: readonly [Ending, Ending];
  /** In the order in which the bot's posts come. */
  readonly faults: readonly Fault[];
  /** Nothing is killed and no answer is lost: then no copy may be too many. */
  readonly drained: boolean;
  readonly dice: Dice;
}

/** Each request has a card where it was asked, one in Approvals, and a word to whoever asked. */
export const POSTS_EACH = 3;
/** In the last of three batches the bot is drained instead of killed, and no answer is lost. */
const DRAINED_EVERY = 3;
const LOST_ONE_IN = 5;

const CLAIM = claimed('deliveries');
/** One claim may take so many posts: it comes less often than they do. */
const CLAIMED_AT_ONCE = 32;
const moments: readonly (readonly [where: string, moment: Moment])[] = [
  ['with a claim', CLAIM],
  ['before a post leaves', call('leaving', POST)],
  ['when a post is sent', call('sent', POST)],
  ['when a post is answered', call('answered', POST)],
  ['before a post is written down', sql('before', SHOWN)],
  ['after a post was written down', sql('after', SHOWN)],
];

const wants = (['ana', 'di'] as const).flatMap((asker) =>
  (['payments', 'staging', 'ledger', 'gateway'] as const).flatMap((place) =>
    (['reader', 'contributor'] as const).map((role) => ({ asker, place, role })),
  ),
);
/** What Ana has before the story begins is left out. */
const free = wants.filter(({ asker, place }) => asker !== 'ana' || place !== 'gateway');

/** A person's own chat has one open form, which a typed word sends. */
const besideOthers = (asking: Asking, n: number, all: readonly Asking[]): Asking =>
  asking.where === personalChat(asking.asker) && all.findIndex(({ where }) => where === asking.where) < n
    ? { ...asking, where: channels.general }
    : asking;

/** @param abreast how many requests */
export const planOf = (seed: number, batch: number, abreast: number): PostPlan => {
  const dice = diceOf(seed, batch);
  const drained = batch % DRAINED_EVERY === 0;
  const upTo = (most: number): number => 1 + Math.floor(dice.next() * most);
  const ending = (posts: number): Ending => {
    if (drained) return { kind: 'drained', where: 'drained', after: upTo(posts) };
    const [where, moment] = dice.pick(moments);
    const often = moment === CLAIM ? Math.ceil(posts / CLAIMED_AT_ONCE) : posts;
    return { kind: 'killed', where: `killed ${where}`, trap: { moments: [moment], nth: upTo(often) } };
  };
  const askings = shuffled(free, seed * 7_919 + batch)
    .slice(0, abreast)
    .map((want, n) => ({
      ...want,
      where: dice.pick([channels.general, channels.finance, personalChat(want.asker)]),
      reason: `post ${n + 1} in batch ${batch} of seed ${seed}.`,
    }))
    .map(besideOthers);
  return {
    askings,
    endings: [ending(abreast * 2), ending(abreast)],
    // Posts that come again have their share of the trouble.
    faults: drained ? [] : Array.from({ length: abreast * POSTS_EACH * 2 }, () => faultOf(dice)),
    drained,
    dice,
  };
};

/** One post in five loses its answer, after Teams has taken it. */
const faultOf = (dice: Dice): Fault => {
  if (!dice.oneIn(LOST_ONE_IN)) return { on: 'send' };
  return dice.oneIn(3) ? { on: 'send', status: 502, afterEffect: true } : { on: 'send', resetAfter: true };
};
