import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { escapeHtml } from '../../../../src/platform/lib/html.ts';
import { headersFor } from '../../../small-page.ts';
import type { SandboxPerson } from '../../../world.ts';
import type { Refusal } from '../../operation.ts';
import type { SignInError } from '../refusals.ts';

const STYLE = readFileSync(join(import.meta.dirname, 'style.css'), 'utf8');

export const signInHeaders = headersFor(STYLE);

const LOGO =
  '<svg class="logo" viewBox="0 0 24 24" aria-hidden="true"><path d="M4 20V4h3.2l9.6 11.4V4H20v16h-3.2L7.2 8.6V20z"/></svg>';

/** A page of the sign-in service; title and body are HTML. */
export const signInPageOf = (title: string, body: string): string =>
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">' +
  `<title>${title} · Northwind</title><style>${STYLE}</style></head><body><main><div class="box">` +
  `<p class="brand">${LOGO}Northwind</p>${body}</div>` +
  '<p class="note"><strong>A sandbox plays this sign-in.</strong> Any password is right, and nothing leaves this machine.</p>' +
  '</main></body></html>';

/** The account that a page is about, with the way back to the others. */
export const accountLine = ({ email }: SandboxPerson): string =>
  '<p class="account">' +
  '<button class="back" name="choose" value="yes" formnovalidate aria-label="Back to all accounts">←</button>' +
  `<span>${escapeHtml(email)}</span></p>`;

/** The problem with the last answer, said beside its field. */
export const problemLine = (problem: string | undefined): string =>
  problem === undefined ? '' : `<p class="problem" role="alert" id="problem">${escapeHtml(problem)}</p>`;

export const describedBy = (problem: string | undefined): string =>
  problem === undefined ? '' : ' aria-invalid="true" aria-describedby="problem"';

/** A form that comes back with its state. @param sealed from `Signing.seal` */
export const formOf = (action: string, sealed: string, body: string): string =>
  `<form method="post" action="${escapeHtml(action)}"><input type="hidden" name="ctx" value="${escapeHtml(sealed)}">${body}</form>`;

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
