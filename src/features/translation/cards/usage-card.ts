import { z } from 'zod';
import { NO_TEXT } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { markdown } from '#teams/cards/view.ts';
import { renewsAt } from '../meter/meter.ts';
import type { Holder, Used } from '../meter/usage-store.ts';
import type { Budgets } from '../policy.ts';

const bar = z.object({
  text: markdown,
  /** What is used of a budget and what is left, in per cent, for a bar; only if there is a budget. */
  parts: z.array(z.object({ share: z.int().min(1).max(100), tone: z.string() })),
});

const usageView = z.object({
  title: markdown,
  holders: z.array(z.object({ title: markdown, bars: z.array(bar), saved: markdown })),
  foot: markdown,
});
type View = z.input<typeof usageView>;

/** Usage and budgets of the person, the channel and the whole tenant. */
export const usageCard = defineCard('translation/usage.json', usageView);

export interface Usage {
  readonly holders: readonly { readonly holder: Holder; readonly used: Used }[];
  readonly budgets: Budgets;
  /** Milliseconds since 1970. */
  readonly now: number;
}

export const viewOfUsage = ({ holders, budgets, now }: Usage, words: Words): View => {
  const month = new Intl.DateTimeFormat(words.formatLocale, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
    now,
  );
  const limits = Object.values(budgets).flatMap(({ day, month: monthly }) => [day, monthly]);
  return {
    title: words.markdown('translation.usage.title', { month }),
    holders: holders.map(({ holder, used }) => ({
      title: words.markdown(`translation.usage.holder.${holder}`),
      bars: (['month', 'day'] as const).flatMap((period) =>
        barOf(period, used[period].characters, budgets[holder][period], words),
      ),
      saved: used.month.saved > 0 ? words.markdown('translation.usage.saved', { saved: used.month.saved }) : NO_TEXT,
    })),
    foot: limits.some((limit) => limit !== undefined)
      ? words.markdown('translation.usage.renews', {
          day: new Date(renewsAt('day', now)),
          month: new Date(renewsAt('month', now)),
        })
      : words.markdown('translation.usage.noBudgets'),
  };
};

/** The month is always shown; a day only if it has a budget. */
const barOf = (
  period: 'day' | 'month',
  used: number,
  limit: number | undefined,
  words: Words,
): View['holders'][number]['bars'] => {
  if (limit === undefined) {
    const text = words.markdown('translation.usage.unlimited', { used });
    return period === 'month' ? [{ text, parts: [] }] : [];
  }
  const share = used >= limit ? 100 : Math.min(99, Math.max(1, Math.round((used / limit) * 100)));
  const tone = share === 100 ? 'attention' : share >= 80 ? 'warning' : 'accent';
  return [
    {
      text: words.markdown(`translation.usage.${period}`, { used, limit, left: Math.max(0, limit - used) }),
      // A part of nothing would still have its padding.
      parts: [{ share, tone }, ...(share === 100 ? [] : [{ share: 100 - share, tone: 'emphasis' }])],
    },
  ];
};
