import { z } from 'zod';
import { defineCard } from '../../cards/define-card.ts';
import { toneStyle } from '../../cards/tone.ts';
import { button, dateTime, dialogButton, type Fact, fact, markdown } from '../../cards/view.ts';
import { createLru } from '../../lib/lru.ts';
import { cut, escapeMarkdown, type Markdown } from '../../lib/text.ts';
import { buttonsFor, type CardSubject } from '../../outbox/card-button.ts';
import type { Renderer } from '../../outbox/renderer.ts';
import { portalLinks } from '../../policy/model/portals.ts';
import type { Policy } from '../../policy/policy.ts';
import type { Words } from '../../texts/texts.ts';
import { ALERT, alertSubject, alertVerbs } from '../alerts.ts';
import type { AlertsCore } from '../core.ts';
import { findCardRow, presses } from '../feed/alert-store.ts';
import { nameKinds, namesIn } from '../feed/name-kinds.ts';
import type { AlertFace, AlertSource, Signal } from '../feed/source.ts';
import type { AlertCard } from '../watch/watch.ts';

const choice = z.object({ title: z.string(), value: z.string() });

const ask = z
  .object({
    title: z.string(),
    verb: z.string(),
    card: z.string(),
    field: z.string(),
    label: z.string(),
    value: z.string(),
    choices: z.array(choice),
  })
  .transform((said) => ({ ...said, submit: { verb: said.verb, card: said.card } }));

/** What cards/alerts/alert.json binds: an incident of any source, as a channel sees it. */
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
  /** Stand behind “…” where a client has room for few. */
  extras: z.array(button),
  /** The same, for what opens a dialog. */
  windows: z.array(dialogButton),
  asks: z.array(ask),
  links: z.array(z.object({ title: z.string(), url: z.string() })),
});
export type AlertView = z.input<typeof alertView>;

export const alertCard = defineCard('alerts/alert.json', alertView);

/** Incidents whose faces are remembered: one goes to many channels. */
const MOST_FACES = 50;

/** Draws an incident's card from its row as it is now, for every channel that shows it. */
export const alertRenderer = (core: AlertsCore): Renderer => {
  const recent = createLru<ReturnType<typeof seen>>(MOST_FACES);
  const seen = (source: AlertSource, written: string, words: Words) => {
    const item = source.item.parse(JSON.parse(written));
    return { face: source.face(item, words), signal: source.signal(item), subject: source.subjectOf(item) };
  };

  const render: Renderer['render'] = async (id, _face, words) => {
    const row = await findCardRow(core.database.db, id);
    const source = row && core.source(row.source);
    if (!source) return undefined;
    const written = row.item_json;
    const { face, signal, subject } = recent(`${words.locale} ${written}`, () => seen(source, written, words));
    const offered = buttonsFor(core.cardButtons, { ...subject, subject: alertSubject(id) }, core.policy.current());
    const offers = offered.map(({ name, title, window }) => ({
      ...{ title: words.plain(title), verb: alertVerbs.offer, window },
      data: { card: id, offer: name },
    }));
    const pressed = presses(row);
    const asleep = signal.open && (pressed.snoozed?.until ?? 0) > core.clock.now();
    const view: AlertView = {
      ...showing(face),
      links: [...face.links, ...portalLinks(core.policy.current(), face.addresses)],
      facts: [...placeFact(subject, core.policy.current(), words), ...face.facts],
      people: peopleLines(pressed, signal.open, core.clock.now(), words),
      buttons: [
        ...(signal.open && !pressed.acknowledged ? [ownButton(id, 'acknowledge', words)] : []),
        ...(asleep ? [ownButton(id, 'wake', words)] : []),
        ...face.buttons.map((given) => ({ ...given, data: { ...given.data, card: id } })),
      ],
      extras: [
        ...offers.filter(({ window }) => !window),
        ...(signal.open && pressed.acknowledged ? [ownButton(id, 'leave', words)] : []),
        ownButton(id, 'why', words),
      ],
      windows: offers.filter(({ window }) => window),
      asks: signal.open ? [...(asleep ? [] : [snoozeAsk(id, words)]), ...muteAsk(id, signal, words)] : [],
    };
    return { version: row.version, card: alertCard.render(view), summary: face.summary };
  };

  return { kind: ALERT, render };
};

/** What of the card is the source's. */
export const showing = (face: AlertFace): Omit<AlertView, 'people' | 'buttons' | 'extras' | 'windows' | 'asks'> => ({
  overline: face.overline,
  title: face.title,
  state: face.state,
  ...toneStyle(face.tone),
  facts: [...face.facts],
  text: face.text,
  links: [...face.links],
});

/** More than these a line does not bear. */
const MOST_PLACES = 3;
const LONGEST_PLACE = 60;

/** What the policy calls the subscriptions that it touches. */
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
          text: `${words.markdown(open ? 'alerts.acknowledged' : 'alerts.wasAcknowledged', { who: acknowledged.name })} · ${dateTime(acknowledged.at)}` as Markdown,
        },
      ]
    : []),
  ...(open && snoozed && snoozed.until > now
    ? [{ text: `${words.markdown('alerts.snoozed', { who: snoozed.name })} ${dateTime(snoozed.until)}` as Markdown }]
    : []),
];

const SNOOZES = ['hour', 'hours', 'morning', 'days'] as const;

const snoozeAsk = (card: string, words: Words) => ({
  title: words.plain('alerts.button.snooze'),
  verb: alertVerbs.snooze,
  card,
  field: 'for',
  label: words.plain('alerts.snooze.label'),
  value: SNOOZES[0] as string,
  choices: SNOOZES.map((value) => ({ title: words.plain(`alerts.snooze.${value}`), value })),
});

/** Choices that a card can hold. */
const MOST_CHOICES = 20;

const muteAsk = (card: string, signal: Signal, words: Words) => {
  const names = namesIn(signal);
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
