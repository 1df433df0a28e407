import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';
import { type Answer, Problem, type Route } from './answer.ts';

const PAGE = join(import.meta.dirname, '..', 'page');
/** Packages do not export these files, so they are read where `npm ci` puts them. */
const PACKAGES = join(import.meta.dirname, '..', '..', '..', 'node_modules');
const SAFE_NAME = /^(?:[a-z0-9][a-z0-9-]*\/)*[a-z0-9][a-z0-9-]*(?:\.[a-z0-9-]+)*\.(html|css|svg|ts)$/i;
const JAVASCRIPT = 'text/javascript; charset=utf-8';
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  css: 'text/css; charset=utf-8',
  svg: 'image/svg+xml',
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
    const [, extension = ''] = SAFE_NAME.exec(name) ?? [];
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
