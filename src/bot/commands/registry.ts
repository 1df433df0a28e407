import type { z } from 'zod';
import type { Answers, FieldErrors, FormPage } from '../../cards/form.ts';
import type { TextKey, TextName } from '../../lib/text-key.ts';
import type { Services } from '../services.ts';
import type { Answer, PointedMessage, Turn } from '../turn/turn.ts';

/**
 * A word that starts an argument: "on payments" fills `place`. Words in quotes start nothing, and an argument that is quoted
 * as a whole loses its quotes.
 */
export interface Slot {
  readonly word: string;
  readonly argument: string;
  /** The word itself belongs to the argument, as in "until Friday". */
  readonly keep?: true;
  /** Takes everything that follows, other slot words included. */
  readonly rest?: true;
  /** The argument may hold the word again, as in "service App Service". */
  readonly inside?: true;
  /** The word alone is the argument, as in "syncs failed"; the text after it continues the lead. */
  readonly flag?: true;
  /** Without a text after it the argument is an empty text, which the command can refuse; otherwise it is absent. */
  readonly needed?: true;
}

/** A typed command. */
export interface Command<A = unknown> {
  /** The words, lower case; the longest name that fits wins. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly area: TextName<'help.area'>;
  /** The argument before the first slot word; absent when there is none. */
  readonly lead?: string;
  readonly slots: readonly Slot[];
  /** Takes as much text as a message of Teams can hold; of all others what comes after some thousand characters is cut. */
  readonly long?: true;
  readonly arguments: z.ZodType<A>;
  /** As a person would type it, without the mention. */
  readonly example: string;
  /** Words of a command that parses its text itself, for help; without `slots` the lead takes the whole text. */
  readonly words?: readonly string[];
  /**
   * What the button of help says: the example where that only shows something, nothing where the name alone does something
   * at once; when absent the name, which asks for the rest.
   */
  readonly says?: 'example' | 'nothing';
  handle(turn: Turn, args: A, services: Services): Promise<Answer>;
}

/** A card action. The data carry ids and named inputs, never identity, role, scope or state. */
export interface Action<D = unknown> {
  readonly verb: string;
  readonly data: z.ZodType<D>;
  /**
   * Doing it again is the same as doing it once. A press that comes again is handled again, and its answer is not kept:
   * it may show what must be gone when it is gone elsewhere.
   */
  readonly repeatable?: true;
  /** It answers file consent cards, and nothing else: no button reaches it. */
  readonly file?: true;
  /** It decides on what others wait for: what they or anybody else asks for meanwhile does not hold it up. */
  readonly decides?: true;
  /** Accepted only in a conversation that has a copy of this card. */
  readonly card?: {
    subject(data: NoInfer<D>): string;
    /** Key of the text for a press elsewhere, with a way to the card. */
    readonly elsewhere: TextKey;
  };
  handle(turn: Turn, data: D, services: Services): Promise<Answer>;
}

/** A message action. */
export interface MessageAction {
  /** The command's id in the manifest. */
  readonly name: string;
  /** The answer appears in a dialog that only this person sees. */
  open(turn: Turn, message: PointedMessage, services: Services): Promise<Answer>;
}

export interface FormContext {
  readonly answers: Answers;
  readonly turn: Turn;
  readonly services: Services;
  /** Opaque id of this filling of the form: what it brings about is unique by it. */
  readonly form: string;
}

/** What cards of one kind say in words of people or of the vendor, for whoever wants it in another language. */
export interface Translatable {
  /** Of the card's subject, as `alert` in `alert:…`. */
  readonly kind: string;
  /** One text a paragraph, as this person may read them now and here; undefined when there are none, or none any more. */
  texts(id: string, turn: Turn, services: Services): Promise<readonly string[] | undefined>;
}

/** `wrong` keeps the form open, with what is wrong beside the fields or above them. */
export type FormEnd = Answer | { readonly kind: 'wrong'; readonly errors: FieldErrors; readonly problem?: string };

/** Questions as data. A page may depend on the answers of the pages before it; state is answers by name, no step number. */
export interface Form {
  readonly name: string;
  readonly pages: readonly ((context: FormContext) => Promise<FormPage>)[];
  /** What is kept of what was typed: takes out what must never be written down, before anything of it is. */
  receive?(answers: Answers): Promise<Answers>;
  submit(context: FormContext): Promise<FormEnd>;
  /** What it says to whoever sends it once more under another activity; that it was sent already when absent. */
  again?(context: FormContext): Promise<Answer | undefined>;
}

export interface Entries {
  readonly commands: readonly Command[];
  readonly actions: readonly Action[];
  readonly messageActions: readonly MessageAction[];
  readonly forms: readonly Form[];
  readonly translatables?: readonly Translatable[];
}

export interface Registry extends Entries {
  action(verb: string): Action | undefined;
  messageAction(name: string): MessageAction | undefined;
  form(name: string): Form | undefined;
  translatable(kind: string): Translatable | undefined;
}

/** @throws Error when two entries claim one name, verb or form: a fault that start-up must not survive */
export const createRegistry = (entries: Entries): Registry => {
  const names = entries.commands.flatMap(({ name, aliases }) => [name, ...aliases]);
  const verbs = entries.actions.map(({ verb }) => verb);
  const menu = entries.messageActions.map(({ name }) => name);
  const forms = entries.forms.map(({ name }) => name);
  const kinds = (entries.translatables ?? []).map(({ kind }) => kind);
  for (const list of [names, verbs, menu, forms, kinds]) {
    const twice = list.find((entry, index) => list.indexOf(entry) !== index);
    if (twice !== undefined) throw new Error(`two features claim "${twice}"`);
  }
  const actionsByVerb = new Map(entries.actions.map((action) => [action.verb, action]));
  const menuByName = new Map(entries.messageActions.map((action) => [action.name, action]));
  const formsByName = new Map(entries.forms.map((form) => [form.name, form]));
  return {
    ...entries,
    action: (verb) => actionsByVerb.get(verb),
    messageAction: (name) => menuByName.get(name),
    form: (name) => formsByName.get(name),
    translatable: (kind) => entries.translatables?.find((one) => one.kind === kind),
  };
};
