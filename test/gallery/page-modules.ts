import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { posix } from 'node:path';
import { ROOT } from '../house/source.ts';

const IMPORT = /(\bfrom\s+|\bimport\s+)'(\.[^']+)'/g;

/**
 * A module of the chat page and all that it imports, as an import map: the gallery draws with the page's own renderer,
 * and opens without a server, where modules come from nowhere but the page itself.
 * @param entry a file of the repository
 */
export const importMapOf = (
  entry: string,
  packages: Readonly<Record<string, string>>,
): Readonly<Record<string, string>> => {
  const modules = new Map<string, string>();
  const take = (file: string): void => {
    if (modules.has(file)) return;
    const text = readFileSync(posix.join(ROOT, file), 'utf8');
    modules.set(file, text);
    if (file.endsWith('.json')) return;
    const folder = posix.dirname(file);
    const code = stripTypeScriptTypes(text).replace(
      IMPORT,
      (_import, word: string, path: string) => `${word}'${posix.join(folder, path)}'`,
    );
    modules.set(file, code);
    for (const [, , path = ''] of code.matchAll(/(\bfrom\s+|\bimport\s+)'(sandbox\/[^']+)'/g)) take(path);
  };
  take(entry);
  for (const [name, path] of Object.entries(packages)) modules.set(name, readFileSync(posix.join(ROOT, path), 'utf8'));
  return Object.fromEntries([...modules].map(([name, code]) => [name, asData(name, code)]));
};

const asData = (name: string, code: string): string =>
  `data:${name.endsWith('.json') ? 'application/json' : 'text/javascript'};base64,${Buffer.from(code).toString('base64')}`;
