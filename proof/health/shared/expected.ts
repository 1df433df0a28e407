import type { Level } from '../../../src/engine/alerts/feed/signal.ts';
import { type Incident, type Step, standingAfter } from './incident.ts';
import { fits, type Watching } from './watches.ts';

/** What a channel without digests must show of an incident in the end. */
export interface Expected {
  /** Whether it has a card. */
  readonly card: boolean;
  /** The news of each step that has some, in order; each is one note in the card's thread. */
  readonly replies: readonly (readonly string[])[];
}

/**
 * The specification, independent of the code: a card once the incident matches while it is open, then a note in the
 * thread for each change of level, state or region and for a review, until its end.
 * @param watchings the watches of one channel
 * @param looks the steps after which the bot polled; every step when absent
 */
export const expected = (
  incident: Incident,
  watchings: readonly Watching[],
  looks: readonly number[] = [...incident.steps.keys()],
): Expected => {
  let card = false;
  let before: readonly Step[] = [];
  const replies: (readonly string[])[] = [];
  const wants = (level: Level): boolean => watchings.some((one) => fits(one, incident, level));
  for (const look of looks) {
    const steps = incident.steps.slice(0, look + 1);
    const { level, open } = standingAfter(steps);
    if (!card) card = wants(level) && open.length > 0;
    else replies.push(newsBetween(before, steps));
    before = steps;
  }
  if (card && incident.reviewedBy) replies.push(['explained']);
  return { card, replies: replies.filter((news) => news.length > 0) };
};

/** In the form of `newsIn`. */
const newsBetween = (stepsBefore: readonly Step[], steps: readonly Step[]): string[] => {
  const [before, now] = [standingAfter(stepsBefore), standingAfter(steps)];
  const goesOn = now.open.length > 0;
  const touched = now.open.filter((region) => !before.open.includes(region));
  const well = before.open.filter((region) => !now.open.includes(region));
  return [
    ...(before.open.length > 0 && !goesOn ? ['resolved'] : []),
    ...(goesOn && before.level !== now.level ? [`level ${before.level} ${now.level}`] : []),
    ...(goesOn && touched.length > 0 ? [`touched ${listOf(touched)}`] : []),
    ...(goesOn && well.length > 0 ? [`well ${listOf(well)}`] : []),
    ...(steps.slice(stepsBefore.length).some(({ review }) => review) ? ['review'] : []),
  ].sort();
};

const listOf = (regions: readonly string[]): string => new Intl.ListFormat('en-GB').format(regions);
