import { LONGEST_COMMAND } from '../../cards/command-button.ts';
import { memoByObject } from '../../lib/cache.ts';
import { cut, editDistance } from '../../lib/text.ts';
import type { Command, Registry, Slot } from './registry.ts';

export type Route =
  | { readonly kind: 'command'; readonly command: Command; readonly arguments: Readonly<Record<string, string>> }
  /** Similar commands, as a person would type them. */
  | { readonly kind: 'unknown'; readonly nearest: readonly string[] };

/** The most text that most commands take; longer text is cut, and the answer shows what was understood. */
const MAX_TEXT = 4_000;
/** The part of a text in which a misspelt command name is looked for. */
const MAX_START = 1_000;

/** Finds the command that a text starts with, and its arguments as typed. */
export const route = (registry: Registry, text: string): Route => {
  const words = text.trim().replace(/^\/\s*/, '');
  return findCommand(registry, words) ?? { kind: 'unknown', nearest: nearestTexts(registry, words) };
};

const findCommand = (registry: Registry, words: string) => {
  const [best] = registry.commands
    .flatMap((command) => patternsOf(command).map((start) => ({ command, said: start.exec(words)?.[0].length ?? 0 })))
    .filter(({ said }) => said > 0)
    .sort((a, b) => b.said - a.said);
  if (!best) return undefined;
  const { command } = best;
  const said = words.slice(best.said).trim();
  const typed = readArguments(command, command.long ? said : cut(said, MAX_TEXT));
  return typed && isLead(command, typed) ? { kind: 'command' as const, command, arguments: typed } : undefined;
};

const isLead = ({ lead, leadPattern }: Command, typed: Readonly<Record<string, string>>): boolean => {
  const text = lead === undefined ? undefined : typed[lead];
  return text === undefined || leadPattern === undefined || leadPattern.test(text);
};

/** Patterns of texts that start with one of the command's names, with any spacing. */
const patternsOf = memoByObject(({ name, aliases }: Pick<Command<unknown>, 'name' | 'aliases'>): readonly RegExp[] =>
  [name, ...aliases].map((said) => {
    const spaced = said.replace(/[^\w\s]/g, '\\$&').replaceAll(' ', '\\s+');
    // A name that ends with a colon needs no space after it.
    return new RegExp(`^${spaced}${/\w$/.test(said) ? '(?=\\s|$)' : ''}`, 'i');
  }),
);

/** The argument to which the text up to the next slot word belongs. */
type Current = Omit<Partial<Slot>, 'argument'> & { readonly argument: string | undefined };

/** @returns undefined when some words belong to no argument */
const readArguments = (command: Command, text: string): Record<string, string> | undefined => {
  const found: Record<string, string> = {};
  let rest = text;
  let current: Current = { argument: command.lead };
  let slots = command.slots;
  for (;;) {
    const next = findSlot(slots, rest);
    const value = unquoted(command, (next ? rest.slice(0, next.at) : rest).trim());
    if (value !== '' || current.needed) {
      const { argument, flag } = current;
      const taken = argument === undefined ? undefined : found[argument];
      if (argument === undefined || (taken !== undefined && !flag)) return undefined;
      found[argument] = [taken, current.keep && current.word, value].filter((part) => part).join(' ');
    }
    if (!next) return found;
    const { slot } = next;
    rest = rest.slice(next.end);
    if (slot.flag) found[slot.argument] = slot.word;
    current = slot.flag ? { argument: command.lead, flag: true } : slot;
    slots = slot.inside ? command.slots.filter((other) => other !== slot) : command.slots;
    if (slot.rest) {
      if (rest.trim() !== '') found[slot.argument] = rest.trim();
      return found;
    }
  }
};

