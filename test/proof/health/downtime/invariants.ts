import { DAY } from '../../../../src/lib/clock.ts';
/** What one channel shows when the bot is back and at rest. */
export interface CatchUp {
  readonly channel: string;
  /** Marks of what goes on and fits, and of what came and went and fits. */
  readonly active: readonly string[];
  readonly over: readonly string[];
  /** Cards that came since the bot is back, by their incident, with whether they say its newest word. */
  readonly cards: readonly { readonly mark: string; readonly newest: boolean }[];
  /** Digests that came since then: what each says it counts, and what stands in it. */
  readonly digests: readonly { readonly count: number; readonly marks: readonly string[] }[];
  /** Cards from before with what must have become of them, and what has. */
  readonly known: readonly {
    readonly mark: string;
    readonly newest: boolean;
    readonly wanted: string;
    readonly news: string;
  }[];
}

/** How one feed was read when the bot was back. */
export interface Resumption {
  readonly feed: string;
  /** What the store had as its watermark; milliseconds since 1970. */
  readonly since: number;
  /** The queryStartTime of each request, oldest first; undefined where it had none. */
  readonly asked: readonly (string | undefined)[];
  /** How many pages its list has. */
  readonly pages: number;
}

/** @returns what does not hold of one channel */
export const catchUpViolations = ({ channel, active, over, cards, digests, known }: CatchUp): string[] => {
  const wanted = over.length > 0 ? 1 : 0;
  const told = digests.flatMap(({ marks }) => marks);
  const marks = cards.map(({ mark }) => mark);
  return [
    ...(digests.length === wanted
      ? []
      : [`${digests.length} digests (of ${digests.map(({ count }) => count).join(', ')}), not ${wanted}`]),
    ...digests.flatMap(({ count, marks: inIt }) =>
      count === inIt.length ? [] : [`a digest counts ${count}, and tells of ${inIt.length}`],
    ),
    ...listed('missed in the digest', minus(over, told)),
    ...listed('in the digest and not to be', minus(told, over)),
    ...listed('goes on and has no card', minus(active, marks)),
    ...listed('has a card of its own and must not', minus(marks, active)),
    ...listed(
      'has more than one card',
      marks.filter((mark, index) => marks.indexOf(mark) !== index),
    ),
    ...listed(
      'has a card that does not say the newest',
      [...cards, ...known].filter(({ newest }) => !newest).map(({ mark }) => mark),
    ),
    ...known
      .filter(({ wanted: news, news: said }) => news !== said)
      .map(({ mark, wanted: news, news: said }) => `${mark}: its thread says “${said}”, not “${news}”`),
  ].map((words) => `${channel}: ${words}`);
};

/** @returns what does not hold: the reading begins where it stood, not at the vendor's own look-back, and comes to its end */
export const resumptionViolations = ({ feed, since, asked, pages }: Resumption): string[] => {
  const [first] = asked;
  const from = first === undefined ? Number.NaN : Date.parse(`${first} UTC`);
  return [
    ...(from <= since && from > since - 3 * DAY ? [] : [`it was asked from ${first} on`]),
    ...(asked.every((date) => date === first) ? [] : ['a page was asked for with another date']),
    ...(asked.length >= pages ? [] : [`${asked.length} requests for ${pages} pages`]),
  ].map((words) => `${feed}: ${words}`);
};

const minus = (list: readonly string[], others: readonly string[]): string[] =>
  list.filter((one) => !others.includes(one));
const listed = (what: string, marks: readonly string[]): string[] =>
  marks.length === 0 ? [] : [`${what}: ${marks.slice(0, 5).join(', ')}, ${marks.length} in all`];
