import type { Signal } from '#engine/alerts/feed/signal.ts';
import type { AlertCardSubject, AlertContent, AlertSource, Feed } from '#engine/alerts/feed/source.ts';
import { HOUR, MINUTE } from '#platform/lib/clock.ts';
import { escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import type { Fact } from '#teams/cards/view.ts';
import { healthVerbs } from './cards/buttons.ts';
import { exclusionReason, filterNames, formatFilter, type HealthFilter, healthFilter, parseFilter } from './filter.ts';
import { few, formatLevel, formatRegion, formatSubType, overlineOf, stateOf, titleOf, windowOf } from './format.ts';
import { detailsData, type HealthItem, healthItem, progressed, toItem } from './item.ts';
import { kindOf, kinds, priorityOf } from './kind.ts';
import { merge } from './merge.ts';
import { mayRead, portalLink } from './policy.ts';
import { listEvents } from './read-events.ts';
import { findTarget, requireInPolicy, type Target, watchable } from './target.ts';
import { plainLines, toMarkdown } from './vendor-text.ts';

/** The feed's key: the same for every watch on a place, so that they share one poll. */
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

const LONGEST = { title: 160, text: 700 };
const MOST = { services: 4, regions: 6, tags: 4 };

/** The card's content; of a sensitive event its level, services and regions, but no text. */
export const alertContent = (item: HealthItem, words: Words): AlertContent => {
  const title = titleOf(item, words, LONGEST.title);
  return {
    overline: overlineOf(item, words),
    title: escapeMarkdown(title),
    name: title,
    state: stateOf(item, words),
    facts: factsOf(item, words),
    text: textOf(item, words),
    ...linksOf(item, words),
    // A made-up event has no details.
    buttons: item.made
      ? []
      : [{ title: words.plain('health.button.details'), verb: healthVerbs.details, data: detailsData(item) }],
    summary: `${formatLevel(item.level, words)}: ${title}`,
  };
};

/** One link, since a card has room for few buttons: the portal, else the event's first address. */
const linksOf = ({ portal, links }: HealthItem, words: Words): Pick<AlertContent, 'links' | 'addresses'> =>
  portal === undefined
    ? { links: [], addresses: links }
    : { links: [{ title: words.plain('health.button.portal'), url: portal }], addresses: [] };

const textOf = (item: HealthItem, words: Words): Markdown => {
  if (item.made) return words.markdown('health.sample.text');
  if (item.hidden) return words.markdown('health.hidden.text');
  return toMarkdown(plainLines(item.text), LONGEST.text);
};

const factsOf = (item: HealthItem, words: Words): Fact[] => {
  const line = (name: TextName<'health.label'>, value: string): Fact[] =>
    value === '' ? [] : [{ title: words.plain(`health.label.${name}`), value: escapeMarkdown(value) }];
  const regions = item.regions.map((region) => formatRegion(region, item.open, words));
  const [window, when] = windowOf(item);
  return [
    ...line('services', few(item.services, MOST.services, words, item.further.services)),
    ...line('regions', few(regions, MOST.regions, words, item.further.regions)),
    ...(when === '' ? [] : [{ title: words.plain(`health.label.${window}`), value: when }]),
    ...line('subType', formatSubType(item, words)),
    ...line('tags', few(item.tags ?? [], MOST.tags, words)),
    ...line('leftOut', few(item.leftOut ?? [], MOST.tags, words)),
  ];
};

/** What the alert layer needs to route, mute and compare an event. */
export const signalOf = (item: HealthItem): Signal => {
  const explains = explainedBy(item);
  return {
    key: item.id,
    aliases: isReview(item) || item.external === undefined ? [] : [numberOf(item.external)],
    ...(explains === undefined ? {} : { explains }),
    open: item.open,
    level: item.level,
    rank: item.rank,
    updatedAt: item.updatedAt,
    services: item.services,
    regions: item.regions,
    review: reviewOf(item),
    hidden: item.hidden,
  };
};

/** A review names its incident by the id in its title, or by the number that both have. */
const explainedBy = (item: HealthItem): string | undefined =>
  item.explains ?? (isReview(item) && item.external !== undefined ? numberOf(item.external) : undefined);

const isReview = ({ type }: HealthItem): boolean => type === 'RCA';

/** The alias made of the vendor's incident number. */
const numberOf = (external: string): string => `external:${external}`;

/** The documented review tags, the final one first (docs/sources.md, Health events). */
const reviews = [{ name: 'Final PIR' }, { name: 'Preliminary PIR' }] as const;
/** A list without tags has only the stage `rca`: then the first review exists. */
const FIRST_REVIEW = reviews[1].name;

const reviewOf = ({ tags = [], stage }: HealthItem): string =>
  reviews.find(({ name }) => tags.includes(name))?.name ?? (stage?.toLowerCase() === 'rca' ? FIRST_REVIEW : '');

/** What buttons of other features need. */
export const subjectOf = ({
  id,
  subscriptions,
  hidden,
  title,
  text,
  startedAt,
  updatedAt,
}: HealthItem): AlertCardSubject => ({
  subscriptions,
  called: id,
  texts: hidden ? [] : [title, text].filter((one) => one !== ''),
  began: startedAt ?? updatedAt,
});

const sampleService = { name: 'Key Vault' };

/** A made-up event of no real subscription, for `test alert`. @param now milliseconds since 1970 */
export const sampleItem = (now: number): HealthItem => ({
  id: 'TEST-1AA',
  type: 'ServiceIssue',
  level: 'warning',
  open: true,
  rank: priorityOf('issue', 'warning', true),
  startedAt: now - HOUR,
  updatedAt: now - MINUTE,
  services: [sampleService.name],
  regions: [{ name: 'West Europe', open: true }],
  further: { services: 0, regions: 0 },
  subscriptions: [],
  hidden: false,
  title: '',
  text: '',
  links: [],
  made: true,
});

/** Planned work begins without an update of the vendor. */
const begun = (known: readonly HealthItem[], now: number): readonly HealthItem[] =>
  known
    .filter(({ inProgress }) => !inProgress)
    .map((item) => progressed(item, now))
    .filter(({ inProgress }) => inProgress);

/** “2 service issues”, for each kind of events. */
const countKinds = (items: readonly HealthItem[], words: Words): string[] =>
  kinds
    .map((kind) => [kind, items.filter((item) => kindOf(item) === kind).length] as const)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => words.plain(`health.count.${kind}`, { count }));

