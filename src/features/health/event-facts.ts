import type { HealthEvent } from '../../api/operations/health-events-schemas.ts';
import { some } from '../../cards/fit-card.ts';
import { dateTime, type Fact } from '../../cards/view.ts';
import { SECOND } from '../../lib/clock.ts';
import { formatDuration } from '../../lib/duration.ts';
import { formatDecimal } from '../../lib/money.ts';
import { escapeMarkdown, type Markdown } from '../../lib/text.ts';
import type { Words } from '../../texts/texts.ts';
import { few, plannedFor, sayKind, sayLevel, span } from './face-words.ts';
import { type HealthItem, touched } from './item.ts';
import { isBillingSubType, kindOf } from './kind.ts';
import { shortLine } from './vendor-text.ts';

const LONGEST = 80;
const MOST = 5;

/** What kind of thing it is, and its id. */
export const overlineOf = (item: HealthItem, words: Words): Markdown =>
  escapeMarkdown(`${sayKind(kindOf(item), words)} ${item.id}`);

/** The short facts of an event; what it does not tell has no line. */
export const factsOf = (
  event: HealthEvent,
  item: HealthItem,
  titleOfSubscription: (subscriptionId: string) => string | undefined,
  share: number,
  words: Words,
): Fact[] => {
  const line = (name: string, value: Markdown): Fact[] =>
    value === '' ? [] : [{ title: words.plain(`health.label.${name}`), value }];
  const short = (text = ''): string => shortLine(text, some(LONGEST, share));
  const said = (name: string, text: string | undefined): Fact[] => line(name, escapeMarkdown(short(text)));
  const list = (name: string, names: readonly string[]): Fact[] =>
    line(name, escapeMarkdown(few(names.map(short), some(MOST, share), words)));
  const duration = event.duration === undefined ? '' : formatDuration(event.duration * SECOND, words.spoken);
  const touching = touched(event, item.subscriptions[0] ?? '');
  const affected = touching.length === 0 ? '' : affectedBy(touching, titleOfSubscription, share, words);
  return [
    // The state above says it while it matters.
    ...(item.open && plannedFor(item) === undefined ? [] : said('level', sayLevel(item.level, words))),
    ...line(...windowOf(item)),
    ...line('updated', dateTime(item.updatedAt)),
    ...(item.open ? [] : said('duration', duration)),
    ...line('affects', escapeMarkdown(affected)),
    ...said('subType', sayChange(item, words)),
    ...list('tags', event.eventTags ?? []),
    ...said('incident', event.externalIncidentId),
    ...said('billing', event.billingId),
    ...said('currency', event.currencyType),
    ...said('rates', ratesOf(event, words)),
  ];
};

/** When it is, or was: of planned work the window, as far as its state does not say it, of what will be retired the day. */
export const windowOf = (item: HealthItem): [name: string, value: Markdown] => {
  const { open, startedAt, endsAt } = item;
  const kind = kindOf(item);
  if (kind === 'retirement' && endsAt !== undefined) return ['retires', dateTime(endsAt)];
  if (startedAt === undefined || plannedFor(item) !== undefined) return ['began', '' as Markdown];
  if (endsAt === undefined) return ['began', dateTime(startedAt)];
  // Of an advisory it is the day from which on something no longer goes, which may have passed: nobody expects an end.
  return [
    kind === 'maintenance' || kind === 'advisory' ? 'window' : open ? 'expected' : 'lasted',
    span(startedAt, endsAt),
  ];
};

/** The policy's names of what is touched, and how many more there are. */
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

/** A sub-type in words, one that the document does not know as the vendor writes it; of a retirement its kind says it. */
export const sayChange = (item: HealthItem, words: Words): string => {
  const { subType = '' } = item;
  if (subType === '' || kindOf(item) === 'retirement') return '';
  return isBillingSubType(subType) ? words.plain(`health.subType.${subType}`) : subType;
};

/** A rate that changed, with every digit. */
const ratesOf = ({ oldRate, newRate }: HealthEvent, words: Words): string =>
  oldRate === undefined || newRate === undefined
    ? ''
    : words.plain('health.event.rates', {
        before: formatDecimal(oldRate, words.spoken),
        now: formatDecimal(newRate, words.spoken),
      });
