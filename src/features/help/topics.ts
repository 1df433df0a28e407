import type { Takes } from '#bot/arguments/argument.ts';
import type { Services } from '#features/feature.ts';
import { asTextKey, type TextKey, type TextName, type Words } from '#platform/texts/texts.ts';

/** Verb that replaces the overview by an area. */
export const TOPIC = 'help.topic';

/** The parts of a command that help shows. */
export interface CommandHelp {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly area: TextName<'help.area'>;
  readonly example: string;
  readonly takes: Takes;
  readonly says?: 'example' | 'nothing';
  readonly needs?: Parameters<Services['isSetUp']>[0];
}

/** The arguments as the grammar takes them: `[ROLE] [on PLACE] [for|until DURATION] [failed]`; the words in any order. */
export const argumentsOf = ({ takes }: Pick<CommandHelp, 'takes'>): readonly string[] =>
  Object.entries(takes).flatMap(([name, argument]) => {
    const { isFirst, words, openingWords, flags, parts } = argument;
    const shown = argument.placeholder ?? placeholderOf(name);
    const alternatives = [...words, ...openingWords].join('|');
    return [
      ...(isFirst && !parts ? [`[${shown}]`] : []),
      ...(alternatives === '' ? [] : [`[${alternatives} ${shown}]`]),
      ...(flags.length === 0 ? [] : [`[${flags.join('|')}]`]),
      ...(parts ? argumentsOf({ takes: parts }) : []),
    ];
  });

/** `displayName` → DISPLAY NAME */
const placeholderOf = (argument: string): string => argument.replace(/[A-Z]/g, ' $&').toUpperCase();

/** Commands of one area, in the order of the features. */
export interface Topic {
  readonly name: TextName<'help.area'>;
  readonly commands: readonly CommandHelp[];
}

/** Without the commands that only some people have. @param objectId of the directory */
export const listedCommands = ({ registry, policy }: Pick<Services, 'registry' | 'policy'>, objectId: string) =>
  registry().commands.filter(({ listed }) => listed?.(policy.current(), objectId) ?? true);

/** Nor those of services that are not set up. */
export const offeredCommands = (
  services: Pick<Services, 'registry' | 'isSetUp' | 'policy'>,
  objectId: string,
): readonly CommandHelp[] =>
  listedCommands(services, objectId).filter(({ needs }) => needs === undefined || services.isSetUp(needs));

export const areasOf = (commands: readonly CommandHelp[]): readonly Topic[] =>
  [...new Set(commands.map(({ area }) => area))].map((name) => ({
    name,
    commands: commands.filter(({ area }) => area === name),
  }));

/** By the area's name or title, in any case. */
export const findTopic = (topics: readonly Topic[], text: string, words: Words): Topic | undefined =>
  topics.find(({ name }) => [name, words.plain(`help.area.${name}`).toLowerCase()].includes(normalise(text)));

/** By a command's name or alias, in any case. */
export const findCommand = (commands: readonly CommandHelp[], text: string): CommandHelp | undefined =>
  commands.find(({ name, aliases }) => [name, ...aliases].includes(normalise(text)));

const normalise = (text: string): string => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Key of the sentence about a command: it is among the texts of the command's area. */
export const helpKey = ({ name, area }: Pick<CommandHelp, 'name' | 'area'>): TextKey =>
  asTextKey(`${area}.command.${name.replaceAll(' ', '-')}`);
