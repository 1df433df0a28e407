import type { Change } from '../../changes/change.ts';
import type { Description } from '../../changes/change-kind.ts';
import { lookedAtUntil } from '../../changes/looking.ts';
import { iso } from '../../lib/clock.ts';
import type { Words } from '../../texts/texts.ts';

/** The vendor has it and is not through with it in the time that the policy gives: nothing is unclear but the end. */
export const unfinished = (
  { state, phase, finishBy }: Pick<Change, 'state' | 'phase' | 'finishBy'>,
  kind: 'create' | 'accept',
  now: number,
  words: Words,
): Pick<Description, 'headline' | 'next'> => {
  const until = lookedAtUntil({ finishBy });
  return state === 'unconfirmed' && phase === 'arrived'
    ? {
        headline: { text: words.markdown(`subscriptions.${kind}.unfinished`), tone: 'warning' },
        next:
          now < until
            ? words.markdown('subscriptions.next.unfinished', { until: iso(until) })
            : words.markdown('subscriptions.next.unfinishedEnd'),
      }
    : {};
};
