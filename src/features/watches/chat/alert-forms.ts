import { z } from 'zod';
import type { Form, FormContext } from '#bot/commands/registry.ts';
import { type Answer, textAnswer } from '#bot/turn/turn.ts';
import { nameKinds, namesOf } from '#engine/alerts/feed/signal.ts';
import type { AlertCard } from '#engine/alerts/watch/watch.ts';
import { formPage } from '#features/form-fields.ts';
import type { Words } from '#platform/texts/texts.ts';
import type { Choice, Field, FormPage } from '#teams/cards/form.ts';
import { MUTE_FORM, muteEnd, mutes, readMuteTarget, SNOOZE_FORM, snoozeEnd, snoozes } from '../alert-choices.ts';
import { requireWatchRight } from '../watch-lifecycle.ts';
import { findCardHere, notStored, snoozeCard } from './alert-actions.ts';
import { muteHere } from './mute-commands.ts';

const choiceField = (id: string, label: string, choices: readonly Choice[], words: Words): Field => ({
  ...{ id, label, choices, kind: 'choice', required: true },
  schema: z.string().refine((value) => choices.some((choice) => choice.value === value)),
  missing: words.plain('watches.form.missing'),
  ...(choices[0] ? { preset: choices[0].value } : {}),
});

const pageOf = (name: 'snooze' | 'mute', event: string, fields: readonly Field[], words: Words): FormPage =>
  formPage(words, {
    title: words.markdown(`alerts.${name}.title`, { event }),
    intro: words.markdown(`alerts.${name}.intro`),
    fields,
    submit: words.plain(`alerts.${name}.submit`),
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
      return textAnswer('watches.incident.snoozed', { event: card.key, until: new Date(until) });
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
      const target = readMuteTarget(answers.what ?? '');
      if (!target) return textAnswer('watches.card.muteWhich');
      const until = muteEnd(answers.for ?? '', services.clock.now(), turn.zone);
      return muteHere(turn, services, [card.source], target, until);
    }),
};
