import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WindowAnswer } from '../fresh-sign-ins.ts';

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
