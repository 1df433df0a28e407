import { escapeHtml } from '../../../../src/platform/lib/html.ts';
import type { Refusal } from '../../refusal.ts';
import type { SignInError } from '../refusals.ts';
import { signInPageOf } from './layout.ts';

/** What a person reads where the sign-in cannot go on and must not lead anywhere. */
export const troublePage = ({ message }: Refusal, told: SignInError | undefined): string => {
  const details = told && [
    ['Request Id', told.trace_id],
    ['Correlation Id', told.correlation_id],
    ['Timestamp', told.timestamp],
  ];
  const rows = details?.map(([name, value]) => `<dt>${name}</dt><dd>${value}</dd>`) ?? [];
  return signInPageOf(
    'Sign in',
    '<h1>Sorry, but we’re having trouble signing you in.</h1>' +
      `<p>${escapeHtml(message)}</p>${rows.length === 0 ? '' : `<dl>${rows.join('')}</dl>`}` +
      '<p>Close this window and begin again where you came from.</p>',
  );
};
