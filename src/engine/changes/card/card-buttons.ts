import { z } from 'zod';
import type { TextName, Words } from '#platform/texts/texts.ts';
import type { Field } from '#teams/cards/form.ts';
import { type Change, isSignInAwaited } from '../change.ts';
import type { ChangeButton, ChangeKind, Description } from '../change-kind.ts';
import { canResubmit, type Rights } from './rights.ts';

/** The reader of a copy: deciders, one of them in their own chat, requester, the person in whose place they asked, a personal chat, the operators, the holder of what may end. */
export type CardVariant = 'approvers' | 'decider' | 'asker' | 'personal' | 'operators' | 'receiver' | EndingVariant;

/** The variant that tells a person before it ends. */
export const ENDS_SOON = 'notice';
/** The variant that asks a person whether it can end, now that the incident is over for which it was asked. */
export const AFTER_INCIDENT = 'afterIncident';

type EndingVariant = typeof ENDS_SOON | typeof AFTER_INCIDENT;

/** Whether a copy is about the end of what its reader has; it is named as its texts and its part of the description are. */
export const isAboutEnd = (variant: string): variant is EndingVariant =>
  variant === ENDS_SOON || variant === AFTER_INCIDENT;

/** The engine's own verbs; features/requests registers their handlers. */
export const verbs = {
  approve: 'change.approve',
  deny: 'change.deny',
  claim: 'change.claim',
  cancel: 'change.cancel',
  accept: 'change.accept',
  signIn: 'change.signIn',
  refuse: 'change.refuse',
  fix: 'change.fix',
  offer: 'change.offer',
  view: 'change.view',
} as const;

/** The variants with buttons; the others only inform. */
const WITH_BUTTONS: ReadonlySet<string> = new Set([
  ...['approvers', 'decider', 'asker', 'receiver', 'personal'],
  ...[ENDS_SOON, AFTER_INCIDENT],
]);

interface PlacedButton {
  readonly title: string;
  readonly verb: string;
  readonly change: string;
  readonly terms: number;
  readonly tone: ChangeButton['tone'];
  readonly inMenu?: true;
}

export interface PlacedButtons {
  /** Act at once. */
  readonly acts: readonly PlacedButton[];
  /** Show a few questions on the card first; `send` acts. */
  readonly asks: readonly (PlacedButton & { readonly fields: readonly Field[]; readonly send: Sending })[];
}

type Sending = NonNullable<ChangeButton['send']>;

/** The buttons of one copy, the destructive ones last. @param rights undefined for the shared card: its one button shows the own view */
export const buttonsOf = (
  change: Change,
  variant: CardVariant,
  described: Description,
  kind: ChangeKind,
  words: Words,
  rights: Rights | undefined,
): PlacedButtons => {
  if (!WITH_BUTTONS.has(variant)) return { acts: [], asks: [] };
  const own = rights ? ownButtons(change, kind, words, described, rights) : sharedButtons(change, described, words);
  const placed = own.map(({ title, verb, tone, fields, send, inMenu }) => ({
    ...{ title, verb, tone, change: change.id, terms: change.termsVersion, ...(inMenu ? { inMenu } : {}) },
    asks: fields.length > 0 || send !== undefined,
    send: send ?? { title, tone },
    fields: prefixed(verb, fields),
  }));
  const asks = placed.filter(({ asks }) => asks).map(({ asks: _yes, ...ask }) => ask);
  return {
    acts: placed.filter(({ asks }) => !asks).map(({ asks: _no, fields: _none, send: _same, ...act }) => act),
    asks: [...asks.filter(({ tone }) => tone !== 'destructive'), ...asks.filter(({ tone }) => tone === 'destructive')],
  };
};

/** Whether somebody is asked to do something. */
export const isAnswerable = (change: Change): boolean => change.state === 'waiting' || isSignInAwaited(change);

/** Whether a person's own view may have other buttons than the shared card. */
export const hasViews = (change: Change, described: Pick<Description, 'buttons' | 'isOver'>): boolean =>
  isAnswerable(change) || canResubmit(change, described) || described.buttons.length > 0;

const sharedButtons = (change: Change, described: Description, words: Words): ChangeButton[] =>
  hasViews(change, described)
    ? [plain(words, isAnswerable(change) ? 'respond' : 'options', verbs.view, 'default')]
    : [];

const ownButtons = (
  change: Change,
  kind: ChangeKind,
  words: Words,
  { buttons }: Description,
  rights: Rights,
): ChangeButton[] => [
  ...decisionButtons(change, kind, words, rights),
  ...(rights.signInAgain ? [plain(words, 'signIn', verbs.signIn, 'positive')] : []),
  ...(rights.accept ? [plain(words, 'accept', verbs.accept, 'positive'), refusing(words)] : []),
  ...(rights.withdraw && !rights.accept ? [withdrawal(words)] : []),
  ...(rights.resubmit ? [plain(words, 'fix', verbs.fix, 'positive')] : []),
  ...buttons.filter((button) => rights.mayPress(button)),
];

const plain = (
  words: Words,
  name: TextName<'changes.button'>,
  verb: string,
  tone: ChangeButton['tone'],
): ChangeButton => ({ title: words.plain(`changes.button.${name}`), verb, tone, fields: [] });

/** Pressed twice: it stands where the button that sent the request was. */
const withdrawal = (words: Words): ChangeButton => ({
  ...plain(words, 'cancelling', verbs.cancel, 'default'),
  send: { title: words.plain('changes.button.cancel'), tone: 'destructive' },
});

/** By the person in whose place somebody else asked. */
const refusing = (words: Words): ChangeButton => ({
  ...plain(words, 'refusing', verbs.refuse, 'destructive'),
  fields: [reasonField(words, 'refuse', false)],
  send: { title: words.plain('changes.button.refuse'), tone: 'destructive' },
});

const decisionButtons = (
  change: Change,
  kind: ChangeKind,
  words: Words,
  { approve, narrow, deny, claim }: Rights,
): ChangeButton[] => {
  const title = (name: TextName<'changes.button'>): string => words.plain(`changes.button.${name}`);
  const narrowing = kind.narrow?.fields(change.terms, words) ?? [];
  const isNarrowing = narrowing.length > 0;
  const changing: ChangeButton = {
    title: title(isNarrowing ? 'approveChanged' : 'approveNoted'),
    verb: verbs.approve,
    tone: approve ? 'default' : 'positive',
    fields: [...narrowing, reasonField(words, 'approve', false)],
    send: { title: title(isNarrowing ? 'sendChanged' : 'sendNoted'), tone: 'positive' },
  };
  const denying: ChangeButton = {
    title: title('denying'),
    verb: verbs.deny,
    tone: 'destructive',
    fields: [reasonField(words, 'deny', true)],
    send: { title: title('deny'), tone: 'destructive' },
  };
  return [
    ...(approve ? [plain(words, 'approve', verbs.approve, 'positive')] : []),
    ...(claim ? [plain(words, 'claim', verbs.claim, 'default')] : []),
    ...(narrow ? [changing] : []),
    ...(deny ? [denying] : []),
  ];
};

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
