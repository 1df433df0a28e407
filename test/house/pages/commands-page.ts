import type { Command } from '../../../src/bot/commands/registry.ts';
import { helpKey } from '../../../src/features/help/topics.ts';
import { features } from '../../../src/features/index.ts';
import { loadTexts } from '../../../src/texts/texts.ts';
import { areaNotes } from './command-areas.ts';
import { code, tableOf } from './markdown.ts';

type Listed = Command;

/** Arguments as the grammar takes them: `[ROLE] [on PLACE] [for|until DURATION]`; the words in any order. */
const argumentsOf = ({ lead, slots, words = [] }: Listed): string => {
  const named = Map.groupBy(slots, ({ argument }) => argument);
  return [
    ...(lead === undefined ? [] : [`[${placeholder(lead)}]`]),
    ...[...named].map(([argument, taking]) => `[${taking.map(({ word }) => word).join('|')} ${placeholder(argument)}]`),
    ...words.map((word) => `[${word} …]`),
  ]
    .map(code)
    .join(' ');
};

/** `displayName` → DISPLAY NAME */
const placeholder = (argument: string): string => argument.replace(/[A-Z]/g, ' $&').toUpperCase();

/** docs/commands.md, from the registry and the texts of help. @throws Error for an area of which nobody says who may use it */
export const commandsPage = (): string => {
  const texts = loadTexts().for('en');
  const commands = features.flatMap(({ commands: list = [] }) => list);
  const areas = [...new Set(commands.map(({ area }) => area))];
  const sections = areas.map((area) => {
    const notes = areaNotes[area];
    if (!notes) throw new Error(`command-areas.ts does not say who may use the commands of ${area}`);
    const rows = commands
      .filter((command) => command.area === area)
      .map((command) => [
        code(command.name),
        texts.plain(helpKey(command)),
        argumentsOf(command),
        code(command.example),
        command.aliases.map(code).join(', '),
      ]);
    const table = tableOf(['command', 'what it does', 'arguments', 'example', 'also'], rows);
    return `## ${texts.plain(`help.area.${area}`)}\n\n**Who.** ${notes.who}\n\n${table}\n${notes.more === undefined ? '' : `\n${notes.more}\n`}`;
  });
  return `# Commands

<!-- Written by \`npm run docs\`: edit the commands in src/features/*/chat, or test/house/pages. -->

In a channel, mention Steward first: \`@Steward my access\`. In the personal chat, just write. Everything in brackets may be left out; Steward asks for
what it needs in a form. You can fill in a form on its card or type the answers; send it with its button or by typing “send”.

${sections.join('\n')}`;
};
