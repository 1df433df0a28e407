import type { Words } from '../../texts/texts.ts';

/** Verb that shows an area in place of the overview. */
export const TOPIC = 'help.topic';

/** As much of a command as help tells. */
export interface CommandHelp {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly area: string;
  readonly example: string;
  readonly slots: readonly { readonly word: string }[];
  readonly words?: readonly string[];
  readonly says?: 'example' | 'nothing';
}

/** Commands of one area, in the order of the features. */
export interface Topic {
  readonly name: string;
  readonly commands: readonly CommandHelp[];
}

export const areasOf = (commands: readonly CommandHelp[]): readonly Topic[] =>
  [...new Set(commands.map(({ area }) => area))].map((name) => ({
    name,
    commands: commands.filter(({ area }) => area === name),
  }));

/** By the area's name or title, in any case. */
export const findTopic = (topics: readonly Topic[], said: string, words: Words): Topic | undefined =>
  topics.find(({ name }) => [name, words.plain(`help.area.${name}`).toLowerCase()].includes(normalise(said)));

/** By a command's name or alias, in any case. */
export const findCommand = (commands: readonly CommandHelp[], said: string): CommandHelp | undefined =>
  commands.find(({ name, aliases }) => [name, ...aliases].includes(normalise(said)));

const normalise = (said: string): string => said.trim().replace(/\s+/g, ' ').toLowerCase();

/** Key of the sentence that says what a command does: it is among the texts of the command's area. */
export const helpKey = ({ name, area }: Pick<CommandHelp, 'name' | 'area'>): string =>
  `${area}.command.${name.replaceAll(' ', '-')}`;
