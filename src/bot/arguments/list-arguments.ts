import { z } from 'zod';
import { AppError } from '#platform/lib/errors.ts';
import { parseSince } from '#platform/lib/parse-moment.ts';
import { normalise, oneLine } from '#platform/lib/text.ts';
import type { Takes, Values } from './argument.ts';

/** The most characters of a list's arguments: its card carries them several times. */
const LONGEST = 280;

/** A page of a list, from 0. */
export const listPage = z.coerce.number().int().min(0).max(100_000);
export const argumentText = z.string().max(LONGEST).optional();

/** The data of a list's buttons: the arguments of its command, as texts that the command reads back. */
export const listArguments = <T extends Takes>(takes: T) =>
  z.object(
    Object.fromEntries(Object.keys(takes).map((name) => [name, argumentText])) as Record<keyof T, typeof argumentText>,
  );

/**
 * What was typed of a list's arguments, each in one line.
 * @throws AppError for a word with nothing behind it, and for more than buttons can carry
 */
export const typedArguments = <T extends Takes>(
  { takes, example }: { readonly takes: T; readonly example: string },
  typed: Values<T>,
): Values<T> => {
  const said = Object.entries<string | undefined>(typed).filter((one): one is [string, string] => one[1] !== undefined);
  const [empty] = said.find(([, text]) => normalise(text) === '') ?? [];
  if (empty !== undefined) throw refused('empty', { word: takes[empty]?.words[0] ?? empty, example });
  const length = said.reduce((sum, [, text]) => sum + text.length, 0);
  if (length > LONGEST) throw refused('tooLong', { most: LONGEST });
  return Object.fromEntries(said.map(([name, text]) => [name, oneLine(text, LONGEST)])) as Values<T>;
};

/** Buttons of older cards carry milliseconds. */
const MILLISECONDS = /^\d{12,14}$/;

/**
 * Reads “since Monday”, as typed or as a button carries it.
 * @param zone the writer's IANA time zone
 * @returns milliseconds since 1970
 * @throws AppError for a text that is no moment in the past
 */
export const readSince = (since: string | undefined, now: number, zone: string): number | undefined => {
  if (since === undefined) return undefined;
  const at = MILLISECONDS.test(since) ? Number(since) : parseSince(since, now, zone);
  if (at === undefined) throw refused('since', { since: oneLine(since, 80) });
  return at;
};

const refused = (what: 'empty' | 'tooLong' | 'since', values: Readonly<Record<string, string | number>>): AppError =>
  new AppError({ code: `Arguments.${what}`, text: `bot.refused.${what}`, values });
