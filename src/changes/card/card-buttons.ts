import { z } from 'zod';
import type { Field } from '../../cards/form.ts';
import { buttonsFor, type CardButton, type CardSubject } from '../../outbox/card-button.ts';
import type { Policy } from '../../policy/policy.ts';
import type { TextName, Words } from '../../texts/texts.ts';
import { type Change, type Decision, isOpen, subjectOf } from '../change.ts';
import type { ChangeButton, ChangeKind, Description } from '../change-kind.ts';

/** The reader of a copy: deciders, requester, a personal chat, the operators. */
export type CardVariant = 'approvers' | 'asker' | 'personal' | 'operators';

/** The engine's own verbs; features/requests registers their handlers. */
export const verbs = {
  approve: 'change.approve',
  deny: 'change.deny',
  cancel: 'change.cancel',
  fix: 'change.fix',
  offer: 'change.offer',
} as const;

/** The variants with the kind's own buttons; the others only inform. */
const WITH_KIND_BUTTONS: ReadonlySet<string> = new Set(['approvers', 'asker', 'personal']);

interface PlacedButton {
  readonly title: string;
  readonly verb: string;
  readonly change: string;
  readonly terms: number;
  readonly tone: string;
}

export interface PlacedButtons {
  /** Show a few questions on the card first. */
  readonly asks: readonly (PlacedButton & { readonly fields: readonly Field[] })[];
  /** Act at once. */
  readonly acts: readonly PlacedButton[];
}

/** The buttons of one copy. They only guide people; every press is checked against the stored state. */
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
    ...(WITH_KIND_BUTTONS.has(face) ? described.buttons : []),
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

/** The variants with people's own texts, for those who may read them. */
const WITH_TEXTS: ReadonlySet<string> = new Set(['approvers', 'asker']);

/** The most actions that Teams shows on a card. */
export const MOST_ACTIONS = 6;

/** Buttons of other features, as far as there is room. */
export const featureButtonsOn = (
  change: Change,
  face: CardVariant,
  subject: CardSubject,
  { buttons, policy, words, room }: { buttons: readonly CardButton[]; policy: Policy; words: Words; room: number },
) => {
  const shown = WITH_TEXTS.has(face) ? buttonsFor(buttons, subject, policy).slice(0, Math.max(room, 0)) : [];
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

/** The reason field on cards, with its texts in `changes.ask.<name>`. */
export const reasonField = (words: Words, name: TextName<'changes.ask', 'Example'>, required: boolean): Field => ({
  id: REASON,
  label: words.plain(`changes.ask.${name}`),
  kind: 'lines',
  required,
  schema: z.string().max(1_000),
  missing: words.plain('changes.ask.missing'),
  placeholder: words.plain(`changes.ask.${name}Example`),
});

/** Input ids are unique on a card, so the fields of each button carry its verb; `answersFor` removes it. */
const prefixed = (verb: string, fields: readonly Field[]): Field[] =>
  fields.map((field) => ({ ...field, id: `${verb}.${field.id}` }));

/** @returns the answers to one button's questions, by field name */
export const answersFor = (verb: string, data: Readonly<Record<string, unknown>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) =>
      name.startsWith(`${verb}.`) && typeof value === 'string' ? [[name.slice(verb.length + 1), value]] : [],
    ),
  );

/** The change as other features' buttons see it: its reason and the reasons of its decisions are translatable. */
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
