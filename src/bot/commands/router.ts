import type { Argument, Takes } from '#bot/arguments/argument.ts';
import { type Clause, clausesOf, firstOf } from '#bot/arguments/grammar.ts';
import { memoByObject } from '#platform/lib/cache.ts';
import { QUOTED, unquoted } from '#platform/lib/quotes.ts';
import { cut, SENTENCE_ENDS, withoutTail } from '#platform/lib/text.ts';
import type { Command, Registry } from './registry.ts';

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

/** "show R-7KQ2M" is this command, "show my costs" is not. */
const isLead = ({ takes }: Command, typed: Readonly<Record<string, string>>): boolean => {
  const [name = '', first] = firstOf(takes) ?? [];
  const text = typed[name];
  return text === undefined || (first?.looksLike?.test(withoutTail(text, SENTENCE_ENDS)) ?? true);
};

/** Patterns of texts that start with one of the command's names, with any spacing. */
const patternsOf = memoByObject(({ name, aliases }: Pick<Command, 'name' | 'aliases'>): readonly RegExp[] =>
  [name, ...aliases].map((said) => {
    const spaced = said.replace(/[^\w\s]/g, '\\$&').replaceAll(' ', '\\s+');
    // A colon at the end begins an argument.
    return new RegExp(said.endsWith(':') ? `^${spaced.slice(0, -2)}(?=:)` : `^${spaced}(?=\\s|$)`, 'i');
  }),
);

/** The arguments of a command in the words behind its name. @returns undefined when words are left over that no argument takes */
export const readArguments = ({ takes }: Command, text: string): Record<string, string> | undefined => {
  for (const [name, { startsAt }] of Object.entries(takes)) {
    const at = startsAt?.exec(text)?.index;
    if (at === undefined || text.slice(at).trim() === '') continue;
    const before = readClauses(takes, text.slice(0, at).trim());
    return before && { ...before, [name]: text.slice(at) };
  }
  return readClauses(takes, text);
};

const readClauses = (takes: Takes, text: string): Record<string, string> | undefined => {
  const clauses = clausesOf(takes);
  const [lead, first] = firstOf(takes) ?? [];
  const found: Record<string, string> = {};
  let rest = withoutIntroduction(first, text);
  let current: Partial<Clause> = lead === undefined ? {} : { name: lead };
  for (;;) {
    const { name, word, argument, isOpening, isFlag } = current;
    const begun = new Set([name, ...Object.keys(found)]);
    const open = clauses.filter(
      (one) => !(one.isShared && begun.has(one.name)) && !(argument?.holdsItsWord && one.word === word),
    );
    const next = nextClause(open, rest);
    const value = typedValue(clauses, (next ? rest.slice(0, next.at) : rest).trim());
    if (value !== '' || argument?.mayBeEmpty) {
      // The text behind a flag belongs to the first argument.
      const into = isFlag ? lead : name;
      const taken = into === undefined ? undefined : found[into];
      if (into === undefined || (taken !== undefined && !isFlag)) return undefined;
      found[into] = [taken, isOpening && word, value].filter((part) => part).join(' ');
    }
    if (!next) return found;
    rest = rest.slice(next.end);
    current = next.clause;
    if (next.clause.isFlag) found[next.clause.name] = next.clause.word;
    if (next.clause.argument.isRest) {
      if (rest.trim() !== '') found[next.clause.name] = rest.trim();
      return found;
    }
  }
};

const withoutIntroduction = ({ introductions = [] }: Partial<Argument> = {}, text: string): string => {
  const word = introductions.find((one) => new RegExp(`^${one}\\s`, 'i').test(text));
  return word === undefined ? text : text.slice(word.length);
};

const IN_QUOTES = new RegExp(String.raw`(?<=^|\s)(?:${QUOTED})(?=\s|$)`, 'gu');
/** The address that stands behind a link: people choose by what the link shows. */
const ADDRESS = / \(https?:\/\/[^\s()]+\)$/i;

/** The value without quotes around all of it. A command whose arguments no word begins gets its text as typed. */
const typedValue = (clauses: readonly Clause[], value: string): string =>
  clauses.length === 0 ? value : unquoted(value.replace(ADDRESS, ''));

const nextClause = (clauses: readonly Clause[], text: string) => {
  const plain = text.replace(IN_QUOTES, (quoted) => '"'.repeat(quoted.length));
  return clauses
    .flatMap((clause) => {
      const begin = new RegExp(`(?:^|\\s)${clause.word}(?=\\s|$)`, 'gi');
      for (const { index: at, 0: word } of plain.matchAll(begin)) {
        const end = at + word.length;
        if (clause.before?.test(text.slice(end)) !== false) return [{ clause, at, end }];
      }
      return [];
    })
    .sort((a, b) => a.at - b.at)[0];
};
