import { argumentsOf, helpKey } from '#features/help/topics.ts';
import { features } from '#features/index.ts';
import { loadTexts } from '#platform/texts/texts.ts';
import { accessFeatures } from './access-features.ts';
import { areaNotes } from './command-areas.ts';
import { code, tableOf } from './markdown.ts';
import { ownWords } from './own-words.ts';

const listOf = (more: readonly string[] = []): string =>
  more.length === 0 ? '' : `\n${more.map((item) => `- ${item}\n`).join('')}`;

/** docs/commands.md, from the registry and the texts of help. */
export const commandsPage = (): string => {
  const texts = loadTexts().for('en');
  const commands = features.flatMap(({ commands: list = [] }) => list);
  const areas = [...new Set(commands.map(({ area }) => area))];
  const sections = areas.map((area) => {
    const notes = areaNotes[area];
    const rows = commands
      .filter((command) => command.area === area)
      .map((command) => [
        code(command.name),
        texts.plain(helpKey(command)),
        argumentsOf(command).map(code).join(' '),
        command.example === command.name ? '' : code(command.example),
      ]);
    const table = tableOf(['command', 'what it does', 'arguments', 'example'], rows);
    return `## ${texts.plain(`help.area.${area}`)}\n\n**Who.** ${notes.who}\n\n${table}\n${listOf(notes.more)}`;
  });
  return `# Commands

<!-- Written by \`npm run docs\`: edit the commands in src/features/*/chat, or scripts/pages. -->

In a channel, mention Steward first: \`@Steward my access\`. In the personal chat, just write.
Everything in brackets may be left out; Steward asks for what it needs in a form. A word in capitals, or …, stands for what you name.
Fill in a form on its card or type the answers; send it with its button or by typing “send”.
\`help COMMAND\` shows other names of a command; people may also write [in their own words](#in-your-own-words).

${sections.join('\n')}
${ownWords}
${accessFeatures}`;
};
