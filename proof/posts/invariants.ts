import { oneLine } from '../deciding-button.ts';

/** A message that the bot keeps true, as the store and Teams have it in the end. */
interface KeptCopy {
  readonly face: string;
  readonly place: string;
  /** What it says where it belongs; undefined when nothing stands there. */
  readonly says: string | undefined;
}

/** A message of the same request that no row of the bot had posted last. */
interface ExtraCopy {
  readonly place: string;
  /** What a press on it was answered with; what it says itself where there is nothing to press. */
  readonly told: string;
  /** What it says after that. */
  readonly says: string;
  /** Whether it still asks for a decision after that. */
  readonly asks: boolean;
}

/** All that was said of one request. */
export interface PostHistory {
  readonly ref: string;
  /** What had to be said: each face in its conversation. */
  readonly wanted: readonly { readonly face: string; readonly place: string }[];
  readonly copies: readonly KeptCopy[];
  readonly extras: readonly ExtraCopy[];
  /** How many answers to posts were lost in each place. */
  readonly lost: Readonly<Record<string, number>>;
  /** What was decided, in order. */
  readonly verdicts: readonly string[];
  readonly state: string;
  readonly drained: boolean;
}

/** What every card says in the end, and what a press is answered with. */
export const DENIED = 'Denied by Cy Okafor';
const TOLD = /Denied by Cy Okafor|Cy Okafor already denied this/;

/** @returns what does not hold, in words */
export const postViolations = (history: PostHistory): string[] =>
  [...lostPosts(history), ...surplusCopies(history), ...activeCopies(history)].map(
    (words) => `${history.ref}: ${words}`,
  );

const lostPosts = ({ wanted, copies }: PostHistory): string[] =>
  wanted.flatMap(({ face, place }) => {
    const mine = copies.filter((copy) => copy.face === face && copy.place === place);
    const [copy] = mine;
    if (!copy || mine.length > 1) return [`${mine.length} deliveries for ${face} in ${place}`];
    if (copy.says === undefined) return [`the post for ${face} is lost in ${place}`];
    return copy.says.includes(DENIED) ? [] : [`the post for ${face} in ${place} says: ${oneLine(copy.says)}`];
  });

const surplusCopies = ({ extras, lost, drained }: PostHistory): string[] =>
  [...new Set(extras.map(({ place }) => place))].flatMap((place) => {
    const found = extras.filter((extra) => extra.place === place).length;
    const may = drained ? 0 : (lost[place] ?? 0);
    const why = drained ? 'after SIGTERM' : 'answers lost';
    return found <= may ? [] : [`${found} extra copies in ${place}, ${may} ${why}`];
  });

const activeCopies = ({ extras, verdicts, state }: PostHistory): string[] => [
  ...(state === 'denied' && verdicts.join() === 'deny' ? [] : [`it is ${state}, decided: ${verdicts.join() || 'not'}`]),
  ...extras.flatMap(({ place, told, says, asks }) => [
    ...(TOLD.test(told) ? [] : [`an extra copy in ${place} tells: ${oneLine(told)}`]),
    ...(says.includes(DENIED) && !asks ? [] : [`an extra copy in ${place} goes on to say: ${oneLine(says)}`]),
  ]),
];
