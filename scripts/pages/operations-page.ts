import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { operations } from '#cloud/operations/index.ts';
import { PASSING_MS } from '#engine/outbox/setback.ts';
import { SECOND } from '#platform/lib/clock.ts';
import { type RefusalMeaning, refusals } from '#teams/connector/errors.ts';
import { wayTo } from '../../test/house/operation-usage.ts';
import { filesBelow, ROOT } from '../../test/house/source.ts';
import { code, tableOf } from './markdown.ts';

const requests = (): string =>
  tableOf(
    ['operation', 'request', 'version', 'retry', 'source'],
    operations.map(({ id, method, path, version, retry, section }) => [
      code(id),
      `${method} ${code(path)}`,
      version,
      retry,
      `[${section}](sources.md#${section.toLowerCase().replaceAll(' ', '-')})`,
    ]),
  );

/** Where each is, from the declaration to the test that plays it. */
const places = (): string =>
  tableOf(
    ['operation', 'client', 'sandbox', 'command', 'card', 'story'],
    operations.map(({ id }) => {
      const { command, declared, card, test } = wayTo(id);
      return [
        code(id),
        ...['src/cloud/operations', 'sandbox/cloud/operations'].map((folder) => link(fileNaming(folder, id))),
        link(declared, code(command)),
        link(card),
        link(test),
      ];
    }),
  );

/** From docs/ to a file of the project. */
const link = (file: string, text = code(basename(file))): string => `[${text}](../${file})`;

/** The file that declares or handles an operation, by the name it must have there. */
const fileNaming = (folder: string, id: string): string => {
  const found = filesBelow(folder, '.ts').find((file) =>
    new RegExp(`\\b(id: '${id}'|${id}: \\{|${id}:)`).test(readFileSync(join(ROOT, file), 'utf8')),
  );
  if (!found) throw new Error(`nothing in ${folder} names ${id}`);
  return found;
};

/** What Steward makes of Teams' refusals, from the table in src/teams/connector. */
const ofTeams = (): string =>
  tableOf(
    ['in the body', 'what it is', 'what follows'],
    refusals.map(({ words, kind, meaning }) => [code(words), kind ?? 'as its status says', follows[meaning]]),
  );

const pauses = `${PASSING_MS.map((ms) => ms / SECOND).join(', ')} seconds`;

const follows: Readonly<Record<RefusalMeaning, string>> = {
  later: 'later: tried again',
  gone: 'gone: tried again, then counts as deleted',
  once: 'final, after one more try',
  final: 'final',
};

/** docs/operations.md, from the declarations in src/cloud/operations and the ways to them. */
export const operationsPage = (): string => `# The vendor's operations

<!-- Written by \`npm run docs\`: edit the declarations, or scripts/pages. -->

Each operation is one declaration in \`src/cloud/operations\`. No feature writes an address, a header or a status code.
The translator takes a subscription key, app management an API token, everything else an app token.

The column *retry* says [what may be sent again](sources.md#what-may-be-sent-again): \`read\` and \`same-bytes\` also after a lost answer, \`charged\` once after a lost answer, \`unsent-only\` only if the request certainly never left.
\`{scope}\` and \`{resourceUri}\` are complete ids. \`Vendor\` in a path is the namespace in \`VENDOR_NAMESPACE\`.

${requests()}

## From declaration to story

For each operation: its declaration, its sandbox handler, the command or button that uses it, the card that shows the result, and the test that plays it over HTTP.
The test run fails if such a story is missing, renamed or skipped.

${places()}

## What Teams refuses

A refusal of a post or an edit with status 400, 403 or 404 is judged by what its body says; the first line that fits counts. Other words of these statuses, or none, mean the same.
What Teams has been seen to refuse and take a moment later is tried again after ${pauses}; only a refusal after that counts.

- A card that cannot be edited is replaced by a new one, and the old one is tried again for three days.
- Where nothing may be posted, the card waits (tries up to an hour apart), the operators’ conversation is told once, and people who wait for an answer are told in their own chat.
- An answer that is too large becomes a short one. A post that Teams accepts without an id stands; its next state is a new message.

${ofTeams()}
`;
