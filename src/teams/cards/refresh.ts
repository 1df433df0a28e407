import { type CardJson, MAX_CARD_BYTES, payloadBytes } from './define-card.ts';

/** The most people of a card who get a view of their own, by Teams' limit. */
export const MOST_VIEWERS = 60;

/**
 * The card as these people's clients ask for their own view of it, when they show it and after each edit. All others see it as it
 * is, and so does a client that does not know `refresh`.
 * @param userIds channel accounts, `29:…`, the most important first: as many as Teams takes, in number and in size
 */
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
