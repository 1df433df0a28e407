import type { HealthItem } from './item.ts';

/**
 * One item of what two looks, or two listings, tell of an event: the newer word counts, what only one listing tells is
 * kept, and what was hidden once stays hidden.
 */
export const merge = (known: HealthItem, item: HealthItem): HealthItem => {
  const [newer, older] = item.updatedAt >= known.updatedAt ? [item, known] : [known, item];
  const both = {
    ...newer,
    // In the order in which they were heard of: two feeds that take turns must not change it each time.
    subscriptions: [...new Set([...known.subscriptions, ...item.subscriptions])],
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
