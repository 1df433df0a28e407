import type { Watch, WatchSchedule } from '#engine/alerts/watch/watch.ts';
import { dotted, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Answers } from '#teams/cards/form.ts';
import { choicesCard } from '#teams/cards/notice-card.ts';
import { formatCritical, formatQuietHours, formatRhythm, formatState } from '../format.ts';
import { watchVerbs } from './watch-card.ts';

const describe = (schedule: WatchSchedule, words: Words): Markdown =>
  dotted(
    formatRhythm(schedule, words),
    formatQuietHours(schedule, words, 'watches.list.quiet'),
    schedule.criticalAnyway && formatCritical(schedule, words) !== ''
      ? words.markdown('watches.same.critical')
      : NO_TEXT,
  );

/** Says that the same is watched here already, and offers to change or pause that watch. The button carries the answers. */
export const renderSameWatch = (
  watch: Watch,
  draft: WatchSchedule,
  { digest = 'off', quiet = '', critical = 'no' }: Answers,
  { now, words }: { readonly now: number; readonly words: Words },
) => {
  const { ref, title } = watch;
  const [own, wanted] = [describe(watch, words), describe(draft, words)];
  const turning = formatState(watch, now, words).silent ? 'resume' : 'pause';
  const lines = [
    words.markdown('watches.same.title', { title, ref }),
    `${words.markdown('watches.same.now')} ${own}`,
    ...(wanted === own ? [] : [`${words.markdown('watches.same.wanted')} ${wanted}`]),
  ];
  const change = {
    title: words.plain('watches.same.change'),
    verb: watchVerbs.change,
    data: { ref, zone: draft.zone, digest, quiet, critical },
  };
  const buttons = [
    ...(wanted === own ? [] : [change]),
    { title: words.plain(`watches.button.${turning}`), verb: watchVerbs[turning], data: { ref } },
  ];
  const card = choicesCard.render({ text: lines.join('\n\n') as Markdown, buttons });
  return { card, summary: words.plain('watches.same.summary', { title, ref }) };
};
