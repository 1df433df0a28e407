import { z } from 'zod';
import { buttonsFor, type CardSubject, opensDialog, pressOf } from '#engine/outbox/card-button.ts';
import type { Renderer } from '#engine/outbox/renderer.ts';
import { createLru } from '#platform/lib/cache.ts';
import { cut, escapeMarkdown, type Markdown, NO_TEXT } from '#platform/lib/text.ts';
import { listed, type TextName, type Words } from '#platform/texts/texts.ts';
import { portalLinks } from '#policy/model/sections.ts';
import { affectedPlaces, type Policy } from '#policy/policy.ts';
import { buttonMode, type PlacedButton, placedButton, visibleFirst } from '#teams/cards/buttons.ts';
import { defineCard } from '#teams/cards/define-card.ts';
import { button, dateTime, dialogButton, type Fact, fact, markdown, toneStyle } from '#teams/cards/view.ts';
import { alertVerbs } from '../alerts.ts';
import { ALERT, type AlertsContext, alertSubject } from '../context.ts';
import { isUrgent, namesOf, type Signal, toneOf } from '../feed/signal.ts';
import type { AlertContent, AlertSource } from '../feed/source.ts';
import { listMutes } from '../watch/mutes.ts';
import type { AlertCard } from '../watch/watch.ts';
import { cardState, findCardRow } from './card-store.ts';
import { partlyMuted } from './routing.ts';

/** The view of cards/alerts/alert.json: an incident of any source in a channel. */
const alertView = z.object({
  overline: markdown,
  title: markdown,
  state: markdown,
  tone: z.string(),
  colour: z.string(),
  /** The person who acknowledged it, below the state; empty before. */
  who: markdown,
  facts: z.array(fact),
  text: markdown,
  people: z.array(z.object({ text: markdown })),
  buttons: z.array(placedButton),
  links: z.array(z.object({ title: z.string(), url: z.string(), mode: buttonMode })),
  /** Overflow buttons that open a dialog: an edit of the card does not close it. */
  windows: z.array(dialogButton),
  /** The other overflow buttons. */
  extras: z.array(button),
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
    const policy = context.policy.current();
    const offered = { ...subject, subject: alertSubject(id) };
    const actions = buttonsFor(context.cardButtons, offered, policy).map((button) => ({
      title: words.plain(button.title),
      window: opensDialog(button),
      ...pressOf(button, offered, policy, { verb: alertVerbs.offer, data: { card: id } }),
    }));
    const pressed = cardState(row);
    const isSnoozed = signal.open && (pressed.snoozed?.until ?? 0) > context.clock.now();
    const names = Object.values(namesOf(signal));
    // Of a single name nothing is left over when it is muted.
    const isDivisible = signal.open && names.some(({ length }) => length > 1);
    const mutes = isDivisible ? await listMutes(context.database.db, row.conversation_id) : [];
    const people = peopleView(pressed, signal.open, isSnoozed, words);
    const canMute = names.some(({ length }) => length > 0);
    const view: AlertView = {
      ...contentView(content, signal),
      ...people,
      people: [...people.people, ...mutedLine(partlyMuted(signal, mutes, context.clock.now()), words)],
      links: linksView([...content.links, ...portalLinks(policy, content.addresses)]),
      facts: [...placeFact(subject, policy, words), ...content.facts],
      buttons: [
        ...(signal.open && !pressed.acknowledged
          ? [shown(ownButton(id, 'acknowledge', words), isUrgent(signal) ? 'positive' : 'default')]
          : []),
        ...content.buttons.map((given) => shown({ ...given, data: { ...given.data, card: id } })),
      ],
      windows: [
        ...(signal.open && !isSnoozed ? [ownButton(id, 'snooze', words)] : []),
        ...(signal.open && canMute ? [ownButton(id, 'mute', words)] : []),
        ...actions.filter(({ window }) => window),
      ],
      extras: [
        ...(isSnoozed ? [ownButton(id, 'wake', words)] : []),
        ...actions.filter(({ window }) => !window),
        ...(signal.open && pressed.acknowledged ? [ownButton(id, 'leave', words)] : []),
        ownButton(id, 'why', words),
      ],
    };
    return { version: row.version, card: alertCard.render(view), summary: content.summary };
  };

  return { kind: ALERT, render };
};

