import { MINUTE } from '../../../src/platform/lib/clock.ts';
import { violations } from '../../../test/support/store-invariants.ts';
import type { BatchEnvironment, Broken } from '../../batches.ts';
import { expected } from '../shared/expected.ts';
import { type Incident, reviewNamesOf, wordAt } from '../shared/incident.ts';
import { newsIn, type PostedMessage, postedMessages } from '../shared/posted-messages.ts';
import { putScripts, scriptsOf } from '../shared/scripts.ts';
import { waitForAlerts } from '../shared/wait-for-alerts.ts';
import { openWatchingCluster } from '../shared/watches.ts';
import { type ThreadHistory, threadViolations } from './invariants.ts';
import { MOST_WORDS, watchings } from './plan.ts';

/** An incident with the number of its run. */
interface ThreadRun {
  readonly run: number;
  readonly incident: Incident;
}

const STEP_MS = 5 * MINUTE;
const IDLE_LOOKS = 2;

/** Many incidents at a time, each from its first update to its review. */
export const openThreadEnvironment = async (databaseUrl: string): Promise<BatchEnvironment<ThreadRun>> => {
  const { cluster } = await openWatchingCluster(databaseUrl, watchings);

  /** Polls without changes cause no message and no edit. @returns the violations */
  const saidWithoutNews = async (): Promise<string[]> => {
    const before = (await cluster.teams.requests()).length;
    for (let look = 1; look <= IDLE_LOOKS; look += 1) {
      await cluster.advance(MINUTE);
      await waitForAlerts(cluster, { readSince: cluster.now() });
    }
    const more = (await cluster.teams.requests()).slice(before);
    return more.length === 0 ? [] : [`nothing was new, and ${more.length} calls came: ${more[0]?.method}`];
  };

  return {
    async runBatch(runs) {
      const began = cluster.now();
      const scripts = runs.flatMap(({ incident }) => scriptsOf(incident, (step) => (step + 1) * STEP_MS));
      await putScripts(cluster, scripts);
      for (let step = 1; step <= MOST_WORDS; step += 1) {
        await cluster.advance(Math.max(0, began + step * STEP_MS + 1_000 - cluster.now()));
        await waitForAlerts(cluster, { readSince: began + step * STEP_MS + 1_000 });
      }
      const said = await postedMessages(cluster);
      const more = await saidWithoutNews();
      const faults = await cluster.inStore(violations);
      return [
        ...runs.flatMap((one) => violationsOf(one, said)),
        ...[...more, ...faults].map((words) => ({ run: runs[0]?.run ?? 0, words })),
      ];
    },
    end: () => cluster.end(),
  };
};

const violationsOf = ({ run, incident }: ThreadRun, said: readonly PostedMessage[]): Broken[] =>
  [...new Set(watchings.map(({ channel }) => channel))].flatMap((channel) =>
    threadViolations(historyOf(incident, channel, said)).map((words) => ({ run, words })),
  );

const historyOf = (
  incident: Incident,
  channel: PostedMessage['channel'],
  said: readonly PostedMessage[],
): ThreadHistory => {
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
