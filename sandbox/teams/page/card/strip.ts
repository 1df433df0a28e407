import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Outcome, SignInFailure, SignInRequest } from '../data/invoke-outcome.ts';
import { html } from '../view/html.ts';
import { CloseIcon } from '../view/icons.ts';

const failedText = 'Something went wrong. Please try again.';
export const unreachableText = 'Unable to reach app. Please try again.';

const notSignedIn: Readonly<Record<SignInFailure, string>> = {
  closed: 'The sign-in window was closed, so nothing was done. You can sign in again.',
  blocked: 'The browser did not open the sign-in window. Allow pop-ups for this page, then sign in again.',
  failed: 'You are not signed in, so nothing was done. You can sign in again.',
  refused: 'The sign-in was not accepted. Press the button on the card again.',
};

/** The sign-in that the strip offers; none while its window is open, or where only the card's button helps. */
const offered = (outcome: Outcome): SignInRequest | undefined => {
  if (outcome.kind === 'sign-in') return outcome.isOpen ? undefined : outcome;
  return outcome.kind === 'not-signed-in' && outcome.why !== 'refused' ? outcome.request : undefined;
};

const wordsOf = (outcome: Outcome): string | undefined => {
  switch (outcome.kind) {
    case 'message':
      return outcome.text;
    case 'sign-in':
      return outcome.isOpen ? 'Finish signing in, in the window that opened.' : outcome.text;
    case 'not-signed-in':
      return notSignedIn[outcome.why];
    case 'failed':
      return failedText;
    case 'unreachable':
      return unreachableText;
    default:
      return undefined;
  }
};

interface Props {
  readonly outcome: Outcome | undefined;
  onClose(): void;
  /** Opens the window of a sign-in; a strip without it offers none. */
  onSignIn?(request: SignInRequest): void;
}

/** The bot's answer for the person who pressed, scrolled into view unless a message has more: the card may be taller than the screen. */
export const Strip = ({ outcome, onClose, onSignIn }: Props) => {
  const strip = useRef<HTMLDivElement>(null);
  const isElsewhere = outcome?.kind === 'message' && outcome.answer !== undefined;
  useLayoutEffect(() => {
    if (!isElsewhere) strip.current?.scrollIntoView({ block: 'nearest' });
  }, [outcome]);
  const words = outcome && wordsOf(outcome);
  if (words === undefined) return null;
  const code = outcome && 'code' in outcome ? outcome.code : undefined;
  const request = outcome && onSignIn && offered(outcome);
  const isFailed = code !== undefined || outcome?.kind === 'not-signed-in';
  return html`
    <div
      ref=${strip}
      class=${isFailed ? 'strip failed' : 'strip'}
      role=${isFailed ? 'alert' : 'status'}
      title=${code}
    >
      <span>${words}</span>
      ${request && html`<button class="strip-action" onClick=${() => onSignIn?.(request)}>${request.button}</button>`}
      <button class="icon-button" aria-label="Close" onClick=${onClose}><${CloseIcon} /></button>
    </div>
  `;
};