/** Health events, for channels that watch a subscription or a resource. */
export const healthSource: AlertSource<HealthItem, HealthFilter> = {
  name: 'health',
  item: healthItem,
  filter: healthFilter,
  filters: ['level', 'type', 'service', 'region', 'tag'],
  mutes: ['service', 'region'],
  listCommand: 'health',
  places: watchable,
  feedOf(place, policy) {
    const target = findTarget(policy, place);
    return { key: keyOf(target), title: target.title };
  },
  mayWatch: (_feed, policy, objectId) => mayRead(policy, objectId),
  parseFilter: (written, feed) => parseFilter(written, targetOf(feed).kind),
  formatFilter: formatFilter,
  filterNames: filterNames,
  async *list(feed, since, { vendor, policy, correlation, now, remainingReads: remaining, known }) {
    const target = targetOf({ key: feed, title: feed });
    // A watch may outlive the place's entry in the policy.
    requireInPolicy(policy, target.subscriptionId);
    const portalOf = (trackingId: string): string | undefined => portalLink(policy, trackingId);
    for await (const event of listEvents(vendor, target, since, { correlation, remaining })) {
      const item = { ...progressed(toItem(event, target.subscriptionId, portalOf), now), tellers: [feed] };
      // A resource's list is not filtered by time. An event without an update time may have changed now; a sensitive one may
      // have become so, and then its texts must go.
      if (item.updatedAt >= since || item.hidden || event.lastUpdateTime === undefined) yield item;
    }
    yield* begun(await known(now), now);
  },
  signal: signalOf,
  exclusionReason: exclusionReason,
  merge,
  content: alertContent,
  count: countKinds,
  cardSubject: subjectOf,
  sample: sampleItem,
};
