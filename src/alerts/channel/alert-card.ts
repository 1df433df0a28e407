import { z } from 'zod';
import { defineCard } from '../../cards/define-card.ts';
import { button, dateTime, dialogButton, type Fact, fact, markdown, toneStyle } from '../../cards/view.ts';
import { createLru } from '../../lib/cache.ts';
import { cut, escapeMarkdown, type Markdown } from '../../lib/text.ts';
import { buttonsFor, type CardSubject } from '../../outbox/card-button.ts';
import type { Renderer } from '../../outbox/renderer.ts';
import { portalLinks } from '../../policy/model/portals.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Words } from '../../texts/texts.ts';
import { alertVerbs } from '../alerts.ts';
import { ALERT, type AlertsContext, alertSubject } from '../context.ts';
import { cardState, findCardRow } from '../feed/alert-store.ts';
import { nameKinds, namesOf, type Signal } from '../feed/signal.ts';
import type { AlertContent, AlertSource } from '../feed/source.ts';
import type { AlertCard } from '../watch/watch.ts';

const choice = z.object({ title: z.string(), value: z.string() });

const promptView = z
  .object({
    title: z.string(),
    verb: z.string(),
    card: z.string(),
    field: z.string(),
    label: z.string(),
    value: z.string(),
    choices: z.array(choice),
  })
  .transform((view) => ({ ...view, submit: { verb: view.verb, card: view.card } }));

/** The view of cards/alerts/alert.json: an incident of any source in a channel. */
const alertView = z.object({
  overline: markdown,
  title: markdown,
  state: markdown,
  tone: z.string(),
  colour: z.string(),
  facts: z.array(fact),
  text: markdown,
  people: z.array(z.object({ text: markdown })),
  buttons: z.array(button),
  /** In the overflow menu where a client has room for few. */
  extras: z.array(button),
  /** Overflow buttons that open a dialog. */
  windows: z.array(dialogButton),
  asks: z.array(promptView),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
});
export type AlertView = z.input<typeof alertView>;

export const alertCard = defineCard('alerts/alert.json', alertView);

/** Contents in the cache: an incident goes to many channels. */
const MOST_CONTENTS = 50;

/** Renders an incident's card from its current row, for every channel that shows it. */
export const alertRenderer = (context: AlertsContext): Renderer => {
  const recent = createLru<ReturnType<typeof readContent>>(MOST_CONTENTS);
  const readContent = (source: AlertSource, json: string, words: Words) => {
    const item = source.item.parse(JSON.parse(json));
    return { content: source.content(item, words), signal: source.signal(item), subject: source.cardSubject(item) };
  };

  const render: Renderer['render'] = async (id, _face, words) => {
    const row = await findCardRow(context.database.db, id);
    const source = row && context.source(row.source);
    if (!source) return undefined;
    const json = row.item_json;
    const { content, signal, subject } = recent(`${words.locale} ${json}`, () => readContent(source, json, words));
    const cardButtons = buttonsFor(
      context.cardButtons,
      { ...subject, subject: alertSubject(id) },
      context.policy.current(),
    );
    const actions = cardButtons.map(({ name, title, window }) => ({
      ...{ title: words.plain(title), verb: alertVerbs.offer, window },
      data: { card: id, offer: name },
    }));
    const pressed = cardState(row);
    const isSnoozed = signal.open && (pressed.snoozed?.until ?? 0) > context.clock.now();
    const view: AlertView = {
      ...contentView(content),
      links: [...content.links, ...portalLinks(context.policy.current(), content.addresses)],
      facts: [...placeFact(subject, context.policy.current(), words), ...content.facts],
      people: peopleLines(pressed, signal.open, context.clock.now(), words),
      buttons: [
        ...(signal.open && !pressed.acknowledged ? [ownButton(id, 'acknowledge', words)] : []),
        ...(isSnoozed ? [ownButton(id, 'wake', words)] : []),
        ...content.buttons.map((given) => ({ ...given, data: { ...given.data, card: id } })),
      ],
      extras: [
        ...actions.filter(({ window }) => !window),
        ...(signal.open && pressed.acknowledged ? [ownButton(id, 'leave', words)] : []),
        ownButton(id, 'why', words),
      ],
      windows: actions.filter(({ window }) => window),
      asks: signal.open ? [...(isSnoozed ? [] : [snoozePrompt(id, words)]), ...mutePrompt(id, signal, words)] : [],
    };
    return { version: row.version, card: alertCard.render(view), summary: content.summary };
  };

  return { kind: ALERT, render };
};

