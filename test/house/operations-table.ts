import { readFileSync } from 'node:fs';
import type { CredentialKind } from '../../src/vendor/operation.ts';
import { operations } from '../../src/vendor/operations/index.ts';

export const README = 'README.md';

const START = '<!-- operations: written by test/house/write-operations.ts -->';
const END = '<!-- /operations -->';

const credentials: Readonly<Record<CredentialKind, string>> = {
  app: 'app token',
  translator: 'subscription key',
  appManagement: 'API token',
};

/** What every operation of the client is, as a table. */
const table = (): string => {
  const rows = operations.map(
    ({ id, method, path, version, credential, retry, section }) =>
      `| \`${id}\` | ${method} \`${path}\` | ${version} | ${credentials[credential]} | ${retry} | ${section} |`,
  );
  return [
    '| operation | request | version | credential | repeated | where |',
    '|---|---|---|---|---|---|',
    ...rows,
  ].join('\n');
};

/** @returns the README with today's table in its place @throws Error where it has no place for one */
export const withOperations = (readme: string): string => {
  const [start, end] = [readme.indexOf(START), readme.indexOf(END)];
  if (start < 0 || end < start) throw new Error(`${README} has no place for the operations`);
  return `${readme.slice(0, start)}${START}\n${table()}\n${readme.slice(end)}`;
};

export const readReadme = (): string => readFileSync(README, 'utf8');
