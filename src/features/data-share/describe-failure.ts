import { type Level, levels, type Signal } from '#engine/alerts/feed/signal.ts';
import type { AlertCardSubject, AlertContent } from '#engine/alerts/feed/source.ts';
import { MINUTE } from '#platform/lib/clock.ts';
import { capitalised, cut, escapeMarkdown, type Markdown, NO_TEXT, normalise } from '#platform/lib/text.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import { dateTime, type Fact } from '#teams/cards/view.ts';
import type { Failure } from './failure.ts';
import { formatLength, formatMessage, formatMode } from './format.ts';
import { dataShareVerbs } from './query.ts';

/** Failures in a row from which on the level is critical. */
const CRITICAL_FROM = 3;
const LONGEST = { consumer: 80, message: 500 };

export const levelOf = ({ failures }: Pick<Failure, 'failures'>): Level =>
  failures >= CRITICAL_FROM ? 'critical' : 'error';

/** What the alert layer needs to route, mute and compare a failure. */
export const signalOf = (row: Failure): Signal => {
  const level = levelOf(row);
  return {
    key: row.key,
    aliases: [],
    open: row.open,
    level,
    rank: levels.indexOf(level) * 2 + (row.open ? 0 : 1),
    updatedAt: row.seenTo,
    services: [],
    regions: [],
    consumers: row.consumer === '' ? [] : [row.consumer],
    review: '',
    hidden: false,
  };
};

/** What buttons of other features need. */
export const subjectOf = ({ key, subscription, first, last }: Failure): AlertCardSubject => ({
  subscriptions: subscription === '' ? [] : [subscription],
  called: key,
  texts: last.message === '' ? [] : [last.message],
  began: first,
});

/** The card's content. It shows the tenant; a person's name or address only where the vendor sends no tenant. */
export const describeFailure = (row: Failure, words: Words): AlertContent => {
  const title = titleOf(row, words);
  return {
    overline: words.markdown('shares.failure.overline', { key: row.key }),
    title: escapeMarkdown(title),
    name: title,
    state: stateOf(row, words),
    facts: factsOf(row, words),
    text: row.made ? words.markdown('shares.failure.sample') : formatMessage(cut(row.last.message, LONGEST.message)),
    links: [],
    addresses: [],
    buttons: row.made ? [] : [buttonOf(row, words)],
    summary: words.plain(row.open ? 'shares.failure.summary' : 'shares.failure.summaryOver', { title }),
  };
};

const titleOf = ({ share, consumer, made }: Failure, words: Words): string => {
  if (made) return words.plain('shares.failure.sampleTitle');
  return consumer === ''
    ? share.title
    : words.plain('shares.failure.title', { share: share.title, consumer: cut(consumer, LONGEST.consumer) });
};

const stateOf = ({ open, failures, seenTo }: Failure, words: Words): Markdown =>
  open
    ? words.markdown('shares.failure.open', { count: failures })
    : (`${words.markdown('shares.failure.over')} ${dateTime(seenTo)}` as Markdown);

const factsOf = ({ first, last, failures, open }: Failure, words: Words): Fact[] => {
  const fact = (name: TextName<'shares.failure'>, value: Markdown): Fact[] =>
    value === '' ? [] : [{ title: words.plain(`shares.failure.${name}`), value }];
  // Its label says already that it failed.
  const how = [
    normalise(last.status) === 'failed' ? '' : last.status,
    ...(last.mode === undefined ? [] : [formatMode(last.mode, words)]),
    ...(last.durationMs === undefined ? [] : [formatLength(last.durationMs, words)]),
  ];
  return [
    ...fact(open ? 'since' : 'first', dateTime(first)),
    ...fact('last', failures > 1 ? dateTime(last.at) : NO_TEXT),
    ...fact('count', open || failures === 1 ? NO_TEXT : escapeMarkdown(String(failures))),
    ...fact('how', escapeMarkdown(capitalised(how.filter((part) => part !== '').join(' · ')))),
  ];
};

const buttonOf = ({ share }: Failure, words: Words) => ({
  title: words.plain('shares.button.syncs'),
  verb: dataShareVerbs.syncs,
  data: { share: share.key },
});

/** A made-up failure of no real share, for `test alert`. @param now milliseconds since 1970 */
export const sampleFailure = (now: number): Failure => ({
  key: 'SYNC-TEST2345',
  share: { key: '', title: '' },
  subscription: '',
  consumer: '',
  open: true,
  failures: 1,
  first: now - MINUTE,
  last: { at: now - MINUTE, status: 'Failed', mode: 'Incremental', durationMs: MINUTE, message: '' },
  seenTo: now - MINUTE,
  made: true,
});
