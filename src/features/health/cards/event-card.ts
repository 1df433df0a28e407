import { z } from 'zod';
import type { HealthEvent } from '#cloud/operations/health-events-schemas.ts';
import { toneOf } from '#engine/alerts/feed/signal.ts';
import { cut, escapeMarkdown, type Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { buttonMode, MOST_VISIBLE, placedButtons, visibleFirst } from '#teams/cards/buttons.ts';
import { type CardJson, defineCard, fitCard, some } from '#teams/cards/define-card.ts';
import type { ListButton } from '#teams/cards/list.ts';
import { fact, markdown, toneStyle } from '#teams/cards/view.ts';
import { sectionsOf } from '../event-sections.ts';
import { factsOf, overlineOf, stateOf, titleOf } from '../format.ts';
import { type HealthItem, linksOf } from '../item.ts';
import { type Link, linksIn, unique } from '../vendor-text.ts';

const eventView = z.object({
  state: markdown,
  tone: z.string(),
  colour: z.string(),
  overline: markdown,
  title: markdown,
  note: markdown,
  facts: z.array(fact),
  sections: z.array(
    z.object({
      title: markdown,
      entries: z.array(z.object({ head: markdown, text: markdown })),
      more: markdown,
    }),
  ),
  foot: markdown,
  buttons: placedButtons,
  links: z.array(z.object({ title: z.string(), url: z.string(), mode: buttonMode })),
});

export const eventCard = defineCard('health/event.json', eventView);

/** What the card shows beside the event. */
interface EventFrame {
  /** A note above the event; empty for none. */
  readonly note: Markdown;
  readonly buttons: readonly ListButton[];
  /** The addresses that a button may open. */
  openable(links: readonly Link[]): readonly Link[];
  /** The policy's name for a subscription. */
  titleOfSubscription(subscriptionId: string): string | undefined;
}

/** Buttons on the card and in its menu; the event's addresses get those that the others leave. */
const MOST_BUTTONS = 5;
const LONGEST_TITLE = 200;
const MOST_ADDRESSES = 5;
const LONGEST_ADDRESS = 120;

/**
 * Everything about one event, cut to the size of a card. The caller checks the right to a sensitive event's texts.
 * @param item the same event as it is stored
 */
export const renderEvent = (event: HealthEvent, item: HealthItem, frame: EventFrame, words: Words): CardJson => {
  const view = viewEvent(event, item, frame, words);
  return fitCard((share) => eventCard.render(view(share)));
};

/** The card's view. @returns takes the part of the maximum text length, from 0 to 1 */
export const viewEvent = (
  event: HealthEvent,
  item: HealthItem,
  frame: EventFrame,
  words: Words,
): ((share: number) => z.input<typeof eventView>) => {
  const addresses = addressesOf(event);
  const links = frame.openable(addresses);
  const opened = new Set(links.map(({ url }) => url));
  const others = addresses.filter(({ url }) => !opened.has(url)).map(({ url }) => cut(url, LONGEST_ADDRESS));
  const sections = sectionsOf(event, words);
  const portal = item.portal === undefined ? [] : [{ title: words.plain('health.button.portal'), url: item.portal }];
  const most = MOST_BUTTONS - frame.buttons.length - portal.length;
  return (share) => {
    const shown = links.slice(0, some(most, share));
    const rest = links.length - shown.length;
    return {
      state: stateOf(item, words),
      ...toneStyle(toneOf(item)),
      overline: overlineOf(item, words),
      title: escapeMarkdown(titleOf(item, words, some(LONGEST_TITLE, share))),
      note: frame.note,
      facts: factsOf(event, item, frame.titleOfSubscription, share, words),
      sections: sections(share),
      foot: [
        ...(rest > 0 ? [words.markdown('health.event.moreLinks', { count: rest })] : []),
        ...(others.length > 0 ? [unopened(others, share, words)] : []),
      ].join('\n\n') as Markdown,
      buttons: [...frame.buttons],
      links: visibleFirst([...portal, ...shown], MOST_VISIBLE - frame.buttons.length),
    };
  };
};

/** Addresses shown as text, since no button may open them. */
const unopened = (addresses: readonly string[], share: number, words: Words): Markdown => {
  const shown = addresses.slice(0, some(MOST_ADDRESSES, share));
  const count = addresses.length - shown.length;
  return words.markdown('health.event.addresses', { addresses: shown.join(', '), count });
};

/** All addresses in the event. */
const addressesOf = (event: HealthEvent): readonly Link[] => {
  const texts = [
    event.description ?? event.summary ?? '',
    ...(event.updates ?? []).slice(0, 20).map(({ summary = '' }) => summary),
    event.recommendedActions?.message ?? '',
    ...(event.recommendedActions?.actions ?? []).slice(0, 20).map(({ actionText = '' }) => actionText),
    ...(event.faqs ?? []).slice(0, 20).map(({ answer = '' }) => answer),
    event.article?.articleContent ?? '',
    event.additionalInformation?.message ?? '',
  ];
  return unique([...linksOf(event), ...texts.flatMap(linksIn)]);
};
