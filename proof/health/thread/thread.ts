import { MINUTE } from '../../../src/platform/lib/clock.ts';
import { violations } from '../../../test/support/store-invariants.ts';
import { oneLine } from '../../deciding-button.ts';
import { defineProof, type Fault } from '../../lib/define-proof.ts';
import { diceOf } from '../../lib/dice.ts';
import { newsIn, type PostedMessage, postedMessages } from '../shared/evidence.ts';
import { type Incident, namesOf, putScripts, reviewNamesOf, scriptsOf, stepsOf, wordAt } from '../shared/incident.ts';
import { type Expected, expected, openWatchingCluster, type Watching, waitForAlerts } from '../shared/watches.ts';

/** Two subscriptions, and channels with different watches; one watches both. */
const watchings: readonly Watching[] = [
  { channel: 'general', on: 'payments' },
  { channel: 'general', on: 'staging', level: 'warning' },
  { channel: 'finance', on: 'payments', level: 'error' },
  { channel: 'approvals', on: 'staging' },
];

const FEWEST_UPDATES = 2;
const MOST_UPDATES = 8;

/** The review of an incident: a separate event that names it, the same event, or none. */
type Review = NonNullable<Incident['reviewedBy']> | 'in place' | 'none';

/** One incident from its first update to its review. @param run its number, from 1 */
export const threadPlan = (seed: number, run: number): Incident => {
  const dice = diceOf(seed, run);
  const updates = FEWEST_UPDATES + Math.floor(dice.next() * (MOST_UPDATES - FEWEST_UPDATES + 1));
  const review = dice.pick<Review>(['name', 'number', 'in place', 'none']);
  return {
    ...namesOf(run),
    reach: dice.pick(['production', 'staging', 'both']),
    steps: [
      ...stepsOf(dice, updates, !dice.oneIn(6) || review !== 'none'),
      ...(review === 'in place' ? [{ spreads: [], resolves: [], review: true } as const] : []),
    ],
    ...(review === 'name' || review === 'number' ? { reviewedBy: review } : {}),
  };
};

/** The longest history has this many steps: the first, its updates and the review. */
export const MOST_WORDS = MOST_UPDATES + 2;

/** One incident in one channel, when no work is pending. */
export interface ThreadHistory {
  readonly mark: string;
  readonly channel: string;
  readonly expected: Expected;
  /** The mark of the newest update. */
  readonly newest: string;
  /** The mark of a review in a separate event; undefined without one, or where the channel does not get it. */
  readonly cause: string | undefined;
  /** Every message that names the incident or its review and starts a thread, also digests. */
  readonly roots: readonly { readonly id: string; readonly words: string }[];
  /** Every other message, oldest first. */
  readonly replies: readonly { readonly root: string; readonly news: readonly string[]; readonly words: string }[];
}

/** @returns the violations: one card with the newest update, and in its thread each piece of news once and nothing else */
export const threadViolations = (history: ThreadHistory): string[] => {
  const { mark, channel, expected, newest, roots, replies, cause } = history;
  const [root] = roots;
  const wanted = expected.card ? 1 : 0;
  const said = listOf(replies.map(({ news }) => news));
  const toSay = listOf(expected.replies);
  const review = replies.filter(({ news }) => news.includes('explained'));
  return [
    ...(roots.length === wanted ? [] : [`${roots.length} messages begin a thread, not ${wanted}`]),
    ...(root && !root.words.includes(newest) ? [`the card does not say the newest: ${oneLine(root.words)}`] : []),
    ...(said === toSay ? [] : [`the thread says “${said}”, not “${toSay}”`]),
    ...(replies.every((reply) => reply.root === root?.id) ? [] : ['a word stands in another thread']),
    ...(cause !== undefined && !review.every(({ words }) => words.includes(cause)) ? ['the review is not told'] : []),
  ].map((words) => `${mark} in ${channel}: ${words}`);
};

const listOf = (news: readonly (readonly string[])[]): string => news.map((one) => one.join(' + ')).join(', ');

/** An incident with the number of its run. */
interface ThreadRun {
  readonly run: number;
  readonly incident: Incident;
}

const STEP_MS = 5 * MINUTE;
const IDLE_LOOKS = 2;

/** Many incidents at a time, each from its first update to its review. */
const openThreadWorld = async (databaseUrl: string) => {
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
    async play(runs: readonly ThreadRun[]) {
      const began = cluster.now();
      const scripts = runs.flatMap(({ incident }) => scriptsOf(incident, (step) => (step + 1) * STEP_MS));
      await putScripts(cluster, scripts);
      for (let step = 1; step <= MOST_WORDS; step += 1) {
        await cluster.advance(Math.max(0, began + step * STEP_MS + 1_000 - cluster.now()));
        await waitForAlerts(cluster, { readSince: began + step * STEP_MS + 1_000 });
      }
      const said = await postedMessages(cluster);
      return {
        threads: runs.flatMap((one) => violationsOf(one, said)),
        silence: await saidWithoutNews(),
        store: await cluster.inStore(violations),
      };
    },
    end: () => cluster.end(),
  };
};

const violationsOf = ({ run, incident }: ThreadRun, said: readonly PostedMessage[]): Fault[] =>
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

/** Incidents from their first update to their review: each has one card, with its news in the thread. */
export const oneThread = defineProof({
  name: 'health-4',
  says: 'an incident has one card with its news in its thread, from its beginning to its review',
  short: { runs: 6, seed: 2, on: 'sqlite' },
  runs: 400,
  together: (runs) => Math.min(20, runs),
  runsEach: 5,
  plan: (_dice, first, seed, { count }) =>
    Array.from({ length: count }, (_, n) => ({ run: first + n, incident: threadPlan(seed, first + n) })),
  world: ({ url }) => openThreadWorld(url),
  evidence: (world, runs) => world.play(runs),
  laws: {
    'one card with its news in its thread': ({ threads }) => threads,
    'nothing is said without news': ({ silence }) => silence,
    'the store is whole': ({ store }) => store,
  },
});
