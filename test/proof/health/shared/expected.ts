import type { Level } from '../../../../src/alerts/feed/signal.ts';
import { type Incident, type Step, standingAfter } from './incident.ts';
import { fits, type Watching } from './watches.ts';

/** What a channel that is told at once must have of an incident in the end. */
export interface Expected {
  /** Whether a card stands there. */
  readonly card: boolean;
  /** The news of each step that had some, in order; each of them one word in the card's thread. */
  readonly replies: readonly (readonly string[])[];
}

/**
 * Says what the documents want, without a look at the code: a card once it fits while it goes on, then a word in the
 * thread for each change of level, state or region and for a review, to its end.
 * @param watchings those of one channel
 * @param looks the steps after which the bot has looked; after each of them when absent
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

/** As `newsIn` reads them off a message. */
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
