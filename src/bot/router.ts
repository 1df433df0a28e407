import { editDistance } from '../lib/text.ts';
import type { Command, Registry, Slot } from './registry.ts';

export type Route<S> =
  | { readonly kind: 'command'; readonly command: Command<S>; readonly written: Readonly<Record<string, string>> }
  | { readonly kind: 'unknown'; readonly nearest: readonly string[] };

/** Finds the command that a text starts with, and its arguments as they were written. */
export const route = <S>(registry: Registry<S>, text: string): Route<S> => {
  const words = text.trim().replace(/^\/\s*/, '');
  const [best] = registry.commands
    .flatMap((command) => [command.name, ...command.aliases].map((name) => ({ command, said: startOf(words, name) })))
    .filter(({ said }) => said > 0)
    .sort((a, b) => b.said - a.said);
  if (best) {
    const written = readArguments(best.command, words.slice(best.said).trim());
    if (written) return { kind: 'command', command: best.command, written };
  }
  return { kind: 'unknown', nearest: nearestCommands(registry, words.replace(/\s+/g, ' ').toLowerCase()) };
};

/** How many letters of a text are this name, however its words are spaced; 0 when it starts with another. */
const startOf = (text: string, name: string): number => {
  const spaced = name.replace(/[^\w\s]/g, '\\$&').replaceAll(' ', '\\s+');
  return new RegExp(`^${spaced}(?=\\s|$)`, 'i').exec(text)?.[0].length ?? 0;
};

/** @returns undefined when words are left over that no argument takes */
const readArguments = <S>(command: Command<S>, text: string): Record<string, string> | undefined => {
  const found: Record<string, string> = {};
  let rest = text;
  let argument = command.lead;
  let prefix = '';
  for (let next = findSlot(command.slots, rest); ; next = findSlot(command.slots, rest)) {
    const value = (next ? rest.slice(0, next.at) : rest).trim();
    if (value !== '') {
      if (argument === undefined || found[argument] !== undefined) return undefined;
      found[argument] = `${prefix}${value}`;
    }
    if (!next) return found;
    ({ argument } = next.slot);
    prefix = next.slot.keep ? `${next.slot.word} ` : '';
    rest = rest.slice(next.end);
    if (next.slot.rest) {
      if (rest.trim() !== '') found[argument] = `${prefix}${rest.trim()}`;
      return found;
    }
  }
};

const findSlot = (slots: readonly Slot[], text: string) =>
  slots
    .flatMap((slot) => {
      const match = new RegExp(`(?:^|\\s)${slot.word}(?=\\s|$)`, 'i').exec(text);
      return match ? [{ slot, at: match.index, end: match.index + match[0].length }] : [];
    })
    .sort((a, b) => a.at - b.at)[0];

const MAX_SUGGESTIONS = 3;

/** Commands that differ by a few letters from what was typed, or share its first word. */
const nearestCommands = <S>(registry: Registry<S>, text: string): string[] => {
  const scored = registry.commands.map(({ name }) => {
    const typed = text.split(' ').slice(0, name.split(' ').length).join(' ');
    const sharesWord = name.split(' ').some((word) => word.length > 3 && text.split(' ').includes(word));
    return { name, distance: editDistance(typed, name) - (sharesWord ? 3 : 0), limit: Math.ceil(name.length / 3) };
  });
  return scored
    .filter(({ distance, limit }) => distance <= limit)
    .sort((a, b) => a.distance - b.distance)
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name }) => name);
};
