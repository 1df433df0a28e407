import { type HealthItem, MOST } from './item.ts';

/**
 * One item of what two looks, or two listings, tell of an event: the newer word counts, what only one listing tells is
 * kept, and what was hidden once stays hidden. Of one moment the word of the listing that told of it first counts: two that
 * show the same otherwise must not take turns.
 */
export const merge = (known: HealthItem, item: HealthItem): HealthItem => {
  const isNewer =
    item.updatedAt > known.updatedAt || (item.updatedAt === known.updatedAt && isFirstTeller(known, item));
  const [newer, older] = isNewer ? [item, known] : [known, item];
  const tellers = join(known.tellers ?? [], item.tellers ?? []);
  const both = {
    ...newer,
    ...(tellers.length > 1 ? touchedBy(newer, older) : {}),
    ...kept('tellers', tellers.length > 0 ? tellers : undefined),
    // In the order in which they were heard of: two feeds that take turns must not change it each time.
    subscriptions: join(known.subscriptions, item.subscriptions),
    ...kept('portal', newer.portal ?? older.portal),
  };
  if (known.hidden || item.hidden) return hide(both);
  return {
    ...both,
    ...kept('subType', newer.subType ?? older.subType),
    ...kept('tags', newer.tags ?? older.tags),
    ...kept('stage', newer.stage ?? older.stage),
    ...kept('external', newer.external ?? older.external),
    ...kept('explains', newer.explains ?? older.explains),
  };
};

const isFirstTeller = ({ tellers: [first] = [] }: HealthItem, { tellers: [teller] = [] }: HealthItem): boolean =>
  first === teller;

const join = (first: readonly string[], second: readonly string[]): string[] => [...new Set([...first, ...second])];

/** Of several listings each may show its own part only; with the event its regions are over. */
const touchedBy = (newer: HealthItem, older: HealthItem): Pick<HealthItem, 'services' | 'regions'> => {
  const told = new Set(newer.regions.map(({ name }) => name));
  const others = older.regions.filter(({ name }) => !told.has(name));
  return {
    services: join(newer.services, older.services).slice(0, MOST.services),
    regions: [...newer.regions, ...others.map(({ name, open }) => ({ name, open: open && newer.open }))].slice(
      0,
      MOST.regions,
    ),
  };
};

const kept = <K extends string, V>(key: K, value: V | undefined) =>
  (value === undefined ? {} : { [key]: value }) as { [P in K]?: V };

/** The item without anything that a sensitive event may not tell. */
export const hide = ({
  subType: _subType,
  tags: _tags,
  stage: _stage,
  external: _external,
  explains: _explains,
  ...item
}: HealthItem): HealthItem => ({ ...item, hidden: true, title: '', text: '', links: [] });
