import type { AlertSource, Feed } from '../../alerts/feed/source.ts';
import { faceOf } from './face.ts';
import { type HealthFilter, healthFilter, leavesOut, namesWanted, readFilter, sayFilter } from './filter.ts';
import { type HealthItem, healthItem, toItem } from './item.ts';
import { merge } from './merge.ts';
import { mayRead, portalLink } from './policy.ts';
import { listEvents } from './read.ts';
import { sampleItem } from './sample.ts';
import { signalOf, subjectOf } from './signal.ts';
import { findTarget, requireInPolicy, type Target, watchable } from './target.ts';

/** What goes on at the vendor, for channels that watch a subscription or a resource. */
export const healthSource: AlertSource<HealthItem, HealthFilter> = {
  name: 'health',
  item: healthItem,
  filter: healthFilter,
  filters: ['level', 'type', 'service', 'region', 'tag'],
  mutes: ['service', 'region'],
  shows: 'health',
  places: watchable,
  feedOf(place, policy) {
    const target = findTarget(policy, place);
    return { key: keyOf(target), title: target.title };
  },
  mayWatch: (_feed, policy, objectId) => mayRead(policy, objectId),
  readFilter: (written, feed) => readFilter(written, targetOf(feed).kind),
  sayFilter,
  namesIn: namesWanted,
  async *list(feed, since, { vendor, policy, correlation, remaining }) {
    const target = targetOf({ key: feed, title: feed });
    // Watches outlive what the policy was when they were set up.
    requireInPolicy(policy, target.subscriptionId);
    const portalOf = (trackingId: string): string | undefined => portalLink(policy, trackingId);
    for await (const event of listEvents(vendor, target, since, { correlation, remaining })) {
      const item = { ...toItem(event, target.subscriptionId, portalOf), tellers: [feed] };
      // A resource's list has no beginning. What does not say when it changed may have changed now, and what is sensitive
      // may not have been so: its texts must go, whenever it last changed.
      if (item.updatedAt >= since || item.hidden || event.lastUpdateTime === undefined) yield item;
    }
  },
  signal: signalOf,
  leavesOut,
  merge,
  face: faceOf,
  subjectOf,
  sample: sampleItem,
};

/** One text for one feed, so that all who watch it share the reading. */
const keyOf = (target: Target): string =>
  target.kind === 'subscription'
    ? `subscription ${target.subscriptionId}`
    : `resource ${target.resource.toLowerCase()}`;

const targetOf = ({ key, title }: Feed): Target => {
  const [kind, name = ''] = key.split(/ (.*)/s, 2);
  if (kind === 'subscription') return { kind, subscriptionId: name, title };
  const [, , subscriptionId = ''] = name.split('/');
  return { kind: 'resource', subscriptionId, resource: name, title };
};
