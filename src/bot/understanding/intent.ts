import type { Argument } from '#bot/arguments/argument.ts';
import { worded } from '#bot/arguments/argument.ts';
import type { Recognition } from '#bot/arguments/recognition.ts';
import type { Command } from '#bot/commands/registry.ts';

/** A way to find an argument, with the argument's name. */
export interface ArgumentRecognition extends Recognition {
  readonly argument: string;
}

/** What people can mean: a command, and what they can say of it. */
export interface Intent extends Pick<Command, 'effect' | 'takesAway' | 'grave'> {
  /** The name of its command. */
  readonly command: string;
  readonly takes: readonly ArgumentRecognition[];
}

const recognitionsOf = ([name, argument]: readonly [string, Argument]): readonly ArgumentRecognition[] =>
  argument.parts
    ? Object.entries(argument.parts).flatMap(recognitionsOf)
    : worded(argument).map((recognition) => ({ argument: name, ...recognition }));

/** What a command can be understood from. */
export const intentOf = ({ name, takes, effect, takesAway, grave }: Command): Intent => ({
  command: name,
  takes: Object.entries(takes).flatMap(recognitionsOf),
  effect,
  ...(takesAway ? { takesAway } : {}),
  ...(grave ? { grave } : {}),
});
