import type { Change } from '../../changes/change.ts';
import type { Description } from '../../changes/change-kind.ts';
import type { Words } from '../../texts/texts.ts';

/** The vendor has it and is not through with it in the time that the policy gives: nothing is unclear but the end. */
export const unfinished = (
  { state, phase }: Pick<Change, 'state' | 'phase'>,
  kind: 'create' | 'accept',
  words: Words,
): Pick<Description, 'headline' | 'next'> =>
  state === 'unconfirmed' && phase === 'arrived'
    ? {
        headline: { text: words.markdown(`subscriptions.${kind}.unfinished`), tone: 'warning' },
        next: words.markdown('subscriptions.next.unfinished'),
      }
    : {};