const QUOTED = /(?<=^|\s)["“„]([^"“”„]+)["“”](?=\s|$)/g;

/** The value without its quotes, if it is quoted as a whole. A command without slots gets its text as typed. */
const unquoted = ({ slots }: Command, value: string): string => {
  if (slots.length === 0) return value;
  const [whole, inner = ''] = [...value.matchAll(QUOTED)][0] ?? [];
  return whole === value ? inner.trim() : value;
};

const findSlot = (slots: readonly Slot[], text: string) => {
  const plain = text.replace(QUOTED, (quoted) => '"'.repeat(quoted.length));
  return slots
    .flatMap((slot) => {
      const match = new RegExp(`(?:^|\\s)${slot.word}(?=\\s|$)`, 'i').exec(plain);
      return match ? [{ slot, at: match.index, end: match.index + match[0].length }] : [];
    })
    .sort((a, b) => a.at - b.at)[0];
};

const MAX_SUGGESTIONS = 3;
/** A command's name is near the start; no more than this is compared. */
const MAX_WORDS = 12;

/** Similar commands, with the words after the misspelt name if the command takes arguments. */
const nearestTexts = (registry: Registry, text: string): string[] => {
  const typed = text.split(/\s+/);
  return nearestCommands(registry, cut(text, MAX_START).toLowerCase().split(/\s+/, MAX_WORDS)).map(
    ({ command, from }) => {
      const { name, long, says } = command;
      const rest = from === undefined ? undefined : typed.slice(from).join(' ');
      if (rest === '') return name;
      const whole = `${name} ${rest}`;
      // A long text keeps its markup, which a button cannot send.
      const isTaken = rest !== undefined && !long && whole.length <= LONGEST_COMMAND && findCommand(registry, whole);
      if (isTaken) return whole;
      // Without the words after the name, the command would do something else.
      return says === 'nothing' ? `help ${name}` : name;
    },
  );
};

interface Near {
  readonly command: Command;
  /** Where the words after the name begin; undefined if the text only shares a word with the name. */
  readonly from: number | undefined;
}

/** Commands whose name the text starts with, apart from a few letters; if none, those that it contains or shares a word with. */
const nearestCommands = (registry: Registry, typed: readonly string[]): readonly Near[] => {
  const said = registry.commands.flatMap((command) =>
    [command.name, ...command.aliases].filter(isSpelled).map((name) => ({ command, words: name.split(' ') })),
  );
  // What is spelled right was refused for its lead: another command is meant.
  const isRefused = ({ command, words }: (typeof said)[number]): boolean =>
    command.leadPattern !== undefined && wrongLetters(typed, words) === 0;
  const near = (far: (words: readonly string[]) => number) =>
    said
      .filter((one) => !isRefused(one))
      .map((one) => ({ ...one, far: far(one.words) }))
      .filter((one) => one.far <= 0)
      .sort((a, b) => a.far - b.far);
  const starting = near((words) => distance(typed, words));
  // As with exact matches the longest name wins, unless it has many more wrong letters: two words outweigh three letters.
  const unlike = (words: readonly string[]): number => 2 * wrongLetters(typed, words) - 3 * words.length;
  const least = Math.min(...starting.map(({ words }) => unlike(words)));
  const distances = (words: readonly string[]): number[] => typed.map((_, at) => distance(typed.slice(at), words));
  // Inside a sentence a name of four letters is like many words: "day" is no "deny".
  const isLong = (words: readonly string[]): boolean => words.join(' ').length > 4;
  const isSaid = ([word = '']: readonly string[]): number => (typed.includes(word) ? 0 : 1);
  const found =
    starting.length > 0
      ? starting.filter(({ words }) => unlike(words) === least)
      : near((words) => (isLong(words) ? Math.min(...distances(words)) - shared(typed, words) : isSaid(words)));
  return [...new Set(found.map(({ command }) => command))].slice(0, MAX_SUGGESTIONS).map((command) => {
    const words = found.find((one) => one.command === command)?.words ?? [];
    const all = starting.length > 0 ? [distance(typed, words)] : distances(words);
    const far = Math.min(...all);
    return { command, from: far <= 0 ? all.indexOf(far) + words.length : undefined };
  });
};

/** A name of two or three letters is similar to everything. */
const isSpelled = (name: string): boolean => name.length > 3;

/** The edit distance between the first words and a name, minus the errors allowed for its length; above 0 is too far. */
const distance = (typed: readonly string[], words: readonly string[]): number =>
  wrongLetters(typed, words) - Math.ceil(words.join(' ').length / 3);

const wrongLetters = (typed: readonly string[], words: readonly string[]): number =>
  editDistance(typed.slice(0, words.length).join(' '), words.join(' '));

const shared = (typed: readonly string[], words: readonly string[]): number =>
  words.some((word) => isSpelled(word) && typed.includes(word)) ? 3 : 0;