/** The source's part of the view. */
export const contentView = (
  content: AlertContent,
): Omit<AlertView, 'people' | 'buttons' | 'extras' | 'windows' | 'asks'> => ({
  overline: content.overline,
  title: content.title,
  state: content.state,
  ...toneStyle(content.tone),
  facts: [...content.facts],
  text: content.text,
  links: [...content.links],
});

/** Places named in one line. */
const MOST_PLACES = 3;
const LONGEST_PLACE = 60;

/** The policy's names of the affected subscriptions. */
const placeFact = ({ subscriptions }: Pick<CardSubject, 'subscriptions'>, policy: Policy, words: Words): Fact[] => {
  const touched = new Set(subscriptions.map((id) => id.toLowerCase()));
  const titles = policy.places
    .filter(({ scope }) => scope.kind === 'subscription' && touched.has(scope.subscriptionId.toLowerCase()))
    .map(({ title }) => cut(title, LONGEST_PLACE));
  const [...shown] = new Set(titles);
  if (shown.length === 0) return [];
  const named = shown.slice(0, MOST_PLACES).join(', ');
  const rest = shown.length - MOST_PLACES;
  const value = rest > 0 ? `${named} ${words.plain('alerts.morePlaces', { count: rest })}` : named;
  return [{ title: words.plain('alerts.label.place'), value: escapeMarkdown(value) }];
};

const ownButton = (card: string, name: 'acknowledge' | 'leave' | 'wake' | 'why', words: Words) => ({
  title: words.plain(`alerts.button.${name}`),
  verb: alertVerbs[name],
  data: { card },
});

const peopleLines = (
  { acknowledged, snoozed }: Pick<AlertCard, 'acknowledged' | 'snoozed'>,
  open: boolean,
  now: number,
  words: Words,
) => [
  ...(acknowledged
    ? [
        {
          text: `${words.markdown('alerts.acknowledged', { who: acknowledged.name })} · ${dateTime(acknowledged.at)}` as Markdown,
        },
      ]
    : []),
  ...(open && snoozed && snoozed.until > now
    ? [{ text: `${words.markdown('alerts.snoozed', { who: snoozed.name })} ${dateTime(snoozed.until)}` as Markdown }]
    : []),
];

const SNOOZES = ['hour', 'hours', 'morning', 'days'] as const;

const snoozePrompt = (card: string, words: Words) => ({
  title: words.plain('alerts.button.snooze'),
  verb: alertVerbs.snooze,
  card,
  field: 'for',
  label: words.plain('alerts.snooze.label'),
  value: SNOOZES[0] as string,
  choices: SNOOZES.map((value) => ({ title: words.plain(`alerts.snooze.${value}`), value })),
});

/** Choices on a card. */
const MOST_CHOICES = 20;

const mutePrompt = (card: string, signal: Signal, words: Words) => {
  const names = namesOf(signal);
  const choices = nameKinds
    .flatMap((kind) =>
      names[kind].map((name) => ({ title: words.plain(`alerts.mute.${kind}`, { name }), value: `${kind}:${name}` })),
    )
    .slice(0, MOST_CHOICES);
  const [first] = choices;
  if (!first) return [];
  return [
    {
      title: words.plain('alerts.button.mute'),
      verb: alertVerbs.mute,
      card,
      field: 'what',
      label: words.plain('alerts.mute.label'),
      value: first.value,
      choices,
    },
  ];
};
