import { DAY } from '../../../src/platform/lib/clock.ts';
/** The messages of one channel after the restart, when no work is pending. */
export interface CatchUp {
  readonly channel: string;
  /** Marks of matching incidents: open ones, and those that came and ended. */
  readonly active: readonly string[];
  readonly over: readonly string[];
  /** Cards since the restart, by incident, with whether they show its newest update. */
  readonly cards: readonly { readonly mark: string; readonly newest: boolean }[];
  /** Digests since then: the count of each, and its lines. */
  readonly digests: readonly { readonly count: number; readonly marks: readonly string[] }[];
  /** Cards from before, with their expected and actual states. */
  readonly known: readonly {
    readonly mark: string;
    readonly newest: boolean;
    readonly wanted: string;
    readonly news: string;
  }[];
}

/** The first poll of one feed after the restart. */
export interface Resumption {
  readonly feed: string;
  /** The stored watermark; milliseconds since 1970. */
  readonly since: number;
  /** The queryStartTime of each request, oldest first; undefined where it had none. */
  readonly asked: readonly (string | undefined)[];
  /** Number of pages of its list. */
  readonly pages: number;
}

/** @returns the violations of one channel */
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

/** @returns the violations: the poll starts at the watermark, not at the vendor's default, and is complete */
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
