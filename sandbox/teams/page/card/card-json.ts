/** How a person's client writes dates. */
export interface DateReader {
  locale: string;
  timezone: string;
}

const marker = /\{\{(DATE|TIME)\((\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)(?:, ?(SHORT|LONG|COMPACT))?\)\}\}/g;

const styles: Record<string, Intl.DateTimeFormatOptions> = {
  TIME: { hour: '2-digit', minute: '2-digit' },
  SHORT: { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' },
  LONG: { weekday: 'long', year: 'numeric', month: 'long', day: 'numeric' },
  COMPACT: {},
};

/**
 * A card with its dates and times as Teams shows them to this person. The renderer would take the browser's language and
 * zone, which are not those of the person whom the reader plays.
 */
export const withDates = (card: object, { locale, timezone }: DateReader): object => {
  const json = JSON.stringify(card);
  const written = json.replace(marker, (_whole, kind: string, at: string, style = 'COMPACT') =>
    new Intl.DateTimeFormat(locale, { ...styles[kind === 'TIME' ? kind : style], timeZone: timezone }).format(
      new Date(at),
    ),
  );
  return written === json ? card : JSON.parse(written);
};

interface Node {
  readonly type?: unknown;
  readonly fallback?: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null;

/** A card in a client without Action.Execute: each one is replaced by its fallback, or left out. */
export const asOlderClient = (json: unknown): unknown => {
  if (Array.isArray(json)) return json.map(asOlderClient).filter((each) => each !== undefined);
  if (!isNode(json)) return json;
  if (json.type === 'Action.Execute') return isNode(json.fallback) ? asOlderClient(json.fallback) : undefined;
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, asOlderClient(value)]));
};

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