/** The source's part of the view. */
const contentView = (
  content: AlertContent,
  signal: Signal,
): Omit<AlertView, 'who' | 'people' | 'buttons' | 'windows' | 'extras'> => ({
  overline: content.overline,
  title: content.title,
  state: content.state,
  ...toneStyle(toneOf(signal)),
  facts: [...content.facts],
  text: content.text,
  links: linksView(content.links),
});

/** A card has room for one link beside its buttons. */
const linksView = (links: AlertContent['links']): AlertView['links'] => visibleFirst(links, 1);

/** Places named in one line. */
const MOST_PLACES = 3;
const LONGEST_PLACE = 60;

/** The policy's names of the affected subscriptions. */
const placeFact = ({ subscriptions }: Pick<CardSubject, 'subscriptions'>, policy: Policy, words: Words): Fact[] => {
  const titles = affectedPlaces(policy, subscriptions)
    .filter(({ scope }) => scope.kind === 'subscription')
    .map(({ title }) => cut(title, LONGEST_PLACE));
  const [...shown] = new Set(titles);
  if (shown.length === 0) return [];
  const named = shown.slice(0, MOST_PLACES).join(', ');
  const rest = shown.length - MOST_PLACES;
  const value = rest > 0 ? `${named} ${words.plain('alerts.morePlaces', { count: rest })}` : named;
  return [{ title: words.plain('alerts.label.place'), value: escapeMarkdown(value) }];
};

const shown = (
  given: Pick<PlacedButton, 'title' | 'verb' | 'data'>,
  style: PlacedButton['style'] = 'default',
): PlacedButton => ({ ...given, style, mode: 'primary' });

const ownButton = (card: string, name: TextName<'alerts.button'>, words: Words) => ({
  title: words.plain(`alerts.button.${name}`),
  verb: alertVerbs[name],
  data: { card },
});

/** Why it came although something of it is muted here. */
const mutedLine = (part: ReturnType<typeof partlyMuted>, words: Words): AlertView['people'] => {
  if (!part) return [];
  const shown = (names: readonly string[]): string => cut(listed(names, words), LONGEST_NAMES);
  const values = { muted: shown(part.muted), count: part.muted.length };
  const others = { others: shown(part.others), rest: part.others.length };
  return [{ text: words.markdown('alerts.partlyMuted', { ...values, ...others }) }];
};

const LONGEST_NAMES = 120;

/** Who is on it, in the header while it is open; below, who was, and who snoozed its thread. */
const peopleView = (
  { acknowledged, snoozed }: Pick<AlertCard, 'acknowledged' | 'snoozed'>,
  open: boolean,
  isSnoozed: boolean,
  words: Words,
): Pick<AlertView, 'who' | 'people'> => {
  const line = (name: 'onIt' | 'acknowledged') =>
    acknowledged
      ? [`${words.markdown(`alerts.${name}`, { who: acknowledged.name })} · ${dateTime(acknowledged.at)}` as Markdown]
      : [];
  const snooze =
    isSnoozed && snoozed
      ? [`${words.markdown('alerts.snoozed', { who: snoozed.name })} ${dateTime(snoozed.until)}` as Markdown]
      : [];
  const [who = NO_TEXT] = open ? line('onIt') : [];
  return { who, people: [...(open ? [] : line('acknowledged')), ...snooze].map((text) => ({ text })) };
};

/** Subject kind of the outbox: a made-up incident; its id is `<source> <anything>`. */
const TEST = 'alertTest';

export const postTestAlert = async (
  context: AlertsContext,
  conversation: string,
  source: string,
  language: string,
): Promise<void> => {
  await context.outbox.deliver(context.database.db, {
    subject: `${TEST}:${source} ${context.ids.opaque()}`,
    variant: 'card',
    to: { conversation },
    language,
    version: 1,
  });
};

export const testAlertRenderer = (context: AlertsContext): Renderer => ({
  kind: TEST,
  once: true,
  async render(id, _face, words) {
    const source = context.source(id.split(' ')[0] ?? '');
    if (!source) return undefined;
    const item = source.sample(context.clock.now());
    const content = source.content(item, words);
    const view = {
      ...contentView(content, source.signal(item)),
      overline: words.markdown('alerts.test.overline'),
      who: NO_TEXT,
      people: [],
      buttons: [],
      windows: [],
      extras: [],
    };
    return { version: 1, card: alertCard.render(view), summary: content.summary };
  },
});
