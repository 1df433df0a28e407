import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { escapeHtml } from '#platform/lib/html.ts';
import type { TextName, Words } from '#platform/texts/texts.ts';
import type { WindowAnswer } from '../fresh-sign-ins.ts';

/** How a sign-in ended, or why it cannot go on. */
type WindowEnd = TextName<'signin.page'>;

export interface WindowPage {
  readonly end: WindowEnd;
  /** What the window hands to Teams. */
  readonly code?: string;
  /** Where the person begins again, while that is of use. */
  readonly retry?: string | undefined;
  /** The directory's own code for what went wrong. */
  readonly help?: string;
}

const statuses: Readonly<Partial<Record<WindowEnd, number>>> = {
  unknown: 404,
  otherBrowser: 403,
  tooMany: 429,
  unanswered: 503,
};

/** No source but our own and Teams' origins; no page may frame it, and the opener, which is Teams, may talk to it. */
const HEADERS = {
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    'connect-src https://res.cdn.office.net',
    "form-action 'none'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
} as const;

/** The page at the end of a sign-in: it reads well without a script too. @param origin of a Teams that the library does not know */
export const windowPage = (
  { end, code, retry, help }: WindowPage,
  words: Words,
  origin: string | undefined,
): WindowAnswer => {
  const text = (name: TextName<'signin.window'>, values = {}): string =>
    escapeHtml(words.plain(`signin.window.${name}`, values));
  const data = Object.entries({ code, failure: code === undefined ? failureOf(end) : undefined, origin }).flatMap(
    ([name, value]) => (value === undefined ? [] : [` data-${name}="${escapeHtml(value)}"`]),
  );
  const title = escapeHtml(words.plain(`signin.title.${end}`));
  const actions = [
    ...(retry === undefined ? [] : [`<a href="${escapeHtml(retry)}">${text('retry')}</a>`]),
    `<button type="button" hidden>${text('close')}</button>`,
  ];
  const body = [
    `<h1>${title}</h1>`,
    `<p>${escapeHtml(words.plain(`signin.page.${end}`))}</p>`,
    ...(help === undefined ? [] : [`<p><small>${text('help', { code: help })}</small></p>`]),
    ...(code === undefined ? [`<p class="actions">${actions.join('')}</p>`] : []),
  ];
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>${title}</title>`,
    '<link rel="stylesheet" href="window.css">',
    '<script src="teams.js" defer></script>',
    '<script src="window.js" defer></script>',
  ];
  const tone = code === undefined ? 'attention' : 'good';
  return {
    status: statuses[end] ?? 200,
    headers: HEADERS,
    text: `<!doctype html>\n<html lang="${escapeHtml(words.formatLocale)}"><head>${head.join('')}</head><body${data.join('')}><main data-tone="${tone}">${body.join('')}</main></body></html>\n`,
  };
};

/** The words that Teams itself has for a window which was closed. */
const failureOf = (end: WindowEnd): string => (end === 'cancelled' ? 'CancelledByUser' : 'FailedToSignIn');

/** Sends the browser on, and remembers it by a cookie. */
export const sendOn = (location: string, cookie: string): WindowAnswer => ({
  status: 302,
  headers: { location, 'set-cookie': cookie, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' },
  text: '',
});

/** What the page loads, by the name that it uses. Packages are read where `npm ci` puts them. */
const FILES: Readonly<Record<string, { readonly path: readonly string[]; readonly type: string }>> = {
  'window.css': { path: ['window.css'], type: 'text/css; charset=utf-8' },
  'window.js': { path: ['window.js'], type: 'text/javascript; charset=utf-8' },
  'teams.js': {
    path: ['..', '..', '..', '..', 'node_modules', '@microsoft', 'teams-js', 'dist', 'umd', 'MicrosoftTeams.min.js'],
    type: 'text/javascript; charset=utf-8',
  },
};

/** A file of the page; 404 for another name. */
export const windowFile = async (name: string): Promise<WindowAnswer> => {
  const file = Object.hasOwn(FILES, name) ? FILES[name] : undefined;
  if (!file) return { status: 404, headers: { 'content-type': 'text/plain' }, text: '' };
  return {
    status: 200,
    headers: { 'content-type': file.type, 'cache-control': 'max-age=3600', 'x-content-type-options': 'nosniff' },
    text: await readFile(join(import.meta.dirname, ...file.path), 'utf8'),
  };
};
