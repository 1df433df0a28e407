import type { AlertThing, Signal } from '../../alerts/feed/source.ts';
import type { HealthItem } from './item.ts';

/** What the alerts must know of an event. */
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

/** A review names its incident by the id in its title, else by the number that both share. */
const explainedBy = (item: HealthItem): string | undefined =>
  item.explains ?? (isReview(item) && item.external !== undefined ? numberOf(item.external) : undefined);

const isReview = ({ type }: HealthItem): boolean => type === 'RCA';

/** The vendor's number of an incident, as another name for it. */
const numberOf = (external: string): string => `external:${external}`;

/** The reviews among document 2's tags, the last one first. */
const reviews = [{ name: 'Final PIR' }, { name: 'Preliminary PIR' }];
/** A listing without tags tells the stage of a great incident only: the first review is there, and is told once. */
const [, firstReview = { name: '' }] = reviews;

const reviewOf = ({ tags = [], stage }: HealthItem): string =>
  reviews.find(({ name }) => tags.includes(name))?.name ?? (stage?.toLowerCase() === 'rca' ? firstReview.name : '');

/** What other features may offer to do with it. */
export const subjectOf = ({ id, subscriptions, hidden, title, text }: HealthItem): AlertThing => ({
  subscriptions,
  called: id,
  texts: hidden ? [] : [title, text].filter((one) => one !== ''),
});
