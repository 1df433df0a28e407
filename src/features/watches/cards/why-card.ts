import { alertVerbs } from '#engine/alerts/alerts.ts';
import type { NotificationLogEntry, Watch } from '#engine/alerts/watch/watch.ts';
import type { TextValues } from '#platform/lib/errors.ts';
import { escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import { asTextKey, isTextKey, type TextName, type Words } from '#platform/texts/texts.ts';
import type { CardJson } from '#teams/cards/define-card.ts';
import { type ListRow, listCard, pageOf } from '#teams/cards/list.ts';
import { dateTime } from '#teams/cards/view.ts';

export interface WhyPage {
  /** The incident's id at its source. */
  readonly event: string;
  /** Newest first. */
  readonly entries: readonly NotificationLogEntry[];
  readonly watches: readonly Watch[];
  /** From 0. */
  readonly page: number;
  /** Id of the incident's card where its button was pressed; Back leads there. */
  readonly from: string | undefined;
}

/** Text and tone of each notification log entry. */
const entryStyles: Record<NotificationLogEntry['action'], readonly [name: TextName<'watches.why'>, tone: string]> = {
  posted: ['posted', 'Good'],
  edited: ['edited', 'Default'],
  replied: ['replied', 'Good'],
  held: ['held', 'Warning'],
  digest: ['digested', 'Good'],
  listed: ['listed', 'Good'],
  out: ['leftOut', 'Warning'],
};

/** What the watches of this conversation did about one incident, and by which rule. */
export const renderWhy = ({ event, entries, watches, page, from }: WhyPage, words: Words): CardJson => {
  const { rows, more, buttons } = pageOf(entries, page, words, (to) => ({
    verb: alertVerbs.why,
    data: { event, page: to, ...(from === undefined ? {} : { card: from }) },
  }));
  const back = { title: words.plain('watches.why.back'), verb: alertVerbs.back, data: { card: from ?? '' } };
  return listCard.render({
    title: words.markdown('watches.why.title', { event }),
    intro: words.markdown(entries.length === 0 ? 'watches.why.nothing' : 'watches.why.intro'),
    rows: rows.map((entry) => toRow(entry, watches, words)),
    more,
    buttons: [...buttons, ...(from === undefined ? [] : [back])],
  });
};

const toRow = (entry: NotificationLogEntry, watches: readonly Watch[], words: Words): ListRow => {
  const [name, tone] = entryStyles[entry.action];
  return {
    title: words.markdown(`watches.why.${name}`, { times: entry.times }),
    detail: words.markdown('watches.why.because', {
      reason: words.plain(asTextKey(`alerts.why.${entry.reason}`), textValues(entry.values, words)),
    }),
    note: [dateTime(entry.at), ...watchLabel(entry.watch, watches, words)].join(' · ') as Markdown,
    tone,
  };
};

/** Replaces the text key of a source's rule by its text. */
const textValues = (values: NotificationLogEntry['values'], words: Words): TextValues => {
  const { rule } = values;
  return typeof rule === 'string' && isTextKey(rule) ? { ...values, rule: words.plain(rule, values) } : values;
};

/** The watch's ref, with its title while the watch exists. */
const watchLabel = (ref: string | undefined, watches: readonly Watch[], words: Words): readonly Markdown[] => {
  if (ref === undefined) return [];
  const watch = watches.find((one) => one.ref === ref);
  return [watch ? words.markdown('watches.why.watch', { ref, title: watch.title }) : escapeMarkdown(ref)];
};
