import { cut, type Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { type CardJson, defineCard } from '#teams/cards/define-card.ts';
import { type ListRow, type ListView, listView, pageOf } from '#teams/cards/list.ts';
import { dateTime } from '#teams/cards/view.ts';
import { formatLength } from '../format.ts';
import type { Shared } from '../policy.ts';
import { dataShareVerbs } from '../query.ts';
import { byNext, type Schedule } from '../schedule.ts';

export const settingsCard = defineCard('shared/list.json', listView);

const LONGEST_WORD = 40;

interface SettingsPage {
  readonly shared: Shared;
  readonly schedules: readonly Schedule[];
  /** From 0. */
  readonly page: number;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export const renderSettings = (page: SettingsPage, words: Words): CardJson =>
  settingsCard.render(viewSettings(page, words));

/** The provider's synchronization schedules of a received share, the next run first. */
export const viewSettings = ({ shared, schedules, page, now }: SettingsPage, words: Words): ListView => {
  const ordered = schedules.toSorted(byNext);
  const { rows, more, buttons } = pageOf(ordered, page, words, (to) => ({
    verb: dataShareVerbs.settings,
    data: { share: shared.key, page: to },
  }));
  return {
    title: words.markdown('shares.settings.title', { share: shared.title }),
    intro: introOf(ordered, now, words),
    rows: rows.map((schedule) => rowOf(schedule, now, words)),
    more,
    buttons: [...buttons],
  };
};

const introOf = ([first]: readonly Schedule[], now: number, words: Words): Markdown => {
  if (!first) return words.markdown('shares.settings.none');
  if (first.next === undefined) return words.markdown('shares.settings.unknown');
  const ahead = words.markdown('shares.settings.ahead', { length: formatLength(first.next - now, words) });
  return `${words.markdown('shares.settings.next')} ${dateTime(first.next)}, ${ahead}. ${words.markdown('shares.settings.zone')}` as Markdown;
};

const rowOf = (schedule: Schedule, now: number, words: Words): ListRow => {
  const { kind, first, next } = schedule;
  return {
    title: titleOf(schedule, words),
    detail:
      next === undefined
        ? words.markdown('shares.settings.untold')
        : (`${words.markdown('shares.settings.nextRun')} ${dateTime(next)}` as Markdown),
    note: [
      ...(kind === 'ScheduleBased' ? [words.markdown('shares.settings.scheduled')] : []),
      ...(first === undefined
        ? []
        : [`${words.markdown(first > now ? 'shares.settings.begins' : 'shares.settings.began')} ${dateTime(first)}`]),
    ].join(' · ') as Markdown,
    tone: 'Default',
  };
};

/** “Each hour at :25 UTC”, “Each day at 22:00 UTC”: the vendor names no time zone. */
const titleOf = ({ interval, recurrence = '', first, kind }: Schedule, words: Words): Markdown => {
  if (interval === undefined || first === undefined) {
    const recurs = cut(recurrence, LONGEST_WORD);
    return recurs === ''
      ? words.markdown('shares.settings.otherKind', { kind: cut(kind, LONGEST_WORD) })
      : words.markdown('shares.settings.otherRecurrence', { recurs });
  }
  const time = clockTime.format(first);
  return interval === 'Hour'
    ? words.markdown('shares.settings.hourly', { minute: time.slice(-2) })
    : words.markdown('shares.settings.daily', { time });
};

const clockTime = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', timeZone: 'UTC' });
