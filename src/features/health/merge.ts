import { type HealthItem, MOST } from './item.ts';

/**
 * Merges two versions of an event: the newer one counts, values that only one list has are kept, and a hidden event stays
 * hidden. At the same update time the first list counts, so that two lists do not take turns.
 */
export const merge = (known: HealthItem, item: HealthItem): HealthItem => {
  const isNewer =
    item.updatedAt > known.updatedAt || (item.updatedAt === known.updatedAt && isOfFirstFeed(known, item));
  const [newer, older] = isNewer ? [item, known] : [known, item];
  const feeds = join(known.tellers ?? [], item.tellers ?? []);
  const both = {
    ...newer,
    ...(feeds.length > 1 ? touchedBy(newer, older) : {}),
    ...optional('tellers', feeds.length > 0 ? feeds : undefined),
    // In the order of discovery: two feeds that take turns must not change it each time.
    subscriptions: join(known.subscriptions, item.subscriptions),
    ...optional('portal', newer.portal ?? older.portal),
  };
  if (known.hidden || item.hidden) return hide(both);
  return {
    ...both,
    ...optional('subType', newer.subType ?? older.subType),
    ...optional('tags', newer.tags ?? older.tags),
    ...optional('stage', newer.stage ?? older.stage),
    ...optional('external', newer.external ?? older.external),
    ...optional('explains', newer.explains ?? older.explains),
  };
};

const isOfFirstFeed = ({ tellers: [first] = [] }: HealthItem, { tellers: [feed] = [] }: HealthItem): boolean =>
  first === feed;

const join = (first: readonly string[], second: readonly string[]): string[] => [...new Set([...first, ...second])];

/** Each list may show only its own part; a resolved event has no open region. */
const touchedBy = (newer: HealthItem, older: HealthItem): Pick<HealthItem, 'services' | 'regions'> => {
  const names = new Set(newer.regions.map(({ name }) => name));
  const others = older.regions.filter(({ name }) => !names.has(name));
  return {
    services: join(newer.services, older.services).slice(0, MOST.services),
    regions: [...newer.regions, ...others.map(({ name, open }) => ({ name, open: open && newer.open }))].slice(
      0,
      MOST.regions,
    ),
  };
};

const optional = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };

/** The item without the texts of a sensitive event. */
export const hide = ({
  subType: _subType,
  tags: _tags,
  stage: _stage,
  external: _external,
  explains: _explains,
  ...item
}: HealthItem): HealthItem => ({ ...item, hidden: true, title: '', text: '', links: [] });
