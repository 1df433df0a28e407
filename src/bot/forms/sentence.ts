import { firstOf } from '#bot/arguments/grammar.ts';
import type { Form, Registry } from '#bot/commands/registry.ts';
import { readArguments } from '#bot/commands/router.ts';
import type { Answers } from '#teams/cards/form.ts';

/** What a text names of a form's questions, as the arguments of the form's command. */
export interface Sentence {
  /** The words before the first named part. */
  readonly lead?: { readonly argument: string; readonly said: string } | undefined;
  readonly named: Answers;
}

/** What a text means in the person's own words. */
export interface Wish {
  /** The form of its command. */
  readonly form: string | undefined;
  /** What it says of that form's questions. */
  readonly answers: Answers;
  /** It is certain, and no word of it is left over. */
  readonly isWhole: boolean;
  /** It says not to do what the form does. */
  readonly isDenied: boolean;
}

/** @returns undefined for a text that is no sentence of the form's command */
export type ReadSentence = (form: Form, text: string) => Sentence | undefined;

/** Sentences by the command grammar, without the name of the command. */
export const createSentenceReader =
  (registry: Registry): ReadSentence =>
  ({ name }, text) => {
    const command = registry.commands.find(({ form }) => form === name);
    const found = command && readArguments(command, text.trim());
    if (!command || !found) return undefined;
    const [argument = ''] = firstOf(command.takes) ?? [];
    const { [argument]: said, ...named } = found;
    return { lead: said === undefined ? undefined : { argument, said }, named };
  };
