import { memoByObject } from '#platform/lib/cache.ts';
import { QUOTED, unquoted } from '#platform/lib/quotes.ts';
import { cut, SENTENCE_ENDS, withoutTail } from '#platform/lib/text.ts';
import type { Command, Registry, Slot } from './registry.ts';

export type Route =
  | { readonly kind: 'command'; readonly command: Command; readonly arguments: Readonly<Record<string, string>> }
  | { readonly kind: 'unknown' };

/** The most text that most commands take; longer text is cut, and the answer shows what was understood. */
const MAX_TEXT = 4_000;

/** Finds the command that a text starts with, and its arguments as typed. */
export const route = (registry: Registry, text: string): Route => {
  const words = text.trim().replace(/^\/\s*/, '');
  return findCommand(registry, words) ?? { kind: 'unknown' };
};

const findCommand = (registry: Registry, words: string) => {
  let best: { readonly command: Command; readonly said: number } | undefined;
  for (const command of registry.commands) {
    for (const start of patternsOf(command)) {
      const said = start.exec(words)?.[0].length ?? 0;
      if (said > (best?.said ?? 0)) best = { command, said };
    }
  }
  if (!best) return undefined;
  const { command } = best;
  const said = words.slice(best.said).trim();
  const typed = readArguments(command, command.long ? said : cut(said, MAX_TEXT));
  return typed && isLead(command, typed) ? { kind: 'command' as const, command, arguments: typed } : undefined;
};

const isLead = ({ lead, leadPattern }: Command, typed: Readonly<Record<string, string>>): boolean => {
  const text = lead === undefined ? undefined : typed[lead];
  return text === undefined || leadPattern === undefined || leadPattern.test(withoutTail(text, SENTENCE_ENDS));
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

/** The arguments of a command in the words behind its name. @returns undefined when words are left over that no argument takes */
export const readArguments = (command: Command, text: string): Record<string, string> | undefined => {
  const found: Record<string, string> = {};
  let rest = text;
  let current: Current = { argument: command.lead };
  let slots = command.slots;
  for (;;) {
    const begun = new Set([current.argument, ...Object.keys(found)]);
    const open = slots.filter(({ once, argument }) => !once || !begun.has(argument));
    const next = findSlot(open, rest);
    const value = unquotedValue(command, (next ? rest.slice(0, next.at) : rest).trim());
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

const IN_QUOTES = new RegExp(String.raw`(?<=^|\s)(?:${QUOTED})(?=\s|$)`, 'gu');
/** The address that stands behind a link: people choose by what the link shows. */
const ADDRESS = / \(https?:\/\/[^\s()]+\)$/i;

/** The value without quotes around all of it. A command without slots gets its text as typed. */
const unquotedValue = ({ slots }: Command, value: string): string =>
  slots.length === 0 ? value : unquoted(value.replace(ADDRESS, ''));

const findSlot = (slots: readonly Slot[], text: string) => {
  const plain = text.replace(IN_QUOTES, (quoted) => '"'.repeat(quoted.length));
  return slots
    .flatMap((slot) => {
      const match = new RegExp(`(?:^|\\s)${slot.word}(?=\\s|$)`, 'i').exec(plain);
      if (!match) return [];
      const end = match.index + match[0].length;
      return slot.before === undefined || slot.before.test(text.slice(end)) ? [{ slot, at: match.index, end }] : [];
    })
    .sort((a, b) => a.at - b.at)[0];
};
