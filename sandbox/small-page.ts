import { createHash } from 'node:crypto';

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; max-width: 26rem; margin: 4rem auto; padding: 0 1rem; color: #222; background: #fff }
h1 { font-size: 1.3rem }
button { display: block; width: 100%; margin: 0.5rem 0; padding: 0.7rem 1rem; text-align: left; font: inherit; color: inherit;
  background: #f3f2f8; border: 1px solid #8a84b5; border-radius: 0.4rem; cursor: pointer }
button:hover { background: #e6e3f4 }
button:focus-visible { outline: 3px solid #4f3bb8; outline-offset: 2px }
small { color: #555 }
@media (prefers-color-scheme: dark) {
  body { color: #eee; background: #1d1b26 }
  button { background: #2c2940; border-color: #6f67a8 }
  button:hover { background: #3a3656 }
  small { color: #bbb }
}`;

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
