/** The button that a card presses by itself, or that its message's menu offers. */
export interface RefreshAction {
  readonly verb?: string;
  readonly id?: string;
  readonly data?: unknown;
}

interface RefreshingCard {
  readonly refresh?: {
    readonly action?: RefreshAction & { readonly type?: unknown };
    readonly userIds?: readonly unknown[];
  };
}

/** As many people as Teams asks for a view of their own. */
const mostViewers = 60;

/** The `refresh` of a card's JSON, when it has one that Teams knows. */
export const refreshOf = (card: unknown): RefreshAction | undefined => {
  const { action } = (card as RefreshingCard | null | undefined)?.refresh ?? {};
  if (action?.type !== 'Action.Execute') return undefined;
  const { verb, id, data } = action;
  return { ...(verb && { verb }), ...(id && { id }), ...(data !== undefined && { data }) };
};

/**
 * Whether Teams refreshes this card for a person by itself: without a list of names for everybody, where the conversation has no
 * more members than Teams asks for views.
 */
export const refreshesByItself = (card: unknown, teamsId: string, members: number): boolean => {
  const { userIds } = (card as RefreshingCard | null | undefined)?.refresh ?? {};
  if (refreshOf(card) === undefined) return false;
  return userIds ? userIds.slice(0, mostViewers).includes(teamsId) : members <= mostViewers;
};

/** Teams asks again for a view that was shown before only when it is older than this, in milliseconds; after an edit at once. */
export const viewIsFreshMs = 60_000;
