import type { Words } from '../../texts/texts.ts';

/** Verb that shows an area in place of the overview. */
export const TOPIC = 'help.topic';

/** As much of a command as help tells. */
export interface Told {
  readonly name: string;
  readonly aliases: readonly string[];
  readonly area: string;
  readonly example: string;
  readonly says?: string;
}

/** Commands of one area, in the order of the features. */
export interface Topic {
  readonly name: string;
  readonly commands: readonly Told[];
}

export const areasOf = (commands: readonly Told[]): readonly Topic[] =>
  [...new Set(commands.map(({ area }) => area))].map((name) => ({
    name,
    commands: commands.filter(({ area }) => area === name),
  }));

/** By the area's name or title, or by a command's name or alias; in any case. */
export const findTopic = (topics: readonly Topic[], said: string, words: Words): Topic | undefined => {
  const wanted = said.trim().replace(/\s+/g, ' ').toLowerCase();
  return (
    topics.find(({ name }) => [name, words.plain(`help.area.${name}`).toLowerCase()].includes(wanted)) ??
    topics.find(({ commands }) => commands.some(({ name, aliases }) => [name, ...aliases].includes(wanted)))
  );
};
