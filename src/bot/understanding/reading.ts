import type { Extraction, Value } from './extraction.ts';
import type { ArgumentRecognition, Intent } from './intent.ts';
import type { Permission } from './permission.ts';

/** One way to understand a text: a command as a person would have typed it. */
export interface Reading {
  readonly intent: Intent;
  /** The whole command; the router parses it. */
  readonly text: string;
  /** What each argument means, by its name. */
  readonly args: Readonly<Record<string, string | readonly string[]>>;
  /** What people call that, of arguments that are names. */
  readonly titles: Readonly<Record<string, string>>;
  /** The words that no argument took. */
  readonly left: readonly string[];
  /** Whether the text orders it. */
  readonly permission: Permission;
}

/** Writes what was found as the command's own grammar has it. */
export const toReading = (
  extraction: Pick<Extraction, 'intent' | 'values'>,
  left: readonly string[],
  permission: Permission,
): Reading => {
  const { intent, values } = extraction;
  const found = intent.takes.flatMap((recognition) => {
    const value = values.get(recognition);
    return value ? [[recognition, value] as const] : [];
  });
  return {
    intent,
    text: [intent.command, ...found.map(([recognition, value]) => typedPart(recognition, value))].join(''),
    args: argsOf(found),
    titles: Object.fromEntries(
      found.flatMap(([{ argument }, { title }]) => (title === undefined ? [] : [[argument, title]])),
    ),
    left,
    permission,
  };
};

const typedPart = ({ word }: ArgumentRecognition, { typed }: Value): string => {
  if (word === undefined) return ` ${typed}`;
  return /^[:\n]/.test(word) ? `${word}${word === ':' ? ' ' : ''}${typed}` : ` ${word} ${typed}`;
};

const argsOf = (found: readonly (readonly [ArgumentRecognition, Value])[]): Reading['args'] =>
  Object.fromEntries(
    found.flatMap(([{ argument, by }, { means }]): (readonly [string, string | readonly string[]])[] => {
      if (by !== 'term' || typeof means === 'string') return [[argument, means]];
      const [term = '', translation = ''] = means;
      return [
        ['term', term],
        ['translation', translation],
      ];
    }),
  );
