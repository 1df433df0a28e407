import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Outcome } from '../data/invoke-outcome.ts';
import { html } from '../view/html.ts';
import { CloseIcon } from '../view/icons.ts';

const failedText = 'Something went wrong. Please try again.';
export const unreachableText = 'Unable to reach app. Please try again.';

const wordsOf = (outcome: Outcome): string | undefined => {
  switch (outcome.kind) {
    case 'message':
      return outcome.text;
    case 'failed':
      return failedText;
    case 'unreachable':
      return unreachableText;
    default:
      return undefined;
  }
};

/** The bot's answer for the person who pressed, scrolled into view unless a message has more: the card may be taller than the screen. */
export const Strip = ({ outcome, onClose }: { outcome: Outcome | undefined; onClose(): void }) => {
  const strip = useRef<HTMLDivElement>(null);
  const isElsewhere = outcome?.kind === 'message' && outcome.answer !== undefined;
  useLayoutEffect(() => {
    if (!isElsewhere) strip.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  const words = outcome && wordsOf(outcome);
  if (words === undefined) return null;
  const code = outcome && 'code' in outcome ? outcome.code : undefined;
  return html`
    <div
      ref=${strip}
      class=${code === undefined ? 'strip' : 'strip failed'}
      role=${code === undefined ? 'status' : 'alert'}
      title=${code}
    >
      <span>${words}</span>
      <button class="icon-button" aria-label="Close" onClick=${onClose}><${CloseIcon} /></button>
    </div>
  `;
};
