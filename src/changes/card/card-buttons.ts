import { z } from 'zod';
import type { Field } from '../../cards/form.ts';
import { buttonsFor, type CardButton, type CardSubject } from '../../outbox/card-button.ts';
import type { Policy } from '../../policy/policy.ts';
import type { TextName, Words } from '../../texts/texts.ts';
import { type Change, type Decision, isOpen, subjectOf } from '../change.ts';
import type { ChangeButton, ChangeKind, Description } from '../change-kind.ts';

/** Which side of a change a copy shows: who decides, who asked, a person's own chat, the operators. */
export type CardVariant = 'approvers' | 'asker' | 'personal' | 'operators';

/** The engine's own verbs; features/requests registers their handlers. */
export const verbs = {
  approve: 'change.approve',
  deny: 'change.deny',
  cancel: 'change.cancel',
  fix: 'change.fix',
  offer: 'change.offer',
} as const;

/** The faces that offer what the kind itself offers; all others only tell. */
const OFFERING: ReadonlySet<string> = new Set(['approvers', 'asker', 'personal']);

interface PlacedButton {
  readonly title: string;
  readonly verb: string;
  readonly change: string;
  readonly terms: number;
  readonly tone: string;
}

export interface PlacedButtons {
  /** Open a few questions on the card first. */
  readonly asks: readonly (PlacedButton & { readonly fields: readonly Field[] })[];
  /** Act at once. */
  readonly acts: readonly PlacedButton[];
}

/** The buttons of one copy. They help people find their way; whoever presses is judged anew by what is stored. */
export const buttonsOf = (
  change: Change,
  face: CardVariant,
  described: Description,
  kind: ChangeKind,
  words: Words,
): PlacedButtons => {
  const buttons = [
    ...(change.state === 'waiting' && face === 'approvers' ? decisionButtons(change, kind, words) : []),
    ...(change.state === 'waiting' && face === 'asker' ? [plain(words, 'cancel', verbs.cancel)] : []),
    ...(canFix(change) && (face === 'asker' || face === 'personal') ? [plain(words, 'fix', verbs.fix)] : []),
    ...(OFFERING.has(face) ? described.buttons : []),
  ].map(({ fields, ...rest }) => ({
    ...rest,
    change: change.id,
    terms: change.termsVersion,
    fields: prefixed(rest.verb, fields),
  }));
  return {
    asks: buttons.filter(({ fields }) => fields.length > 0),
    acts: buttons.filter(({ fields }) => fields.length === 0).map(({ fields: _none, ...rest }) => rest),
  };
};

/** Faces that show what people wrote, to those whom it is for. */
const ASKING: ReadonlySet<string> = new Set(['approvers', 'asker']);

/** Teams shows so many actions of a card at once. */
export const MOST_ACTIONS = 6;

/** Buttons of other features, as far as the card's own leave room. */
export const offeredOn = (
  change: Change,
  face: CardVariant,
  subject: CardSubject,
  { buttons, policy, words, room }: { buttons: readonly CardButton[]; policy: Policy; words: Words; room: number },
) => {
  const shown = ASKING.has(face) ? buttonsFor(buttons, subject, policy).slice(0, Math.max(room, 0)) : [];
  const drawn = (window: boolean) =>
    shown
      .filter((offer) => (offer.window ?? false) === window)
      .map(({ name, title }) => ({
        title: words.plain(title),
        verb: verbs.offer,
        data: { change: change.id, offer: name },
      }));
  return { offers: drawn(false), windows: drawn(true) };
};

const plain = (words: Words, name: TextName<'changes.button'>, verb: string): ChangeButton => ({
  title: words.plain(`changes.button.${name}`),
  verb,
  tone: 'default',
  fields: [],
});

const canFix = (change: Change): boolean =>
  change.form !== undefined && !isOpen(change.state) && change.state !== 'done' && change.state !== 'unconfirmed';

const decisionButtons = (change: Change, kind: ChangeKind, words: Words): ChangeButton[] => [
  {
    title: words.plain('changes.button.approve'),
    verb: verbs.approve,
    tone: 'positive',
    fields: [...(kind.narrow?.fields(change.terms, words) ?? []), reasonField(words, 'approve', false)],
  },
  {
    title: words.plain('changes.button.deny'),
    verb: verbs.deny,
    tone: 'destructive',
    fields: [reasonField(words, 'deny', true)],
  },
];

export const REASON = 'reason';

/** The question for a reason as it stands on cards; texts under `changes.ask.<name>`. */
export const reasonField = (words: Words, name: TextName<'changes.ask', 'Example'>, required: boolean): Field => ({
  id: REASON,
  label: words.plain(`changes.ask.${name}`),
  kind: 'lines',
  required,
  schema: z.string().max(1_000),
  missing: words.plain('changes.ask.missing'),
  placeholder: words.plain(`changes.ask.${name}Example`),
});

/** Input ids are unique on a card, so each button's questions carry its verb; `answersFor` takes it off again. */
const prefixed = (verb: string, fields: readonly Field[]): Field[] =>
  fields.map((field) => ({ ...field, id: `${verb}.${field.id}` }));

/** @returns the answers to the questions of one button by their own names */
export const answersFor = (verb: string, data: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      name.startsWith(`${verb}.`) && typeof value === 'string' ? [[name.slice(verb.length + 1), value]] : [],
    ),
  );

/** What other features may offer to do with a change: people wrote why it is wanted, and why it was decided as it was. */
export const cardSubjectOf = (
  change: Change,
  { reason }: Description,
  decisions: readonly Decision[],
): CardSubject => ({
  subject: subjectOf(change.id),
  subscriptions: [],
  called: change.ref,
  texts: [reason, ...decisions.map((decision) => decision.reason)].filter((text) => text !== ''),
});
