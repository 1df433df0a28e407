import { z } from 'zod';
import { nameKinds, namesOf } from '../../../alerts/feed/signal.ts';
import type { AlertCard } from '../../../alerts/watch/watch.ts';
import type { Form, FormContext } from '../../../bot/commands/registry.ts';
import { type Answer, textAnswer } from '../../../bot/turn/turn.ts';
import type { Choice, Field, FormPage } from '../../../cards/form.ts';
import type { TextName, Words } from '../../../texts/texts.ts';
import { parseUntil } from '../parse-options.ts';
import { requireWatchRight } from '../watch-lifecycle.ts';
import { findCardHere, notStored, snoozeCard } from './alert-card.ts';
import { muteHere } from './mute-commands.ts';

/** Forms in dialogs: the vendor's next update edits the card and closes no dialog. They are opened with the card's id. */
export const SNOOZE_FORM = 'alerts.snooze';
export const MUTE_FORM = 'alerts.mute';

/** The lengths in each form, as `parseUntil` takes them; a mute without one lasts until somebody ends it. */
const snoozes: readonly (readonly [name: TextName<'alerts.snooze.for'>, length: string])[] = [
  ['hour', '1 hour'],
  ['hours', '4 hours'],
  ['morning', 'tomorrow 8:00'],
  ['days', '3 days'],
];
const mutes: readonly (readonly [name: TextName<'alerts.mute.for'>, length: string])[] = [
  ['open', ''],
  ['hours', '4 hours'],
  ['day', '1 day'],
  ['week', '7 days'],
];

/** @param now milliseconds since 1970 @returns undefined for no such choice */
export const snoozeEnd = (choice: string, now: number, zone: string): number | undefined =>
  parseUntil(new Map<string, string>(snoozes).get(choice) ?? '', now, zone);

/** A choice of what to mute, such as `service:<name>`. */
const muteChoice = /^([a-z]+):(.+)$/s;

/** @returns undefined for no such choice */
export const parseMuteChoice = (choice: string) => {
  const [, kind, name = ''] = muteChoice.exec(choice) ?? [];
  const what = nameKinds.find((one) => one === kind);
  return what && { what, name };
};

const choiceField = (id: string, label: string, choices: readonly Choice[], words: Words): Field => ({
  ...{ id, label, choices, kind: 'choice', required: true },
  schema: z.string().refine((value) => choices.some((choice) => choice.value === value)),
  missing: words.plain('watches.form.missing'),
  ...(choices[0] ? { preset: choices[0].value } : {}),
});

const pageOf = (name: 'snooze' | 'mute', event: string, fields: readonly Field[], words: Words): FormPage => ({
  title: words.markdown(`alerts.${name}.title`, { event }),
  intro: words.markdown(`alerts.${name}.intro`),
  facts: [],
  fields,
  submit: words.plain(`alerts.${name}.submit`),
  cancel: words.plain('watches.form.cancel'),
});

/** The form's card, where it belongs to this conversation. */
const cardOf = ({ answers, turn, services }: FormContext): Promise<AlertCard | undefined> =>
  findCardHere(turn, services, answers.card ?? '');

const onCard = async (context: FormContext, act: (card: AlertCard) => Promise<Answer>): Promise<Answer> => {
  const card = await cardOf(context);
  return card ? act(card) : notStored;
};

export const snoozeForm: Form = {
  name: SNOOZE_FORM,
  pages: [
    async (context) => {
      const { words } = context.turn;
      const lengths = snoozes.map(([value]) => ({ title: words.plain(`alerts.snooze.for.${value}`), value }));
      const field = choiceField('for', words.plain('alerts.snooze.length'), lengths, words);
      return pageOf('snooze', (await cardOf(context))?.key ?? '', [field], words);
    },
  ],
  submit: (context) =>
    onCard(context, async (card) => {
      const { answers, services, turn } = context;
      const until = snoozeEnd(answers.for ?? '', services.clock.now(), turn.zone);
      if (until === undefined) return textAnswer('watches.card.snoozeWhich');
      await snoozeCard(turn, services, card, until);
      return textAnswer('watches.card.snoozed', { event: card.key, until: new Date(until) });
    }),
};

/** Choices in the form. */
const MOST_CHOICES = 20;

/** What the incident names, as far as its source's names can be muted. */
const namesIn = ({ services, turn: { words } }: FormContext, card: AlertCard | undefined): readonly Choice[] => {
  const source = services.alerts.sources.find(({ name }) => name === card?.source);
  if (!card || !source) return [];
  const names = namesOf(source.signal(card.item));
  return nameKinds
    .flatMap((kind) =>
      names[kind].map((name) => ({ title: words.plain(`alerts.mute.${kind}`, { name }), value: `${kind}:${name}` })),
    )
    .slice(0, MOST_CHOICES);
};

export const muteForm: Form = {
  name: MUTE_FORM,
  pages: [
    async (context) => {
      const { words } = context.turn;
      const card = await cardOf(context);
      const lengths = mutes.map(([value]) => ({ title: words.plain(`alerts.mute.for.${value}`), value }));
      const fields = [
        choiceField('what', words.plain('alerts.mute.label'), namesIn(context, card), words),
        choiceField('for', words.plain('alerts.mute.length'), lengths, words),
      ];
      return pageOf('mute', card?.key ?? '', fields, words);
    },
  ],
  submit: (context) =>
    onCard(context, async (card) => {
      const { answers, services, turn } = context;
      requireWatchRight(services.policy.current(), turn.who.objectId);
      const target = parseMuteChoice(answers.what ?? '');
      if (!target) return textAnswer('watches.card.muteWhich');
      const length = new Map<string, string>(mutes).get(answers.for ?? '') ?? '';
      return muteHere(turn, services, [card.source], target, parseUntil(length, services.clock.now(), turn.zone));
    }),
};
