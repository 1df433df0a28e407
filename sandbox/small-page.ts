import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const STYLE = readFileSync(join(import.meta.dirname, 'small-page.css'), 'utf8');

/**
 * For a page with this style and no script, no frame and no other source; its form is sent to this machine only, and its address
 * is not sent as a referrer.
 */
export const headersFor = (style: string): Readonly<Record<string, string>> => ({
  'cache-control': 'no-store',
  'content-security-policy': [
    "default-src 'none'",
    `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
    "form-action 'self' http://127.0.0.1:* http://localhost:* https://127.0.0.1:* https://localhost:*",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'same-origin',
});

/** Of a small page. */
export const pageHeaders = headersFor(STYLE);

/** A small page of the sandbox; title, body and what the head holds besides are HTML. */
export const pageOf = (title: string, body: string, head = ''): string =>
  `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
  `${head}<title>${title}</title><style>${STYLE}</style></head><body><main><h1>${title}</h1>${body}</main></body></html>`;
