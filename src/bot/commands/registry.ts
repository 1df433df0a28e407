import type { z } from 'zod';
import type { Takes, Values } from '#bot/arguments/argument.ts';
import type { Services } from '#bot/services.ts';
import type { Answer, PointedMessage, Turn } from '#bot/turn/turn.ts';
import type { VendorSettings } from '#platform/config/vendor-settings.ts';
import type { TextKey, TextName } from '#platform/lib/errors.ts';
import type { Policy } from '#policy/policy.ts';
import type { ViewContext } from '#teams/cards/buttons.ts';
import type { Answers, FormFrame, FormPage } from '#teams/cards/form.ts';

/** A typed command. */
export interface Command<T extends Takes = Takes> {
  /** In lower case; the longest name that matches wins. */
  readonly name: string;
  readonly aliases: readonly string[];
  readonly area: TextName<'help.area'>;
  /** `shows` may run at once; `asks` opens a form; `acts` does something at once, so in own words it waits for a press. */
  readonly effect: 'shows' | 'asks' | 'acts';
  /** It ends what somebody has: it is understood only of what is named, and never where something else is. */
  readonly takesAway?: true;
  /** It opens a form for what many feel: only a plain order opens it. */
  readonly grave?: true;
  readonly takes: T;
  /** Takes as much text as a Teams message can hold; for all others the text is cut after some thousand characters. */
  readonly long?: true;
  /** The form whose questions its arguments answer: while it is open, a typed sentence follows this command's grammar. */
  readonly form?: string;
  /** Where Teams suggests it, in the list of commands: at most twelve in each place. */
  readonly menu?: readonly ('team' | 'personal' | 'groupChat')[];
  /** An example as a person would type it, without the mention. */
  readonly example: string;
  /**
   * The command that its button in help sends: the example if that only shows something; none if the name alone would change
   * something; by default the name, which opens a form for the rest.
   */
  readonly says?: 'example' | 'nothing';
  /** Help lists it only where this service of the vendor is set up. */
  readonly needs?: Exclude<keyof VendorSettings, 'namespace'>;
  /** Help lists it only for these people, by directory object id. */
  listed?(policy: Policy, objectId: string): boolean;
  /** Whether this viewer may send it: a button that sends it is only for those who may. Absent: everybody may. */
  may?(viewer: ViewContext, said: Values<T>, services: Services): boolean;
  run(turn: Turn, said: Values<T>, services: Services): Promise<Answer>;
}

/** A card action. Its data are ids and named inputs, never identity, role, scope or state. */
export interface Action<D = unknown> {
  readonly verb: string;
  readonly data: z.ZodType<D>;
  /**
   * Running it twice has the same effect as once. A repeated press is handled again, and its answer is not stored:
   * it may show something that is deleted elsewhere later.
   */
  readonly repeatable?: true;
  /** Clients also send it by themselves, for a person's view of a card: it only reads, and its refusals are not recorded. */
  readonly automatic?: true;
  /** Only file consent cards call it, no button. */
  readonly file?: true;
  /** It is a decision that others wait for: rate limits of the conversation do not delay it. */
  readonly decides?: true;
  /** Accepted only in a conversation that has a copy of this card. */
  readonly card?: {
    subject(data: NoInfer<D>): string;
    /** Key of the text for a press in another conversation; it says where the card is. */
    readonly elsewhere: TextKey;
  };
  /**
   * Whether a press by this person is accepted, as far as it can be known without a read: only their view of a card has the
   * button. Absent: everybody may press it. The press itself checks the same right.
   */
  may?(viewer: ViewContext, data: NoInfer<D>, services: Services): boolean;
  handle(turn: Turn, data: D, services: Services): Promise<Answer>;
}

/** A message action. */
export interface MessageAction {
  /** The command id in the manifest. */
  readonly name: string;
  /** Answered in a dialog that only this person sees. */
  open(turn: Turn, message: PointedMessage, services: Services): Promise<Answer>;
}

export interface FormContext {
  readonly answers: Answers;
  readonly turn: Turn;
  readonly services: Services;
  /** Opaque id of this submission: its effects are unique by it. */
  readonly form: string;
}

/** The texts by people or the vendor on cards of one kind, for translation. */
export interface Translatable {
  /** Of the card's subject, as `alert` in `alert:…`. */
  readonly kind: string;
  /** One text for each paragraph that this person may read here now; undefined when there are none. */
  texts(id: string, turn: Turn, services: Services): Promise<readonly string[] | undefined>;
}

/** `wrong` keeps the form open, with errors at the fields or above them, and buttons that lead on from there. */
export type FormEnd = Answer | ({ readonly kind: 'wrong' } & Pick<FormFrame, 'errors' | 'problem' | 'leads'>);

/** Questions as data. A page may depend on the answers of earlier pages; the state is answers by name, not a step number. */
export interface Form {
  readonly name: string;
  /**
   * A command that leaves no question open is carried out at once, as it shows something or is taken back as easily. All other
   * forms are sent only from a page that shows all that will be sent.
   */
  readonly atOnce?: true;
  readonly pages: readonly ((context: FormContext) => Promise<FormPage>)[];
  /** Removes values that must never be stored, before anything is stored. */
  receive?(answers: Answers): Promise<Answers>;
  submit(context: FormContext): Promise<FormEnd>;
  /** The answer when the form is submitted once more by another activity; by default that it was already sent. */
  again?(context: FormContext): Promise<Answer | undefined>;
}

/** Sentences that a person may say here, shown when their own was not understood: what they can use, the most useful first. */
export type Suggest = (turn: Turn, services: Services) => readonly string[];

export interface Entries {
  readonly commands: readonly Command[];
  readonly suggests?: readonly Suggest[];
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
  /** What this person can do here: one command of each feature, then the others. */
  suggestions(turn: Turn, services: Services): readonly string[];
}

/** @throws Error when two entries have the same name, verb or form: Steward must not start then */
export const createRegistry = (entries: Entries): Registry => {
  const names = entries.commands.flatMap(({ name, aliases }) => [name, ...aliases]);
  const verbs = entries.actions.map(({ verb }) => verb);
  const menu = entries.messageActions.map(({ name }) => name);
  const forms = entries.forms.map(({ name }) => name);
  const kinds = (entries.translatables ?? []).map(({ kind }) => kind);
  for (const list of [names, verbs, menu, forms, kinds]) {
    const twice = list.find((entry, index) => list.indexOf(entry) !== index);
    if (twice !== undefined) throw new Error(`two features use the name "${twice}"`);
  }
  const actionsByVerb = new Map(entries.actions.map((action) => [action.verb, action]));
  const menuByName = new Map(entries.messageActions.map((action) => [action.name, action]));
  const formsByName = new Map(entries.forms.map((form) => [form.name, form]));
  return {
    ...entries,
    action: (verb) => actionsByVerb.get(verb),
    messageAction: (name) => menuByName.get(name),
    form: (name) => formsByName.get(name),
    suggestions(turn, services) {
      const all = entries.suggests?.map((suggest) => suggest(turn, services)) ?? [];
      return [...all.flatMap(([first]) => first ?? []), ...all.flatMap(([, ...others]) => others)];
    },
    translatable: (kind) => entries.translatables?.find((one) => one.kind === kind),
  };
};
