import { MINUTE } from '../../../../src/lib/clock.ts';
import { breaches } from '../../../support/store-laws.ts';
import { openFleet } from '../../fleet/fleet.ts';
import type { Broken, WaveStage } from '../../waves.ts';
import { alertsAtRest } from '../ground/at-rest.ts';
import { expected } from '../ground/expected.ts';
import { type Incident, reviewNamesOf, wordAt } from '../ground/incident.ts';
import { clearStory, putScripts, scriptsOf } from '../ground/scripts.ts';
import { everySaid, newsIn, type Said } from '../ground/standing.ts';
import { watch, watchingPolicy } from '../ground/watching.ts';
import { brokenThreadLaws, type ThreadHistory } from './laws.ts';
import { MOST_WORDS, watchings } from './plan.ts';

/** An incident with the number of its run. */
export interface ThreadRun {
  readonly run: number;
  readonly incident: Incident;
}

const STEP_MS = 5 * MINUTE;
const IDLE_LOOKS = 2;

/** Many incidents at a time, each told from its first word to its review. */
export const openThreadStage = async (databaseUrl: string): Promise<WaveStage<ThreadRun>> => {
  const fleet = await openFleet({ databaseUrl, pollMs: 30, policy: watchingPolicy });
  await clearStory(fleet);
  await fleet.startBot();
  await fleet.teams.install();
  await watch(fleet, watchings);
  await alertsAtRest(fleet, { readSince: fleet.now() });

  /** Looks that bring nothing new bring no message and no edit. @returns what is wrong */
  const saidWithoutNews = async (): Promise<string[]> => {
    const before = (await fleet.teams.requests()).length;
    for (let look = 1; look <= IDLE_LOOKS; look += 1) {
      await fleet.advance(MINUTE);
      await alertsAtRest(fleet, { readSince: fleet.now() });
    }
    const more = (await fleet.teams.requests()).slice(before);
    return more.length === 0 ? [] : [`nothing was new, and ${more.length} calls came: ${more[0]?.method}`];
  };

  return {
    async wave(runs) {
      const began = fleet.now();
      const scripts = runs.flatMap(({ incident }) => scriptsOf(incident, (step) => (step + 1) * STEP_MS));
      await putScripts(fleet, scripts);
      for (let step = 1; step <= MOST_WORDS; step += 1) {
        await fleet.advance(Math.max(0, began + step * STEP_MS + 1_000 - fleet.now()));
        await alertsAtRest(fleet, { readSince: began + step * STEP_MS + 1_000 });
      }
      const said = await everySaid(fleet);
      const more = await saidWithoutNews();
      const faults = await fleet.inStore(breaches);
      return [
        ...runs.flatMap((one) => brokenLaws(one, said)),
        ...[...more, ...faults].map((words) => ({ run: runs[0]?.run ?? 0, words })),
      ];
    },
    end: () => fleet.end(),
  };
};

const brokenLaws = ({ run, incident }: ThreadRun, said: readonly Said[]): Broken[] =>
  [...new Set(watchings.map(({ channel }) => channel))].flatMap((channel) =>
    brokenThreadLaws(historyOf(incident, channel, said)).map((words) => ({ run, words })),
  );

const historyOf = (incident: Incident, channel: Said['channel'], said: readonly Said[]): ThreadHistory => {
  const mine = watchings.filter((watching) => watching.channel === channel);
  const review = reviewNamesOf(incident);
  const about = said.filter(
    ({ channel: where, about: names }) =>
      where === channel && [incident.mark, review.mark].some((mark) => names.includes(mark)),
  );
  return {
    ...{ mark: incident.mark, channel, expected: expected(incident, mine) },
    newest: wordAt(incident, incident.steps.length - 1),
    cause: incident.reviewedBy ? wordAt(review, 0) : undefined,
    roots: about.filter(({ root }) => root === undefined),
    replies: about.flatMap(({ root, words }) => (root === undefined ? [] : [{ root, words, news: newsIn(words) }])),
  };
};
