import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { extname, join } from 'node:path';
import { escapeHtml } from '../../../src/platform/lib/html.ts';
import { pageHeaders, pageOf } from '../../small-page.ts';
import { cloud } from '../../world.ts';
import { type Answer, Problem, type Route } from './answer.ts';

const LONGEST = 2_000;

/**
 * The vendor's portal exists nowhere: its links open this page, which says what would be done there. It does nothing.
 * @throws Problem 400 for what is no address
 */
export const portalRoute: Route = {
  method: 'GET',
  path: '/portal',
  handle: ({ query }): Answer => {
    const address = query.get('address') ?? '';
    const url = address.length <= LONGEST ? URL.parse(address) : null;
    if (url?.protocol !== 'https:') throw new Problem(400, 'BadArgument', 'The address of a portal is needed.');
    const headers = { ...pageHeaders, 'content-type': 'text/html; charset=utf-8' };
    return { kind: 'file', content: pageOf('The vendor’s portal', bodyFor(url)), headers };
  },
};

const bodyFor = (url: URL): string => {
  const facts = [...url.searchParams].map(
    ([name, value]) => `<li>${escapeHtml(labels[name] ?? name)}: <b>${escapeHtml(shown(value))}</b></li>`,
  );
  return (
    '<p><b>This page is played by the sandbox.</b> In Teams this button opens the real portal.</p>' +
    `<p>${url.pathname.startsWith('/roles/') ? ROLES : OTHER}</p>` +
    (facts.length > 0 ? `<ul>${facts.join('')}</ul>` : '') +
    `<p>Nothing was changed here. Close this tab to go back to the chat.</p><p><small>${escapeHtml(url.href)}</small></p>`
  );
};

const ROLES =
  'There you activate your eligible role for as long as you need it, often with a second factor. ' +
  'Until then the role gives you no rights.';
const OTHER = 'There the vendor shows more about this.';

const labels: Readonly<Record<string, string>> = { scope: 'Place', role: 'Role' };

/** A role by its name, a place by the name of its subscription. */
const shown = (value: string): string => {
  const role = Object.values(cloud.roles).find(({ id }) => id === value);
  const place = Object.values(cloud.subscriptions).find(({ id }) => value === `/subscriptions/${id}`);
  return role?.name ?? place?.name ?? value;
};

const PAGE = join(import.meta.dirname, '..', 'page');
/** Packages do not export these files, so they are read where `npm ci` puts them. */
const PACKAGES = join(import.meta.dirname, '..', '..', '..', 'node_modules');
const SAFE_NAME =
  /^(?:(?:card|text|view)\/[a-z-]+\.json|(?:[a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(?:html|css|svg|ts))$/i;
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
  json: 'application/json',
  ts: JAVASCRIPT,
};

/** Files of installed packages that the page loads, by the name it uses. */
const LIBRARIES: Readonly<Record<string, string>> = {
  'adaptivecards.min.js': 'adaptivecards/dist/adaptivecards.min.js',
  'preact.mjs': 'preact/dist/preact.mjs',
  'hooks.mjs': 'preact/hooks/dist/hooks.mjs',
  'htm.mjs': 'htm/dist/htm.mjs',
  'markdown-it.mjs': 'markdown-it/dist/browser/markdown-it.esm.min.mjs',
};

/** The chat page and its libraries; TypeScript is served with its types blanked out, under its own address. */
export const createStaticFiles = (): readonly Route[] => {
  const stripped = new Map<string, { readonly changed: number; readonly code: string }>();
  const page = async (name: string): Promise<Answer> => {
    const extension = SAFE_NAME.test(name) ? extname(name).slice(1).toLowerCase() : '';
    const file = join(PAGE, name);
    const changed = extension === '' ? undefined : await changeTime(file);
    if (changed === undefined) throw new Problem(404, 'NotFound', 'The page has no such file.');
    const text = await readFile(file, 'utf8');
    const type = TYPES[extension] ?? '';
    if (extension === 'html') return document(text);
    if (extension !== 'ts') return { kind: 'file', content: text, headers: { 'content-type': type } };
    const known = stripped.get(name);
    const code = known?.changed === changed ? known.code : stripTypeScriptTypes(text);
    stripped.set(name, { changed, code });
    return { kind: 'file', content: code, headers: { 'content-type': type } };
  };
  return [
    { method: 'GET', path: '/', handle: () => page('index.html') },
    { method: 'GET', path: '/page/*', handle: ({ params }) => page(params['rest'] ?? '') },
    { method: 'GET', path: '/lib/:name', handle: ({ params }) => library(params['name'] ?? '') },
  ];
};

const changeTime = async (file: string): Promise<number | undefined> => {
  try {
    return (await stat(file)).mtimeMs;
  } catch {
    return undefined;
  }
};

const library = async (name: string): Promise<Answer> => {
  const path = Object.hasOwn(LIBRARIES, name) ? LIBRARIES[name] : undefined;
  if (path === undefined) throw new Problem(404, 'NotFound', 'There is no such library.');
  return { kind: 'file', content: await readFile(join(PACKAGES, path)), headers: { 'content-type': JAVASCRIPT } };
};

const document = (html: string): Answer => ({
  kind: 'file',
  content: html,
  headers: {
    'content-type': TYPES['html'] ?? '',
    'content-security-policy': policyFor(html),
    'x-frame-options': 'DENY',
  },
});

/** Only this origin; of inline scripts only the import map, by its hash; the card renderer sets inline styles. */
const policyFor = (html: string): string => {
  const [, map] = /<script type="importmap">([^<]*)<\/script>/.exec(html) ?? [];
  const hash = map === undefined ? '' : ` 'sha256-${createHash('sha256').update(map).digest('base64')}'`;
  return [
    "default-src 'none'",
    `script-src 'self'${hash}`,
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');
};
