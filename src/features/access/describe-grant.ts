import { date, dateTime, type Fact } from '../../cards/view.ts';
import { reasonField } from '../../changes/card/card-buttons.ts';
import type { Change } from '../../changes/change.ts';
import type { ChangeButton, ChangeContext, Description } from '../../changes/change-kind.ts';
import { DAY } from '../../lib/clock.ts';
import { formatDuration } from '../../lib/duration.ts';
import { escapeMarkdown, joinMarkdown, type Markdown, NO_TEXT } from '../../lib/text.ts';
import type { TextName, Words } from '../../texts/texts.ts';
import { REMOVE } from './requestable.ts';
import { findGrant, type Grant } from './store.ts';
import { type GrantTerms, grantKey } from './terms.ts';

/** A grant's card covers the whole life of the eligibility: requested, granted, being removed, removed, ended. */
export const describeGrant = async (
  change: Change<GrantTerms>,
  context: ChangeContext,
  words: Words,
): Promise<Description> => {
  const { terms } = change;
  const named = { role: terms.role.title, place: terms.place.title, who: terms.person.name };
  const status = change.state === 'done' ? await statusOf(change, context, words) : undefined;
  return {
    title: words.markdown('access.grant.title', named),
    summary: words.plain('access.grant.summary', named),
    facts: factsOf(terms, words),
    reason: terms.reason,
    buttons: status?.buttons ?? [],
    ...(status ? { headline: status.headline, next: status.next } : {}),
  };
};

const factsOf = (terms: GrantTerms, words: Words): Fact[] => {
  const fact = (name: TextName<'access.label'>, value: Markdown): Fact => ({
    title: words.plain(`access.label.${name}`),
    value,
  });
  return [
    fact('who', escapeMarkdown(terms.person.name)),
    fact('window', windowText(terms, words)),
    ...(terms.ticket === '' ? [] : [fact('ticket', escapeMarkdown(terms.ticket))]),
  ];
};

/** The duration before approval, start and end after it. Date markers are inserted unescaped. */
const windowText = ({ window, start, length }: GrantTerms, words: Words): Markdown => {
  if (window) {
    const from = dateTime(window.start);
    return window.end === null
      ? join(words.markdown('access.window.always'), words.markdown('access.window.from'), from)
      : join(from, '–', dateTime(window.end));
  }
  const lasting =
    length.kind === 'always'
      ? words.markdown('access.window.always')
      : length.kind === 'until'
        ? join(words.markdown('access.window.until'), dateTime(length.at))
        : words.markdown('access.window.for', { length: formatDuration(length.ms, words.spoken) });
  const beginning =
    start === null
      ? words.markdown('access.window.atOnce')
      : join(words.markdown('access.window.from'), dateTime(start));
  return length.kind === 'until' ? join(beginning, lasting) : join(lasting, beginning);
};

const join = (...parts: readonly string[]): Markdown => joinMarkdown(parts);

type Status = Required<Pick<Description, 'headline' | 'next' | 'buttons'>>;

const statusOf = async (
  change: Change<GrantTerms>,
  { db, now, openChange }: ChangeContext,
  words: Words,
): Promise<Status> => {
  const granted = await findGrant(db, change.id);
  if (granted?.removed) {
    const { by, at } = granted.removed;
    const text = join(words.markdown('access.status.removed', { by }), '·', dateTime(at));
    return { headline: { text, tone: 'default' }, next: removedReason(granted, words), buttons: [] };
  }
  if (granted?.end !== undefined && granted.end <= now) {
    return {
      headline: { text: join(words.markdown('access.status.ended'), dateTime(granted.end)), tone: 'default' },
      next: NO_TEXT,
      buttons: [],
    };
  }
  const removing = await openChange(REMOVE, grantKey(change.terms));
  if (removing) {
    const key = removing.state === 'waiting' ? 'removalAsked' : 'removing';
    const text = words.markdown(`access.status.${key}`, { by: removing.requester.name });
    return { headline: { text, tone: 'warning' }, next: NO_TEXT, buttons: [] };
  }
  return {
    headline: { text: eligibleText(granted, now, words), tone: 'good' },
    next: words.markdown('access.status.activate', {
      place: change.terms.place.title,
      role: change.terms.role.title,
    }),
    buttons: [removeButton(words)],
  };
};

const eligibleText = (granted: Grant | undefined, now: number, words: Words): Markdown => {
  const until =
    granted?.end === undefined
      ? words.markdown('access.status.always')
      : join(
          words.markdown('access.status.until'),
          granted.end - granted.start < 2 * DAY ? dateTime(granted.end) : date(granted.end),
        );
  return granted && granted.start > now
    ? join(until, '·', words.markdown('access.window.from'), dateTime(granted.start))
    : until;
};

const removedReason = ({ removed }: Grant, words: Words): Markdown =>
  removed && removed.reason !== ''
    ? words.markdown('access.status.removedReason', { reason: removed.reason })
    : NO_TEXT;

const removeButton = (words: Words): ChangeButton => ({
  title: words.plain('access.button.remove'),
  verb: REMOVE,
  tone: 'destructive',
  fields: [reasonField(words, 'remove', true)],
});
