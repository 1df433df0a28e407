import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CredentialKind } from '../../src/api/operation.ts';
import { type OperationId, operations } from '../../src/api/operations/index.ts';
import { ways } from './operation-ways.ts';
import { filesBelow, ROOT } from './source.ts';

export const README = 'README.md';

const credentials: Readonly<Record<CredentialKind, string>> = {
  app: 'app token',
  translator: 'subscription key',
  appManagement: 'API token',
};

/** What every operation of the client is. */
const requests = (): string =>
  tableOf(
    ['operation', 'request', 'version', 'credential', 'repeated', 'where'],
    operations.map(({ id, method, path, version, credential, retry, section }) => [
      `\`${id}\``,
      `${method} \`${path}\``,
      version,
      credentials[credential],
      retry,
      section,
    ]),
  );

/** Where each stands, from the declaration to the test that plays it. */
const places = (): string =>
  tableOf(
    ['operation', 'client', 'sandbox', 'command', 'card', 'story'],
    operations.map(({ id }) => {
      const { command, card, story } = ways[id as OperationId];
      return [
        `\`${id}\``,
        ...['src/api/operations', 'src/sandbox/vendor/areas'].map((folder) => link(fileNaming(folder, id))),
        link(command[1], `\`${command[0]}\``),
        link(card),
        link(story[0], story[1].replaceAll('|', '\\|')),
      ];
    }),
  );

const tableOf = (titles: readonly string[], rows: readonly (readonly string[])[]): string =>
  [titles, titles.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const link = (file: string, text = `\`${basename(file)}\``): string => `[${text}](${file})`;

/** The file that declares or handles an operation, by the name it must have there. */
const fileNaming = (folder: string, id: string): string => {
  const found = filesBelow(folder, '.ts').find((file) =>
    new RegExp(`\\b(id: '${id}'|${id}: \\{|${id}:)`).test(readFileSync(join(ROOT, file), 'utf8')),
  );
  if (!found) throw new Error(`nothing in ${folder} names ${id}`);
  return found;
};

const tables: Readonly<Record<string, () => string>> = { operations: requests, ways: places };

/** @returns the README with today's tables in their places @throws Error where it has no place for one */
export const withOperations = (readme: string): string =>
  Object.entries(tables).reduce((text, [name, table]) => {
    const [open, close] = [`<!-- ${name}: written by test/house/write-operations.ts -->`, `<!-- /${name} -->`];
    const [start, end] = [text.indexOf(open), text.indexOf(close)];
    if (start < 0 || end < start) throw new Error(`${README} has no place for ${name}`);
    return `${text.slice(0, start)}${open}\n${table()}\n${text.slice(end)}`;
  }, readme);

export const readReadme = (): string => readFileSync(README, 'utf8');
