import type { AlertSource } from '../../alerts/feed/source.ts';
import { DAY } from '../../lib/clock.ts';
import { isAmong } from '../../policy/model/readers.ts';
import type { Policy } from '../../policy/policy.ts';
import { type Failure, failure, follow } from './failure.ts';
import { faceOf, sampleFailure, signalOf, subjectOf } from './failure-face.ts';
import { type FailureFilter, failureFilter, leavesOut, namesWanted, readFilter, sayFilter } from './failure-filter.ts';
import { shareNamed } from './find.ts';
import { listRuns } from './list-runs.ts';
import { type Shared, sharedOf } from './policy.ts';
import { refused } from './refused.ts';
import { isSince, type Run } from './run.ts';

/** A list goes by when a synchronization began: one that takes longer than this is told where it ended well before. */
const LONGEST_RUN = 7 * DAY;

/** Synchronizations that fail, for channels that watch a share. */
export const syncsSource: AlertSource<Failure, FailureFilter> = {
  name: 'syncs',
  item: failure,
  filter: failureFilter,
  filters: ['level', 'by'],
  mutes: ['consumer'],
  shows: 'syncs',
  places: (policy) => sharedOf(policy).filter(({ kind }) => kind === 'share'),
  feedOf(place, policy) {
    const share = shareNamed(policy, place);
    return { key: feedOf(share), title: share.title };
  },
  mayWatch(feed, policy, objectId) {
    const share = shareOf(feed, policy);
    return share !== undefined && isAmong(policy, objectId, share.read);
  },
  readFilter,
  sayFilter,
  namesIn: namesWanted,
  async *list(feed, since, { vendor, policy, correlation, remaining, known }) {
    const share = shareOf(feed, policy);
    // Watches outlive what the policy was when they were set up.
    if (!share) throw refused('gone');
    const from = since - LONGEST_RUN;
    const runs: Run[] = [];
    for await (const run of listRuns(vendor, share, from, { correlation, remaining })) {
      if (isSince(run, from)) runs.push(run);
    }
    const { key, title, subscriptionId } = share;
    yield* follow(runs, await known(from), { feed, share: { key, title }, subscription: subscriptionId });
  },
  signal: signalOf,
  leavesOut,
  // Both were followed from the same beginning: what has seen more knows what the other one knows.
  merge: (known, item) => (item.seenTo >= known.seenTo ? item : known),
  face: faceOf,
  subjectOf,
  sample: sampleFailure,
};

/** One text for one share, so that all who watch it share the reading. */
const feedOf = ({ subscriptionId, resourceGroup, account, name }: Shared): string =>
  ['share', [subscriptionId, resourceGroup, account, name].join('/').toLowerCase()].join(' ');

const shareOf = (feed: string, policy: Policy): Shared | undefined =>
  sharedOf(policy).find((share) => share.kind === 'share' && feedOf(share) === feed);
