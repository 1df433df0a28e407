import { z } from 'zod';
import type { NewWatch, Watch, WatchSchedule } from '../../../alerts/watch/watch.ts';
import { type Answer, cardAnswer, type Turn } from '../../../bot/turn/turn.ts';
import { choicesCard } from '../../../cards/choices.ts';
import { dotted, type Markdown } from '../../../lib/text.ts';
import type { Words } from '../../../texts/texts.ts';
import type { Services } from '../../feature.ts';
import { watchVerbs } from '../cards/watch-card.ts';
import { formatCritical, formatQuietHours, formatRhythm, formatState } from '../format.ts';

const minute = z.coerce.number().int().min(0).max(1_439);

const isZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
};

/** The schedule that a button carries. */
export const scheduleData = z
  .object({
    ref: z.string(),
    rhythm: z.enum(['prompt', 'hour', 'day']),
    zone: z.string().refine(isZone),
    critical: z.enum(['anyway', 'waits']),
    from: minute.optional(),
    to: minute.optional(),
  })
  .transform(({ ref, rhythm, zone, critical, from, to }) => ({
    ref,
    schedule: {
      ...{ rhythm, zone, criticalAnyway: critical === 'anyway' },
      quiet: from === undefined || to === undefined ? undefined : { from, to },
    } satisfies WatchSchedule,
  }));

const toData = ({ rhythm, zone, criticalAnyway, quiet }: WatchSchedule, ref: string) => ({
  ...{ ref, rhythm, zone, critical: criticalAnyway ? 'anyway' : 'waits' },
  ...quiet,
});

const describe = (schedule: WatchSchedule, words: Words): Markdown =>
  dotted(
    formatRhythm(schedule, words),
    formatQuietHours(schedule, words, 'watches.list.quiet'),
    formatCritical(schedule, words),
  );

/** Says that the same is watched here already, and offers to change or pause that watch. */
export const answerSameWatch = (turn: Turn, { clock }: Services, watch: Watch, draft: NewWatch): Answer => {
  const { words } = turn;
  const { ref, title } = watch;
  const [now, wanted] = [describe(watch, words), describe(draft, words)];
  const turning = formatState(watch, clock.now(), words).silent ? 'resume' : 'pause';
  const lines = [
    words.markdown('watches.same.title', { title, ref }),
    `${words.markdown('watches.same.now')} ${now}`,
    ...(wanted === now ? [] : [`${words.markdown('watches.same.wanted')} ${wanted}`]),
  ];
  const change = { title: words.plain('watches.same.change'), verb: watchVerbs.change, data: toData(draft, ref) };
  const buttons = [
    ...(wanted === now ? [] : [change]),
    { title: words.plain(`watches.button.${turning}`), verb: watchVerbs[turning], data: { ref } },
  ];
  const card = choicesCard.render({ text: lines.join('\n\n') as Markdown, buttons });
  return cardAnswer(card, words.plain('watches.same.summary', { title, ref }));
};
