import { z } from 'zod';
import { levels, parseLevel } from '#engine/alerts/feed/signal.ts';
import type { AlertSource, FilterWord, TextReference } from '#engine/alerts/feed/source.ts';
import type { Names } from '#engine/alerts/feed/unknown-names.ts';
import { DAY } from '#platform/lib/clock.ts';
import { normalise, oneLine } from '#platform/lib/text.ts';
import { listed, type Words } from '#platform/texts/texts.ts';
import { isAmong } from '#policy/model/sections.ts';
import type { Policy } from '#policy/policy.ts';
import { describeFailure, levelOf, sampleFailure, signalOf, subjectOf } from './describe-failure.ts';
import { type Failure, failure, trackFailures } from './failure.ts';
import { findShare, refused } from './find-share.ts';
import { type Shared, sharedOf } from './policy.ts';
import { listSynchronizations } from './read-synchronizations.ts';
import { isSince, type Synchronization } from './synchronization.ts';

/** A watch's filter. */
const failureFilter = z.object({
  /** The least severe level that passes. */
  level: z.enum(levels).optional(),
  /** Consumers that pass. */
  by: z.array(z.string()).optional(),
});
type FailureFilter = z.infer<typeof failureFilter>;

const LONGEST_NAME = 120;
const MOST_CONSUMERS = 8;

/** @throws AppError for an unknown level or too many consumers */
export const parseFilter = ({ level, by }: Readonly<Partial<Record<FilterWord, string>>>): FailureFilter => {
  const wanted = (by ?? '')
    .split(/,|\sor\s/i)
    .map((part) => oneLine(part, LONGEST_NAME))
    .filter((part) => normalise(part) !== '');
  const known = level === undefined ? undefined : parseLevel(level);
  if (level !== undefined && !known) throw refused('level', { level: oneLine(level, LONGEST_NAME) });
  if (wanted.length > MOST_CONSUMERS) throw refused('tooMany', { most: MOST_CONSUMERS });
  return { ...(known ? { level: known } : {}), ...(wanted.length === 0 ? {} : { by: wanted }) };
};

/** Describes the filter; empty for no filter. */
export const formatFilter = ({ level, by }: FailureFilter, words: Words): string => {
  return [
    ...(level === undefined ? [] : [words.plain('shares.filter.level', { level })]),
    ...(by ? [words.plain('shares.filter.by', { names: listed(by, words, 'disjunction') })] : []),
  ].join(', ');
};

/** The consumers that the filter names. */
export const filterNames = ({ by = [] }: FailureFilter): Partial<Names> => ({ consumers: by });

/** Why the filter excludes the failure; undefined when it passes. */
export const exclusionReason = ({ level, by }: FailureFilter, row: Failure): TextReference | undefined => {
  const own = levelOf(row);
  if (level !== undefined && levels.indexOf(own) > levels.indexOf(level)) {
    return { text: 'shares.leftOut.level', values: { count: row.failures, wanted: level } };
  }
  if (by && !by.some((name) => normalise(row.consumer).includes(normalise(name)))) {
    return { text: 'shares.leftOut.by', values: { wanted: by.join(', ') } };
  }
  return undefined;
};

/** The list is filtered by start time. A synchronization longer than this is missed when it ends. */
const LONGEST_RUN = 7 * DAY;

/** Failing synchronizations, for channels that watch a share. */
export const syncsSource: AlertSource<Failure, FailureFilter> = {
  name: 'syncs',
  item: failure,
  filter: failureFilter,
  filters: ['level', 'by'],
  mutes: ['consumer'],
  listCommand: 'syncs',
  places: (policy) => sharedOf(policy).filter(({ kind }) => kind === 'share'),
  feedOf(place, policy) {
    const share = findShare(policy, place);
    return { key: feedOf(share), title: share.title };
  },
  mayWatch(feed, policy, objectId) {
    const share = shareOf(feed, policy);
    return share !== undefined && isAmong(policy, objectId, share.read);
  },
  parseFilter: parseFilter,
  formatFilter: formatFilter,
  filterNames: filterNames,
  async *list(feed, since, { vendor, policy, correlation, remainingReads: remaining, known }) {
    const share = shareOf(feed, policy);
    // A watch may outlive the share's entry in the policy.
    if (!share) throw refused('gone');
    const from = since - LONGEST_RUN;
    const synchronizations: Synchronization[] = [];
    for await (const sync of listSynchronizations(vendor, share, from, { correlation, remaining })) {
      if (isSince(sync, from)) synchronizations.push(sync);
    }
    const { key, title, subscriptionId } = share;
    yield* trackFailures(synchronizations, await known(from), {
      feed,
      share: { key, title },
      subscription: subscriptionId,
    });
  },
  signal: signalOf,
  exclusionReason: exclusionReason,
  // Both start at the same synchronization, so the one that has read further includes the other.
  merge: (known, item) => (item.seenTo >= known.seenTo ? item : known),
  content: describeFailure,
  count: ({ length }, words) => [words.plain('shares.failure.counted', { count: length })],
  cardSubject: subjectOf,
  sample: sampleFailure,
};

/** The feed's key: the same for every watch on a share, so that they share one poll. */
const feedOf = ({ subscriptionId, resourceGroup, account, name }: Shared): string =>
  ['share', [subscriptionId, resourceGroup, account, name].join('/').toLowerCase()].join(' ');

const shareOf = (feed: string, policy: Policy): Shared | undefined =>
  sharedOf(policy).find((share) => share.kind === 'share' && feedOf(share) === feed);
