import type { HealthEvent } from '#cloud/operations/health-events-schemas.ts';
import type { Level } from '#engine/alerts/feed/signal.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { formatDuration } from '#platform/lib/duration.ts';
import { formatDecimal } from '#platform/lib/money.ts';
import { escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { some } from '#teams/cards/define-card.ts';
import { dateTime, type Fact, span } from '#teams/cards/view.ts';
import { type HealthItem, moment, touched } from './item.ts';
import { isBillingSubType, type Kind, kindOf } from './kind.ts';
import { shortLine } from './vendor-text.ts';

export const formatLevel = (level: Level, words: Words): string => words.plain(`health.level.${level}`);
export const formatKind = (kind: Kind, words: Words): string => words.plain(`health.kind.${kind}`);

/** The event's title, or a name for it where the title is hidden or empty. */
export const titleOf = (item: HealthItem, words: Words, most: number): string => {
  if (item.made) return words.plain('health.sample.title');
  if (item.hidden) return words.plain('health.hidden.title');
  return shortLine(item.title, most) || formatKind(kindOf(item), words);
};

/** Current state in one line: the level with the state, or with the time of planned work, or with its planned end. */
export const stateOf = (item: HealthItem, words: Words): Markdown =>
  item.open
    ? openStateOf(item, words)
    : words.markdown(kindOf(item) === 'maintenance' ? 'health.state.done' : 'health.state.resolved');

export const openStateOf = (item: HealthItem, words: Words): Markdown => {
  const level = formatLevel(item.level, words);
  if (item.inProgress) return progressOf(item, level, words);
  const planned = plannedFor(item);
  if (planned === undefined) return words.markdown('health.state.active', { level });
  return `${words.markdown('health.state.planned', { level })} ${planned}` as Markdown;
};

const progressOf = ({ endsAt }: HealthItem, level: string, words: Words): Markdown =>
  endsAt === undefined
    ? words.markdown('health.state.inProgress', { level })
    : (`${words.markdown('health.state.inProgressUntil', { level })} ${dateTime(endsAt)}` as Markdown);

/** A region of an open event that has recovered says so. */
export const formatRegion = (
  { name, open }: { readonly name: string; readonly open: boolean },
  eventOpen: boolean,
  words: Words,
): string => (eventOpen && !open ? words.plain('health.region.over', { name }) : name);

/** Start and end of planned work that has not begun. */
export const plannedFor = (item: HealthItem): Markdown | undefined => {
  const { open, startedAt, endsAt, inProgress } = item;
  if (!open || inProgress || startedAt === undefined || kindOf(item) !== 'maintenance') return undefined;
  return endsAt === undefined ? dateTime(startedAt) : span(startedAt, endsAt);
};

/** The first names of a list and the number of others. @param further number of names not in the list */
export const few = (names: readonly string[], most: number, words: Words, further = 0): string => {
  const shown = names.slice(0, most);
  const rest = names.length - shown.length + further;
  if (shown.length === 0 || rest === 0) return shown.join(', ');
  return words.plain('health.list.andMore', { shown: shown.join(', '), count: rest });
};

const LONGEST = 80;
const MOST = 5;

/** Kind and id. */
export const overlineOf = (item: HealthItem, words: Words): Markdown =>
  escapeMarkdown(`${formatKind(kindOf(item), words)} ${item.id}`);

type Label = TextName<'health.label'>;

/** The short facts of an event, without empty ones. */
export const factsOf = (
  event: HealthEvent,
  item: HealthItem,
  titleOfSubscription: (subscriptionId: string) => string | undefined,
  share: number,
  words: Words,
): Fact[] => {
  const line = (name: Label, value: Markdown): Fact[] =>
    value === '' ? [] : [{ title: words.plain(`health.label.${name}`), value }];
  const short = (text = ''): string => shortLine(text, some(LONGEST, share));
  const textFact = (name: Label, text: string | undefined): Fact[] => line(name, escapeMarkdown(short(text)));
  const list = (name: Label, names: readonly string[]): Fact[] =>
    line(name, escapeMarkdown(few(names.map(short), some(MOST, share), words)));
  const duration = event.duration === undefined ? '' : formatDuration(event.duration * SECOND, words.formatLocale);
  const touching = touched(event, item.subscriptions[0] ?? '');
  const affected = touching.length === 0 ? '' : affectedBy(touching, titleOfSubscription, share, words);
  return [
    // While it is open the state above has the level.
    ...(item.open ? [] : textFact('level', formatLevel(item.level, words))),
    ...line(...windowOf(item)),
    ...line('updated', dateTime(item.updatedAt)),
    ...(item.open ? [] : textFact('duration', duration)),
    ...line('affects', escapeMarkdown(affected)),
    ...textFact('subType', formatSubType(item, words)),
    ...list('tags', event.eventTags ?? []),
    ...textFact('incident', event.externalIncidentId),
    ...textFact('billing', event.billingId),
    ...textFact('currency', event.currencyType),
    ...textFact('rates', ratesOf(event, words)),
    ...list('leftOut', item.leftOut ?? []),
  ];
};

/** The event's time with its label: a window for planned work unless the state has it, a day for a retirement. */
export const windowOf = (item: HealthItem): [name: Label, value: Markdown] => {
  const { open, startedAt, endsAt } = item;
  const kind = kindOf(item);
  if (kind === 'retirement' && endsAt !== undefined) return ['retires', dateTime(endsAt)];
  if (startedAt === undefined || plannedFor(item) !== undefined) return ['began', NO_TEXT];
  if (endsAt === undefined) return ['began', dateTime(startedAt)];
  // The end of an advisory is the day from which something stops working, not an expected end.
  return [
    kind === 'maintenance' || kind === 'advisory' ? 'window' : open ? 'expected' : 'lasted',
    span(startedAt, endsAt),
  ];
};

/** The policy's names of the affected subscriptions, and the number of others. */
const affectedBy = (
  touching: readonly string[],
  titleOfSubscription: (subscriptionId: string) => string | undefined,
  share: number,
  words: Words,
): string => {
  const titles = touching.map(titleOfSubscription).filter((title) => title !== undefined);
  const others = touching.length - titles.length;
  if (titles.length === 0) return words.plain('health.event.subscriptions', { count: others });
  const names = titles.map((title) => shortLine(title, some(LONGEST, share)));
  return few(names, some(MOST, share), words, others);
};

/** The sub-type's name; an unknown one as the vendor writes it; empty for a retirement, whose kind says it. */
export const formatSubType = (item: HealthItem, words: Words): string => {
  const { subType = '' } = item;
  if (subType === '' || kindOf(item) === 'retirement') return '';
  return isBillingSubType(subType) ? words.plain(`health.subType.${subType}`) : subType;
};

/** The old and new rate with all digits. */
const ratesOf = ({ oldRate, newRate }: HealthEvent, words: Words): string =>
  oldRate === undefined || newRate === undefined
    ? ''
    : words.plain('health.event.rates', {
        before: formatDecimal(oldRate, words.formatLocale),
        now: formatDecimal(newRate, words.formatLocale),
      });

/** One update of an event. */
export interface Update {
  /** Milliseconds since 1970. */
  readonly at: number | undefined;
  readonly summary: string;
  readonly tags: readonly string[];
  /** Regions, for an update of some regions only. */
  readonly regions: readonly string[];
}

/** All updates, the newest first. Regions repeat updates of the whole event: these count once. */
export const updatesOf = ({ updates = [], impact = [] }: HealthEvent): readonly Update[] => {
  const found = new Map<string, Update>();
  const add = ({ summary = '', updateDateTime, eventTags = [] }: (typeof updates)[number], region?: string): void => {
    if (summary.trim() === '') return;
    const key = `${updateDateTime ?? ''} ${summary}`;
    const known = found.get(key);
    const ofRegion = region !== undefined && (known === undefined || known.regions.length > 0);
    found.set(key, {
      at: moment(updateDateTime),
      summary,
      tags: [...new Set([...(known?.tags ?? []), ...eventTags])],
      regions: ofRegion ? [...new Set([...(known?.regions ?? []), region])] : [],
    });
  };
  for (const update of updates) add(update);
  for (const { impactedRegions = [] } of impact) {
    for (const { impactedRegion, updates: own = [] } of impactedRegions)
      for (const update of own) add(update, impactedRegion);
  }
  return [...found.values()].sort((a, b) => (b.at ?? 0) - (a.at ?? 0));
};
