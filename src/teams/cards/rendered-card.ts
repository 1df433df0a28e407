import type { Markdown } from '#platform/lib/text.ts';
import type { Words } from '#platform/texts/texts.ts';
import { type CardJson, MAX_CARD_BYTES, payloadBytes } from './define-card.ts';

/** The card with one more line at its end, where there is room. */
export const withLastLine = (card: CardJson, text: Markdown): CardJson => {
  const { body } = card as { readonly body?: unknown };
  const line = {
    type: 'TextBlock',
    text,
    wrap: true,
    isSubtle: true,
    size: 'Small',
    separator: true,
    spacing: 'Medium',
  };
  const longer = { ...card, body: [...(Array.isArray(body) ? body : []), line] };
  return payloadBytes(longer) <= MAX_CARD_BYTES ? longer : card;
};

/** The most people of a card who get a view of their own, by Teams' limit. */
export const MOST_VIEWERS = 60;

/** The card with `refresh`: these people's clients ask for their own view. @param userIds `29:…`, the most important first, as many as fit */
export const withRefresh = (
  card: CardJson,
  { verb, data }: { readonly verb: string; readonly data: Readonly<Record<string, unknown>> },
  userIds: readonly string[],
): CardJson => {
  const refreshing = (ids: readonly string[]): CardJson => ({
    ...card,
    refresh: { action: { type: 'Action.Execute', title: 'Refresh', verb, data }, userIds: ids },
  });
  let room = MAX_CARD_BYTES - payloadBytes(refreshing([]));
  const fitting = userIds.slice(0, MOST_VIEWERS).filter((id) => {
    room -= payloadBytes(id) + 2;
    return room >= 0;
  });
  return refreshing(fitting);
};

const AT = String.raw`(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)`;
const DATE = String.raw`\{\{DATE\(${AT}, SHORT\)\}\} `;
const TIME = String.raw`\{\{TIME\(${AT}\)\}\}`;
const SPAN = new RegExp(`${DATE}${TIME} – (?:${DATE})?${TIME}`, 'g');
const MOMENT = new RegExp(`(?:${DATE})?${TIME}`, 'g');

/** The card's moments as its one reader says them, “today 14:05”: only for a view that is drawn anew whenever it is shown. */
export const withRelativeMoments = (card: CardJson, words: Pick<Words, 'moment' | 'span'>): CardJson => {
  const say = (text: string): string => (text.includes('{{') ? spoken(text) : text);
  const spoken = (text: string): string =>
    text
      .replace(SPAN, (_all, from: string, _same, _day, until: string) =>
        words.span(Date.parse(from), Date.parse(until)),
      )
      .replace(MOMENT, (_all, _day, at: string) => words.moment(Date.parse(at)));
  const walk = (node: unknown): unknown => {
    if (typeof node === 'string') return say(node);
    if (Array.isArray(node)) {
      const said = node.map(walk);
      return said.every((each, index) => each === node[index]) ? node : said;
    }
    if (typeof node !== 'object' || node === null || isForeign(node)) return node;
    return walkFields(node as CardJson);
  };
  // Most of a card says no moment: that part stays the same object.
  const walkFields = (node: CardJson): CardJson => {
    let fields: Record<string, unknown> | undefined;
    for (const name in node) {
      const said = walk(node[name]);
      if (said === node[name]) continue;
      fields ??= { ...node };
      fields[name] = said;
    }
    return fields ?? node;
  };
  return walkFields(card);
};

/** A run says what people wrote, where no client reads a date. */
const isForeign = (node: object): boolean => 'type' in node && node.type === 'TextRun';
